package dev.rowan.connectors.azureblob;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.storage.common.StorageSharedKeyCredential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Our signatures equal those of the official client.
class SharedKeySignatureTest {
    private static final String KEY = "c2VjcmV0IGtleSBvZiAzMiBieXRlcyBmb3IgYSB0ZXN0Lg==";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HEAD | https://acct.blob.core.windows.net/c/b | 0",
                "GET | https://acct.blob.core.windows.net/c/in%20put/%C3%BC%20100%25%2Bx.txt | 0",
                "PUT | https://acct.blob.core.windows.net/c/b?comp=block&blockid=MTIzNA%3D%3D | 1234",
                "PUT | https://acct.blob.core.windows.net/c/b?comp=blocklist&timeout=30 | 77",
                "PUT | https://acct.blob.core.windows.net/c?restype=container | 0",
                "GET | http://127.0.0.1:10000/acct/c/b | 0",
            })
    void agreesWithTheServicesOwnClient(String method, String address, int length) {
        Headers headers = Headers.of("x-ms-date", "Sun, 15 Nov 2026 07:00:00 GMT")
                .with("x-ms-version", BlobRequest.API_VERSION)
                .with("x-ms-range", "bytes=0-4194303")
                .with("x-ms-meta-rowan_commit", "0123456789-7")
                .with("x-ms-blob-content-type", "text/csv; charset=utf-8")
                .with("If-Match", "\"0x8DD\"");

        assertThat(ours(method, address, headers, length)).isEqualTo(theirs(method, address, headers, length));
        assertThat(ours(method, address, headers.with("x-ms-lease-id", "1"), length))
                .as("must-fail control: another request has another signature")
                .isNotEqualTo(theirs(method, address, headers, length));
    }

    private static String ours(String method, String address, Headers headers, int length) {
        String text = SharedKeySignature.textOf(method, URI.create(address), headers, length, "acct");
        return "SharedKey acct:"
                + SharedKeySignature.of(text, Secret.of("key", KEY)).inClear();
    }

    private static String theirs(String method, String address, Headers headers, int length) {
        var request = new HttpRequest(HttpMethod.valueOf(method), address);
        headers.fields().forEach(field -> request.setHeader(HttpHeaderName.fromString(field.name()), field.value()));
        List<HttpHeader> all = request.getHeaders().stream().toList();
        assertThat(all).hasSize(headers.fields().size());
        request.setHeader(HttpHeaderName.CONTENT_LENGTH, String.valueOf(length));
        return new StorageSharedKeyCredential("acct", KEY)
                .generateAuthorizationHeader(request.getUrl(), method, request.getHeaders(), false);
    }
}
