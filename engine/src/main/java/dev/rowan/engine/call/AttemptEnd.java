package dev.rowan.engine.call;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.pool.PooledResult.Waits;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.UnknownCause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Builds the ledger's record of the end of an attempt.
public final class AttemptEnd {
    private AttemptEnd() {}

    /// Which attempt, when it ended, and what it waited for. A `free` call never costs anything.
    record AttemptInfo(LogEntry.CallKey key, int attempt, Instant at, Waits waits, boolean free) {}

    /// What was received: the status and the bytes, if any, and the provider's receipt, if it could be parsed.
    private record Received(OptionalInt status, Optional<Payload> reply, Optional<Receipt> receipt, Timings timings) {
        static Received of(WireReply.Complete reply, Receipt receipt) {
            return new Received(
                    OptionalInt.of(reply.status()),
                    Optional.of(HttpMessage.of(reply)),
                    Optional.of(receipt),
                    reply.timings());
        }

        static Received of(WireReply.Unknown reply) {
            boolean any = reply.status().isPresent() || reply.body().size() > 0;
            return new Received(
                    reply.status(),
                    any ? Optional.of(HttpMessage.of(reply)) : Optional.empty(),
                    Optional.empty(),
                    reply.timings());
        }

        static Received nothing(Timings timings) {
            return new Received(OptionalInt.empty(), Optional.empty(), Optional.empty(), timings);
        }
    }

    /// `worst` is the cost if the call may have been billed and the amount is unknown; `down` means that the
    /// service is down, so that the attempt did not reach it.
    static LogEntry.CallEnded of(SendResult sent, boolean down, AttemptInfo info, Usd worst) {
        return switch (sent) {
            case SendResult.Answered(var reply, var receipt, var _) ->
                entry(
                        info,
                        CallState.ANSWERED,
                        receipt.disposition().word(),
                        Received.of(reply, receipt),
                        receipt.cost(),
                        worst);
            case SendResult.RateLimited(var reply, var receipt, var _) -> refused(info, reply, receipt, worst);
            case SendResult.Rejected(var reply, var receipt) -> refused(info, reply, receipt, worst);
            case SendResult.NotSent(var reply) ->
                entry(
                        info,
                        CallState.NOT_SENT,
                        reply.reason().word(),
                        Received.nothing(reply.timings()),
                        Optional.of(Usd.ZERO),
                        worst);
            case SendResult.Lost(WireReply.Complete reply, var receipt) ->
                entry(
                        info,
                        CallState.UNKNOWN,
                        "status_" + reply.status(),
                        Received.of(reply, receipt.orElseThrow()),
                        Optional.empty(),
                        worst);
            case SendResult.Lost(WireReply.Unknown reply, var _) ->
                entry(info, CallState.UNKNOWN, standing(reply, down), Received.of(reply), Optional.empty(), worst);
            case SendResult.Lost(WireReply.NotSent _, var _) ->
                throw new IllegalStateException("what was not sent cannot be lost");
        };
    }

    private static String standing(WireReply.Unknown lost, boolean down) {
        String word = lost.fault().word();
        return down ? UnknownCause.whileDown(word) : word;
    }

    /// The end of an attempt whose exchange failed by a defect: what was sent and done is unknown.
    static LogEntry.CallEnded broken(Throwable defect, AttemptInfo info, Usd worst) {
        return entry(
                info,
                CallState.UNKNOWN,
                "defect_" + defect.getClass().getSimpleName(),
                Received.nothing(new Timings(Optional.empty(), Optional.empty(), Duration.ZERO)),
                Optional.empty(),
                worst);
    }

    /// A rejection costs nothing, unless the service may have billed the check of the request.
    private static LogEntry.CallEnded refused(AttemptInfo info, WireReply.Complete reply, Receipt receipt, Usd worst) {
        return entry(
                info,
                CallState.REJECTED,
                receipt.disposition().word(),
                Received.of(reply, receipt),
                receipt.cost(),
                worst);
    }

    private static LogEntry.CallEnded entry(
            AttemptInfo info, CallState state, String standing, Received received, Optional<Usd> cost, Usd worst) {
        return new LogEntry.CallEnded(
                info.key(),
                info.attempt(),
                info.at(),
                state,
                standing,
                received.status(),
                received.receipt().map(Receipt::usage).orElse(Usage.unknown()),
                cost.orElse(worst),
                cost.isPresent() || info.free(),
                times(info.waits(), received.timings()),
                received.receipt().flatMap(Receipt::requestId),
                received.reply(),
                OptionalLong.empty(),
                billing(received.receipt(), cost.isPresent(), worst));
    }

    /// The billing of a receipt; the worst case is counted if the amount is unknown.
    public static Billing billing(Optional<Receipt> receipt, boolean known, Usd worst) {
        Billing billing = receipt.map(Receipt::billing).orElse(Billing.UNKNOWN);
        return known || worst.equals(Usd.ZERO) ? billing : billing.with(Billing.Basis.WORST);
    }

    private static LogEntry.CallTimes times(Waits waits, Timings timings) {
        return new LogEntry.CallTimes(
                waits.pacerNanos() / 1_000,
                waits.permitNanos() / 1_000,
                waits.wireNanos() / 1_000,
                timings.firstByte().map(Duration::toNanos).orElse(0L) / 1_000);
    }
}
