package dev.rowan.providers.service;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.RateHeaders;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Interprets replies of batch services, the same for all of them. `rejections` parses a rejection.
///
/// A request that `makes` something, such as a file or a batch, may have done so after any status from 500 on and
/// after 408. Any other is lost only if a proxy lost it.
public record BatchStep(boolean makes, Rejections rejections) {
    private static final Duration LONGEST_ADVICE = Duration.ofHours(1);

    /// Later than any date in a reply.
    private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

    /// Parses a rejection from its status and body.
    @FunctionalInterface
    public interface Errors {
        Rejection read(int status, JsonTree body);
    }

    /// Parses a rejection that is not JSON, or whose headers count.
    @FunctionalInterface
    public interface Rejections {
        Rejection read(WireReply.Complete reply);
    }

    public BatchStep(boolean makes, Errors errors) {
        this(
                makes,
                reply ->
                        errors.read(reply.status(), JsonTree.parse(reply.body()).orElse(new JsonTree(null))));
    }

    public static BatchStep reading(boolean makes, Rejections rejections) {
        return new BatchStep(makes, rejections);
    }

    /// Interprets a reply; `read` parses the body of a success, and returns empty if it is incomplete.
    public <T> BatchReply<T> reply(WireReply reply, Function<JsonTree, Optional<T>> read) {
        return replied(reply, complete -> JsonTree.parse(complete.body()).flatMap(read));
    }

    /// The same for a success whose body is not JSON, or is in a file.
    public <T> BatchReply<T> replied(WireReply reply, Function<WireReply.Complete, Optional<T>> read) {
        return switch (reply) {
            case WireReply.NotSent(var failure, var detail, var _) ->
                new BatchReply.NotSent<>(detail, isRetryable(failure));
            case WireReply.Unknown(var fault, var detail, var _, var _, var _, var _) ->
                new BatchReply.Lost<>(fault.word() + ": " + detail);
            case WireReply.Complete complete
            when complete.status() / 100 == 2 ->
                read.apply(complete)
                        .<BatchReply<T>>map(
                                value -> new BatchReply.Done<>(value, Receipts.requestId(complete.headers())))
                        .orElseGet(() -> new BatchReply.Lost<>(
                                "the reply with status " + complete.status() + " cannot be read"));
            case WireReply.Complete complete -> refused(complete);
        };
    }

    /// `cancelled`, the reply to a cancel; if that came too late, the status of the batch.
    public static BatchReply<BatchStatus> orEnded(
            BatchReply<BatchStatus> cancelled, Supplier<BatchReply<BatchStatus>> status) {
        boolean isTooLate = cancelled instanceof BatchReply.Refused<BatchStatus> refused
                && (refused.status() == 400 || refused.status() == 409);
        return isTooLate
                        && status.get() instanceof BatchReply.Done<BatchStatus> now
                        && (now.value().state().isEnd() || now.value().state() == BatchStatus.State.CANCELLING)
                ? now
                : cancelled;
    }

    private static boolean isRetryable(WireReply.NotSentReason failure) {
        return switch (failure) {
            case FORBIDDEN, FILE, INTERRUPTED -> false;
            case DNS, CONNECT, TLS, PROXY, POOL, DEADLINE, HELD -> true;
        };
    }

    private <T> BatchReply<T> refused(WireReply.Complete reply) {
        Rejection rejection = rejections.read(reply);
        if (isLost(reply.status())) {
            return new BatchReply.Lost<>("status " + reply.status() + ": " + rejection.message());
        }
        if (reply.status() == 404 && !makes) {
            return new BatchReply.Gone<>(rejection.message());
        }
        Receipt receipt = Receipts.of(rejection, reply.headers());
        return new BatchReply.Refused<>(
                reply.status(),
                receipt.disposition(),
                receipt.retryAfter().or(() -> advice(reply.headers())),
                rejection.message());
    }

    private boolean isLost(int status) {
        return switch (status) {
            case 408, 502, 504, 524 -> true;
            default -> makes && status >= 500;
        };
    }

    /// The retry delay, by the service's own clock if it is a date.
    private static Optional<Duration> advice(Headers headers) {
        return new RateHeaders(headers.first("date").flatMap(BatchStep::date).orElse(NEVER), LONGEST_ADVICE)
                .read(headers)
                .retryAfter()
                .filter(Duration::isPositive);
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
