package dev.rowan.engine.call;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Redaction;

/// A request as it is recorded, without secrets, and its hash.
record Message(Payload bytes, String sha256) {

    static Message of(WireRequest request, Redaction redaction) {
        Payload bytes = Payload.of(redaction.bytes(HttpMessage.of(request).bytes()));
        return new Message(bytes, bytes.sha256());
    }
}
