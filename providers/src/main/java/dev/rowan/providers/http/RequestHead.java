package dev.rowan.providers.http;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.WireRequest;
import java.net.URI;
import java.util.Set;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/// Converts a request for the HTTP library, with all headers to send.
final class RequestHead {
    private static final String AGENT = "rowan";
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE");

    private RequestHead() {}

    /// Throws [LocalFileException] if the file to send cannot be read.
    static ClassicHttpRequest of(Transfer transfer) throws LocalFileException {
        WireRequest wanted = transfer.request();
        var request = new BasicClassicHttpRequest(wanted.method(), target(wanted.uri()));
        request.addHeader(HttpHeaders.HOST, wanted.uri().getRawAuthority());
        request.addHeader(HttpHeaders.USER_AGENT, AGENT);
        request.addHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
        for (Headers.Field field : wanted.headers().fields()) {
            request.addHeader(field.name(), field.value());
        }
        for (Credential credential : wanted.credentials()) {
            request.addHeader(
                    credential.header(),
                    credential.prefix() + credential.secret().inClear());
        }
        if (transfer.body().isPresent()) {
            var entity = FileEntity.of(transfer.body().get());
            request.addHeader(HttpHeaders.CONTENT_LENGTH, entity.getContentLength());
            request.setEntity(entity);
            return request;
        }
        Payload body = wanted.body().sent();
        int size = body.size();
        if (size > 0 || !WITHOUT_BODY.contains(wanted.method())) {
            request.addHeader(HttpHeaders.CONTENT_LENGTH, size);
            request.setEntity(new ByteArrayEntity(body.bytes(), null));
        }
        return request;
    }

    private static String target(URI uri) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}
