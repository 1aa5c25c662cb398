package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.pool.Outage.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Outage outage = new Outage(Duration.ofMinutes(10));
    private long dispatch;

    @Test
    void oneUnluckyRequestAmongOthersThatPassIsNoOutage() {
        for (int i = 0; i < 100; i++) {
            assertThat(fail(i)).isEqualTo(Effect.NONE);
            assertThat(fail(i)).isEqualTo(Effect.NONE);
            outage.reached();
        }

        assertThat(outage.isDown()).isFalse();
    }

    @Test
    void isDownAfterThreeFailuresInARowUntilAReplyComes() {
        takeDown(0);

        assertThat(outage.isDown()).isTrue();
        outage.reached();
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
            assertThat(outage.probeAt()).isEqualTo(Parking.NEVER);
            assertThat(outage.failed(dispatch, "refused", at)).isEqualTo(Effect.DOWN);
            outage.ended(dispatch);
        }

        assertThat(millis)
                .isEqualTo(List.of(500L, 1_500L, 3_500L, 7_500L, 15_500L, 31_500L, 61_500L, 91_500L, 121_500L));
    }

    @Test
    void probesForTheLastTimeWhenTheTimeOutEndsAndLeavesPausesOut() {
        takeDown(0);
        outage.postpone(60 * SECOND);
        Effect effect = Effect.DOWN;
        long at = 0;
        while (effect == Effect.DOWN) {
            at = outage.probeAt();
            outage.probing(++dispatch);
            effect = outage.failed(dispatch, "refused", at);
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

    private void takeDown(long now) {
        for (int i = 1; i < Outage.FAILURES; i++) {
            assertThat(fail(now)).isEqualTo(Effect.NONE);
        }
        assertThat(fail(now)).isEqualTo(Effect.DOWN);
    }

    private Effect fail(long now) {
        Effect effect = outage.failed(++dispatch, "refused", now);
        outage.ended(dispatch);
        return effect;
    }
}
