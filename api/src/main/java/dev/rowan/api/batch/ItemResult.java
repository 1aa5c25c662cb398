package dev.rowan.api.batch;

import dev.rowan.api.call.WireReply;

/// The result of one request of a batch. `customId` is as received, known or not.
public sealed interface ItemResult {

    String customId();

    /// The request was answered or rejected: the reply as it would have arrived in realtime. `statusReceived`: the
    /// line contains the HTTP status; otherwise it was derived.
    record Replied(String customId, WireReply.Complete reply, boolean statusReceived) implements ItemResult {}

    /// The request was not executed and costs nothing.
    record NotExecuted(String customId, NotExecutedCause cause, String message) implements ItemResult {}

    /// Why a request was not executed.
    enum NotExecutedCause {
        EXPIRED,
        CANCELLED
    }
}
