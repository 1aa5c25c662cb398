package dev.rowan.telemetry.send;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An OTLP endpoint. The values of `secretHeaders` are never shown.
public record OtlpEndpoint(
        URI uri, Map<String, String> secretHeaders, boolean gzip, Duration timeout, String protocol) {

    public OtlpEndpoint {
        secretHeaders = Map.copyOf(secretHeaders);
    }

    /// The headers whose values are long enough to be secrets, bound to this host.
    List<Credential> credentials() {
        var credentials = new ArrayList<Credential>();
        secretHeaders.forEach((name, value) -> {
            if (value.length() >= Secret.MIN_LENGTH) {
                credentials.add(
                        Credential.header(uri.getHost(), name, Secret.of("${OTEL_EXPORTER_OTLP_HEADERS}", value)));
            }
        });
        return credentials;
    }

    /// The others.
    Headers headers() {
        Headers headers = Headers.none();
        for (Map.Entry<String, String> header : secretHeaders.entrySet()) {
            if (header.getValue().length() < Secret.MIN_LENGTH) {
                headers = headers.with(header.getKey(), header.getValue());
            }
        }
        return headers;
    }

    @Override
    public String toString() {
        return "Destination[" + uri.getScheme() + "://" + uri.getHost() + "]";
    }
}
