package dev.rowan.api.batch;

import dev.rowan.api.call.WireReply;

/// What a line of results says of one request. `customId` is as it stands there, known to us or not.
public sealed interface ItemResult {

    String customId();

    /// It was answered or refused: the reply as it would have come in real time.
    record Replied(String customId, WireReply.Complete reply) implements ItemResult {}

    /// It was never carried out, and costs nothing.
    record NotDone(String customId, Why why, String message) implements ItemResult {}

    /// Why a request was never carried out.
    enum Why {
        EXPIRED,
        CANCELLED
    }
}
