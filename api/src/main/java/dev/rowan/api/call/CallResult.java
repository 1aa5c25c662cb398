package dev.rowan.api.call;

import dev.rowan.api.Reason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a call after all its attempts.
public sealed interface CallResult {

    int attempts();

    /// A complete 2xx reply. It is recorded as answered and paid before anyone reads it.
    record Answered(WireReply.Complete reply, Receipt receipt, int attempts) implements CallResult {}

    /// The service rejected the request, permanently or until the attempts were used up.
    record Rejected(WireReply.Complete reply, Receipt receipt, int attempts) implements CallResult {}

    /// The service was rate-limited (429) until the row's retry budget was used up.
    record RateLimited(Duration elapsed, Duration limit, int lastStatus, int attempts) implements CallResult {}

    /// No complete reply: nothing was sent, or the reply was lost until the attempts were used up.
    record NoReply(WireReply last, int attempts) implements CallResult {}

    /// The failure as a reason; empty for an answer.
    default Optional<Reason> failure() {
        return switch (this) {
            case Answered _ -> Optional.empty();
            case Rejected(var reply, var receipt, var _) ->
                Optional.of(apiError("http_error", receipt.message().orElse("status " + reply.status()))
                        .with("status_code", reply.status())
                        .with("retryable", receipt.disposition() == Receipt.Disposition.RETRYABLE));
            case RateLimited(var elapsed, var limit, var lastStatus, var _) ->
                Optional.of(rateLimited(elapsed, limit, lastStatus));
            case NoReply(var last, var _) ->
                Optional.of(apiError("network_error", message(last))
                        .with("status_code", status(last))
                        .with("retryable", true));
        };
    }

    private static Reason apiError(String type, String message) {
        return Reason.of("api_error", message).with("error_type", type);
    }

    private static Reason rateLimited(Duration elapsed, Duration limit, int lastStatus) {
        String message = "rate-limited for %.1f s, limit %d s; last status %d"
                .formatted(elapsed.toMillis() / 1e3, limit.toSeconds(), lastStatus);
        return Reason.of("retry_timeout", message)
                .with("elapsed_seconds", elapsed.toMillis() / 1e3)
                .with("max_seconds", limit.toSeconds())
                .with("last_status", lastStatus);
    }

    /// The status received before the reply was lost; null if none.
    private static @Nullable Integer status(WireReply last) {
        return switch (last) {
            case WireReply.Complete complete -> (Integer) complete.status();
            case WireReply.Unknown lost
            when lost.status().isPresent() -> (Integer) lost.status().getAsInt();
            case WireReply.Unknown _, WireReply.NotSent _ -> null;
        };
    }

    private static String message(WireReply last) {
        return switch (last) {
            case WireReply.NotSent(var hindrance, var detail, var _) ->
                "not sent (" + hindrance.word() + "): " + detail;
            case WireReply.Unknown(var fault, var detail, var _, var _, var _, var _) ->
                "reply lost (" + fault.word() + "): " + detail;
            case WireReply.Complete complete -> "status " + complete.status();
        };
    }
}
