package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.pool.Outage.Effect;
import dev.rowan.engine.pool.Outage.Failure;
import dev.rowan.engine.pool.Outage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OutageTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static final Failure REFUSED = new Failure(Stage.CONNECT, "refused");
    private static final Failure RESET = new Failure(Stage.REPLY, "reset");

    private final Outage outage = new Outage(Duration.ofMinutes(10));
    private long dispatch;

    @Test
    void oneUnluckyRequestAmongOthersThatPassIsNoOutage() {
        for (int i = 0; i < 100; i++) {
            assertThat(fail(i)).isEqualTo(Effect.NONE);
            assertThat(fail(i)).isEqualTo(Effect.NONE);
            outage.reached(0);
        }

        assertThat(outage.isDown()).isFalse();
    }

    @Test
    void isDownAfterThreeConsecutiveFailuresUntilAReply() {
        takeDown(0);

        assertThat(outage.isDown()).isTrue();
        outage.reached(0);
        assertThat(outage.isDown()).isFalse();
        assertThat(fail(1)).isEqualTo(Effect.NONE);
    }

    @Test
    void probesOneAtATimeAfterGrowingIntervals() {
        takeDown(0);
        var millis = new ArrayList<Long>();
        while (millis.size() < 9) {
            long at = outage.probeAt();
            millis.add(at / 1_000_000);
            outage.probing(++dispatch);
            assertThat(outage.probeAt()).isEqualTo(ThreadParker.NEVER);
            assertThat(outage.failed(dispatch, 1, REFUSED, at)).isEqualTo(Effect.DOWN);
            outage.ended(dispatch);
        }

        assertThat(millis)
                .isEqualTo(List.of(500L, 1_500L, 3_500L, 7_500L, 15_500L, 31_500L, 61_500L, 91_500L, 121_500L));
    }

    @Test
    void probesLastWhenTheTimeoutEndsNotCountingPauses() {
        takeDown(0);
        outage.postpone(60 * SECOND);
        Effect effect = Effect.DOWN;
        long at = 0;
        while (effect == Effect.DOWN) {
            at = outage.probeAt();
            outage.probing(++dispatch);
            effect = outage.failed(dispatch, 1, REFUSED, at);
            outage.ended(dispatch);
        }

        assertThat(effect).isEqualTo(Effect.TIMED_OUT);
        assertThat(at).isEqualTo(660 * SECOND);
    }

    @Test
    void requestsThatWereOnTheWireAlreadyDoNotPostponeTheProbe() {
        takeDown(0);
        long probeAt = outage.probeAt();

        fail(SECOND / 4);

        assertThat(outage.probeAt()).isEqualTo(probeAt);
    }

    @Test
    void oneRowWhoseConnectionsBreakIsNoOutage() {
        for (int i = 0; i < 10; i++) {
            assertThat(fail(1, RESET, i)).isEqualTo(Effect.NONE);
        }

        assertThat(fail(2, RESET, 10)).isEqualTo(Effect.DOWN);
    }

    @Test
    void probesByAConnectionWhereThereWasNone() {
        takeDown(0);

        assertThat(outage.isConnectProbe(probe())).isTrue();
        outage.connected(dispatch, 0);
        assertThat(outage.isDown()).isFalse();
        assertThat(outage.outages()).isEqualTo(1);
    }

    @Test
    void probesByARequestWhereConnectionsBreak() {
        fail(0);
        fail(0);
        fail(2, RESET, 0);

        assertThat(outage.isDown()).isTrue();
        assertThat(outage.isConnectProbe(probe())).isFalse();
    }

    @Test
    void whatBreaksLateDoesNotHideThatNoConnectionWasMadeSince() {
        long early = ++dispatch;
        takeDown(0);
        outage.failed(early, 2, RESET, 1);

        assertThat(outage.isConnectProbe(probe())).isTrue();
    }

    @Test
    void aFailureAfterAConnectionContinuesTheOutageAndIsProbedByRequestsUntilAReply() {
        takeDown(0);
        long first = outage.probeAt();
        outage.connected(probe(), 0);

        assertThat(outage.failed(dispatch, 1, RESET, first)).isEqualTo(Effect.DOWN);
        assertThat(outage.outages()).isEqualTo(1);
        assertThat(outage.probeAt() - first).isEqualTo(SECOND);
        long second = outage.probeAt();
        assertThat(outage.isConnectProbe(probe())).isFalse();
        assertThat(outage.failed(dispatch, 1, REFUSED, second)).isEqualTo(Effect.DOWN);
        outage.ended(dispatch);
        assertThat(outage.isConnectProbe(probe())).isFalse();

        outage.reached(0);
        takeDown(0);
        assertThat(outage.isConnectProbe(probe())).isTrue();
    }

    @Test
    void aRequestFromBeforeTheOutageDoesNotUndoAConnection() {
        long early = ++dispatch;
        takeDown(0);
        outage.connected(probe(), 0);

        assertThat(outage.failed(early, 2, RESET, SECOND)).isEqualTo(Effect.DOWN);
        assertThat(outage.isDown()).isFalse();
    }

    @Test
    void reportsStartAndEndOnce() {
        takeDown(SECOND);
        fail(2 * SECOND);
        outage.connected(probe(), 3 * SECOND);
        outage.failed(dispatch, 1, RESET, 4 * SECOND);
        outage.reached(5 * SECOND);
        outage.reached(6 * SECOND);

        assertThat(outage.takeChanges())
                .containsExactly(
                        new Outage.Change(SECOND, OptionalLong.empty(), "refused"),
                        new Outage.Change(SECOND, OptionalLong.of(3 * SECOND), "refused"),
                        new Outage.Change(SECOND, OptionalLong.empty(), "reset"),
                        new Outage.Change(SECOND, OptionalLong.of(5 * SECOND), "reset"));
        assertThat(outage.takeChanges()).isEmpty();
    }

    private void takeDown(long now) {
        for (int i = 1; i < Outage.FAILURES; i++) {
            assertThat(fail(now)).isEqualTo(Effect.NONE);
        }
        assertThat(fail(now)).isEqualTo(Effect.DOWN);
    }

    private Effect fail(long now) {
        return fail(1, REFUSED, now);
    }

    private Effect fail(long row, Failure failure, long now) {
        Effect effect = outage.failed(++dispatch, row, failure, now);
        outage.ended(dispatch);
        return effect;
    }

    /// Dispatches the next probe when it is due.
    private long probe() {
        outage.probing(++dispatch);
        return dispatch;
    }
}
