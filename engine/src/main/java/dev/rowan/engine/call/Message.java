package dev.rowan.engine.call;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;

/// A request as it is recorded, and its hash.
record Message(Payload bytes, String sha256) {

    static Message of(WireRequest request) {
        Payload bytes = HttpMessage.of(request);
        return new Message(bytes, bytes.sha256());
    }
}
