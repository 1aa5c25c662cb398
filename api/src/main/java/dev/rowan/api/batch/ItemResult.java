package dev.rowan.api.batch;

import dev.rowan.api.call.WireReply;

/// What a line of results says of one request. `customId` is as it stands there, known to us or not.
public sealed interface ItemResult {

    String customId();

    /// It was answered or refused: the reply as it would have come in real time. `statusReceived` says that the line
    /// states the HTTP status; else it is the one that such a reply has in real time.
    record Replied(String customId, WireReply.Complete reply, boolean statusReceived) implements ItemResult {
        /// A reply whose status the line states.
        public Replied(String customId, WireReply.Complete reply) {
            this(customId, reply, true);
        }
    }

    /// It was never carried out, and costs nothing.
    record NotDone(String customId, Why why, String message) implements ItemResult {}

    /// Why a request was never carried out.
    enum Why {
        EXPIRED,
        CANCELLED
    }
}
