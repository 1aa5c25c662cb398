package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.pool.PooledResult.Waits;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AttemptEndTest {
    private static final Usd WORST = new Usd(7);
    private static final LogEntry.CallKey KEY = new LogEntry.CallKey(1, 0, 0, 0, 1, "0".repeat(64));
    private static final Timings TIMINGS = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);

    @Test
    void aRefusalCostsNothing() {
        Receipt refused = Receipt.refused(Disposition.INVALID, Optional.empty(), Optional.empty(), "no");

        LogEntry.CallEnded end = ended(refused);

        assertThat(end.cost()).isEqualTo(Usd.ZERO);
        assertThat(end.costKnown()).isTrue();
    }

    @Test
    void aRefusalThatMayBeChargedForCountsItsWorst() {
        var filtered = new Receipt(
                Disposition.INVALID,
                Usage.unknown(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("stopped by the provider's filter"));

        LogEntry.CallEnded end = ended(filtered);

        assertThat(end.state()).isEqualTo(LogEntry.CallState.REJECTED);
        assertThat(end.cost()).isEqualTo(WORST);
        assertThat(end.costKnown()).isFalse();
    }

    @Test
    void aFreeCallCostsNothingWhateverBecameOfIt() {
        var where = new AttemptEnd.AttemptInfo(KEY, 1, Instant.EPOCH, new Waits(0, 0, 0, 0), true);
        var lost = new WireReply.Unknown(
                WireReply.Fault.RESET, "reset", OptionalInt.empty(), Headers.none(), Payload.utf8(""), TIMINGS);

        LogEntry.CallEnded end = AttemptEnd.of(new SendResult.Lost(lost, Optional.empty()), false, where, Usd.ZERO);

        assertThat(end.state()).isEqualTo(LogEntry.CallState.UNKNOWN);
        assertThat(CallCost.of(end.cost(), end.costKnown())).isEqualTo(CallCost.NONE);
    }

    @Test
    void aLostCallWithoutAPriceIsNotFree() {
        var where = new AttemptEnd.AttemptInfo(KEY, 1, Instant.EPOCH, new Waits(0, 0, 0, 0), false);
        var lost = new WireReply.Unknown(
                WireReply.Fault.RESET, "reset", OptionalInt.empty(), Headers.none(), Payload.utf8(""), TIMINGS);

        LogEntry.CallEnded end = AttemptEnd.of(new SendResult.Lost(lost, Optional.empty()), false, where, Usd.ZERO);

        assertThat(CallCost.of(end.cost(), end.costKnown()).unpriced()).isEqualTo(1);
    }

    private static LogEntry.CallEnded ended(Receipt receipt) {
        Payload body = Payload.utf8("{}");
        var reply = new WireReply.Complete(400, Headers.none(), body, Optional.empty(), TIMINGS);
        var where = new AttemptEnd.AttemptInfo(KEY, 1, Instant.EPOCH, new Waits(0, 0, 0, 0), false);
        return AttemptEnd.of(new SendResult.Rejected(reply, receipt), false, where, WORST);
    }
}
