package dev.rowan.engine.call;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Redaction;
import java.net.URI;
import java.util.Optional;

/// A request as it is recorded, without secrets, and its hash.
public record RecordedRequest(Payload bytes, String sha256) {
    /// Stands for the built-in simulator, whose port differs in every process.
    private static final URI SIMULATOR = URI.create("http://simulator");

    /// `simulator` is the address of the built-in one, if the run uses it.
    public static RecordedRequest of(WireRequest request, Redaction redaction, Optional<URI> simulator) {
        Payload bytes = Payload.of(redaction.bytes(
                HttpMessage.of(request, shown(request.uri(), simulator)).bytes()));
        return new RecordedRequest(bytes, bytes.sha256());
    }

    private static URI shown(URI uri, Optional<URI> simulator) {
        boolean simulated = simulator.isPresent()
                && uri.getRawAuthority().equals(simulator.get().getRawAuthority());
        return simulated ? SIMULATOR.resolve(relative(uri)) : uri;
    }

    private static String relative(URI uri) {
        return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }
}
