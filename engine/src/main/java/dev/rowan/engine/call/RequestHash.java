package dev.rowan.engine.call;

import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Redaction;
import java.net.URI;
import java.util.Optional;

/// The hash of a request as it is recorded, without secrets.
public final class RequestHash {
    private RequestHash() {}

    /// `simulator` is the address of the built-in one, if the run uses it.
    public static String of(WireRequest request, Redaction redaction, Optional<URI> simulator) {
        return RecordedRequest.of(request, redaction, simulator).sha256();
    }
}
