package dev.rowan.engine.call;

import dev.rowan.api.Time;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.RateHeaders;
import dev.rowan.api.call.RateHints;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.pool.Outage;
import dev.rowan.engine.throttle.BoundedThrottle;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The result of one send: its state in the ledger, and whether a retry can help.
///
/// A complete 2xx is an answer, whatever it says. A timeout, a broken connection and the statuses of a proxy that
/// lost the answer (408, 502, 504, 524) leave open whether the work was done. Every other complete reply is a
/// rejection, which costs nothing unless its receipt says otherwise.
sealed interface SendResult {
    /// Statuses after which the work may have been done without an answer.
    Set<Integer> LOST = Set.of(408, 502, 504, 524);

    record Answered(WireReply.Complete reply, Receipt receipt, RateHints hints) implements SendResult {}

    record RateLimited(WireReply.Complete reply, Receipt receipt, RateHints hints) implements SendResult {}

    record Rejected(WireReply.Complete reply, Receipt receipt) implements SendResult {}

    record NotSent(WireReply.NotSent reply) implements SendResult {}

    /// `receipt` is present if a status is.
    record Lost(WireReply reply, Optional<Receipt> receipt) implements SendResult {}

    static SendResult of(WireReply reply, Call call, Time time) {
        return switch (reply) {
            case WireReply.NotSent notSent -> new NotSent(notSent);
            case WireReply.Unknown unknown -> new Lost(unknown, Optional.empty());
            case WireReply.Complete complete -> of(complete, call, time);
        };
    }

    private static SendResult of(WireReply.Complete reply, Call call, Time time) {
        Receipt receipt = call.reader().receipt(reply);
        return of(reply, receipt, hints(reply, receipt, time));
    }

    private static SendResult of(WireReply.Complete reply, Receipt receipt, RateHints hints) {
        if (reply.status() / 100 == 2) {
            return new Answered(reply, receipt, hints);
        }
        if (LOST.contains(reply.status())) {
            return new Lost(reply, Optional.of(receipt));
        }
        return receipt.disposition() == Disposition.CAPACITY
                ? new RateLimited(reply, receipt, hints)
                : new Rejected(reply, receipt);
    }

    /// A complete reply whose reader threw: content and cost are unknown.
    static SendResult unread(WireReply.Complete reply) {
        var receipt = Receipt.unreadable(Usage.unknown(), Optional.empty(), Optional.empty());
        return of(reply, receipt, RateHints.none());
    }

    private static RateHints hints(WireReply.Complete reply, Receipt receipt, Time time) {
        return new RateHeaders(time.instant(), BoundedThrottle.CEILING)
                .read(reply.headers())
                .orAfter(receipt.retryAfter());
    }

    /// The reply of an attempt that was not sent because the run stopped.
    static WireReply brokenOff() {
        return unsent(WireReply.NotSentReason.INTERRUPTED, "the run was stopped");
    }

    /// The reply of an attempt that was not sent because the service asked to wait.
    static WireReply held() {
        return unsent(WireReply.NotSentReason.HELD, "the service had asked to wait");
    }

    /// The reply of a preparation that the budget does not cover.
    static WireReply unaffordable() {
        return unsent(WireReply.NotSentReason.FORBIDDEN, "the cost cap leaves no money for it");
    }

    private static WireReply unsent(WireReply.NotSentReason reason, String why) {
        return new WireReply.NotSent(reason, why, new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
    }

    /// Whether the same request may pass at another time.
    default boolean mayPass() {
        return switch (this) {
            case Answered _ -> false;
            case RateLimited _, Lost _ -> true;
            case Rejected(var _, var receipt) -> receipt.disposition() == Disposition.RETRYABLE;
            case NotSent(var reply) ->
                switch (reply.reason()) {
                    case FORBIDDEN, FILE, INTERRUPTED -> false;
                    case DNS, CONNECT, TLS, PROXY, POOL, DEADLINE, HELD -> true;
                };
        };
    }

    /// Why the service could not be reached: no connection, or one that broke before the first byte of a reply.
    /// Empty if it was reached, or if that is unknown.
    default Optional<Outage.Failure> unreachable() {
        return switch (this) {
            case NotSent(WireReply.NotSent(var failure, var detail, var _)) ->
                switch (failure) {
                    case DNS, CONNECT, TLS, PROXY, DEADLINE ->
                        Optional.of(new Outage.Failure(Outage.Stage.CONNECT, failure.word() + ": " + detail));
                    case FORBIDDEN, POOL, FILE, HELD, INTERRUPTED -> Optional.empty();
                };
            case Lost(WireReply.Unknown lost, var _)
            when lost.fault() == WireReply.Fault.RESET && !hasReplied(lost) ->
                Optional.of(new Outage.Failure(Outage.Stage.REPLY, lost.fault().word() + ": " + lost.detail()));
            case Answered _, RateLimited _, Rejected _, Lost _ -> Optional.empty();
        };
    }

    /// Whether a byte of a reply came.
    default boolean reached() {
        return switch (this) {
            case Answered _, RateLimited _, Rejected _ -> true;
            case NotSent _ -> false;
            case Lost(WireReply.Complete _, var _) -> true;
            case Lost(WireReply.Unknown lost, var _) -> hasReplied(lost);
            case Lost(WireReply.NotSent _, var _) -> false;
        };
    }

    private static boolean hasReplied(WireReply.Unknown lost) {
        return lost.timings().firstByte().isPresent()
                || lost.status().isPresent()
                || lost.body().size() > 0;
    }

    /// The tokens that the service counted; empty if unknown.
    default OptionalLong tokens() {
        return switch (this) {
            case Answered(var _, var receipt, var _) -> tokens(receipt.usage());
            case RateLimited _, Rejected _, NotSent _ -> OptionalLong.of(0);
            case Lost _ -> OptionalLong.empty();
        };
    }

    private static OptionalLong tokens(Usage usage) {
        return usage.input().isPresent() && usage.output().isPresent()
                ? OptionalLong.of(Math.max(0, usage.input().get())
                        + Math.max(0, usage.output().get()))
                : OptionalLong.empty();
    }

    /// What the reply says about the service as a whole.
    default Disposition disposition() {
        return switch (this) {
            case Answered(var _, var receipt, var _) -> receipt.disposition();
            case RateLimited _ -> Disposition.CAPACITY;
            case Rejected(var _, var receipt) -> receipt.disposition();
            case NotSent _, Lost _ -> Disposition.RETRYABLE;
        };
    }
}
