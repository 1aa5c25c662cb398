package dev.rowan.connectors.azureblob;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/// A request to the blob service, not yet signed. `path` is the encoded path of the container or the blob; `query`
/// has no question mark.
record BlobRequest(String method, String path, String query, Headers headers, Payload body) {
    static final String API_VERSION = "2023-11-03";

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /// The minimum transfer rate, which determines the timeout.
    private static final int SLOWEST_BYTES_A_SECOND = 128 * 1024;

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(30);

    static BlobRequest of(String method, String path, String query) {
        return new BlobRequest(method, path, query, Headers.none(), Payload.empty());
    }

    BlobRequest with(String header, String value) {
        return new BlobRequest(method, path, query, headers.with(header, value), body);
    }

    BlobRequest with(Payload payload) {
        return new BlobRequest(method, path, query, headers, payload);
    }

    /// The request signed for the account at `now`.
    WireRequest sign(StorageAccount account, Instant now) throws PluginException {
        Headers dated = headers.with("x-ms-date", HTTP_DATE.format(now)).with("x-ms-version", API_VERSION);
        Duration deadline = MIN_TIMEOUT.plusSeconds(body.size() / SLOWEST_BYTES_A_SECOND);
        return switch (account.access()) {
            case StorageCredential.SharedKey(var key) -> {
                URI uri = uri(account, query);
                String text = SharedKeySignature.textOf(method, uri, dated, body.size(), account.name());
                var credential = new Credential(
                        uri.getHost(),
                        "Authorization",
                        "SharedKey " + account.name() + ":",
                        SharedKeySignature.of(text, key));
                yield new WireRequest(method, uri, dated, List.of(credential), body, deadline);
            }
            case StorageCredential.Sas(var token) -> {
                String both = query.isEmpty() ? token.inClear() : query + "&" + token.inClear();
                yield new WireRequest(method, uri(account, both), dated, List.of(), body, deadline);
            }
            case StorageCredential.Identity(var signIn) -> {
                URI uri = uri(account, query);
                var credential = Credential.bearer(uri.getHost(), signIn.credential());
                yield new WireRequest(method, uri, dated, List.of(credential), body, deadline);
            }
        };
    }

    private URI uri(StorageAccount account, String wholeQuery) {
        return URI.create(account.endpoint() + path + (wholeQuery.isEmpty() ? "" : "?" + wholeQuery));
    }
}
