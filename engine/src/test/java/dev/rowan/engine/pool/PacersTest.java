package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PacersTest {
    private static final Pacers.Key KEY = new Pacers.Key("https://api.example.com", "f1", "");

    private final Pacers pacers = new Pacers(new FrozenTime(), new SplittableRandom(1), Pacer.DEFAULT_DOWN_TIMEOUT);

    @Test
    void transformsThatShareAServiceAndAKeyShareAPacer() {
        Pacer first = pacers.pacer(KEY, config(0, 5_000, DeclaredLimits.NONE));

        assertThat(pacers.pacer(KEY, config(0, 5_000, DeclaredLimits.NONE))).isSameAs(first);
        assertThat(pacers.pacer(new Pacers.Key(KEY.service(), "f2", ""), config(0, 5_000, DeclaredLimits.NONE)))
                .isNotSameAs(first);
        assertThat(pacers.pacer(new Pacers.Key(KEY.service(), "f1", "flex"), config(0, 5_000, DeclaredLimits.NONE)))
                .isNotSameAs(first);
    }

    @Test
    void theTimeInWhichTheLandscapeIsDownDoesNotCountAndNeitherDoesAPauseWithinIt() {
        var time = new SteppedTime();
        var all = new Pacers(time, new SplittableRandom(1), Pacer.DEFAULT_DOWN_TIMEOUT);
        Pacer pacer = all.pacer(KEY, config(0, 5_000, DeclaredLimits.NONE));
        all.landscapeDown(true);
        Pacer later = all.pacer(new Pacers.Key(KEY.service(), "f2", ""), config(0, 5_000, DeclaredLimits.NONE));
        time.advance(Duration.ofMinutes(1));
        all.pause();
        all.landscapeDown(false);
        time.advance(Duration.ofMinutes(1)); // still paused
        all.resume();
        time.advance(Duration.ofMinutes(1));

        assertThat(pacer.suspendedNanos()).isEqualTo(Duration.ofMinutes(2).toNanos());
        assertThat(later.suspendedNanos()).isEqualTo(Duration.ofMinutes(2).toNanos());
    }

    @Test
    void theLongestOfTheShortestDelaysHoldsForAll() {
        Pacer pacer = pacers.pacer(KEY, config(0, 5_000, DeclaredLimits.NONE));
        pacers.pacer(KEY, config(200, 5_000, DeclaredLimits.NONE));

        assertThat(pacer.currentDelay()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void theShortestOfTheLongestDelaysHoldsForAll() {
        Pacer pacer = pacers.pacer(KEY, config(300, 5_000, DeclaredLimits.NONE));
        pacers.pacer(KEY, config(0, 400, DeclaredLimits.NONE));
        PacerLane lane = pacer.lane(1);
        assertThat(pacer.currentDelay()).isEqualTo(Duration.ofMillis(300));

        refuseOnce(lane);

        assertThat(pacer.currentDelay()).isEqualTo(Duration.ofMillis(400));
    }

    @Test
    void whereTheBoundsCrossTheSlowerPaceWins() {
        Pacer pacer = pacers.pacer(KEY, config(0, 100, DeclaredLimits.NONE));
        pacers.pacer(KEY, config(1_000, 5_000, DeclaredLimits.NONE));

        assertThat(pacer.currentDelay()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void reportsThePaceOfEachService() throws InterruptedException {
        var limits = new DeclaredLimits(Optional.of(60L), Optional.empty());
        Pacer pacer = pacers.pacer(KEY, config(0, 5_000, limits));
        assertThat(pacers.states()).singleElement().satisfies(state -> {
            assertThat(state.getKey()).isEqualTo(KEY.service());
            assertThat(state.getValue())
                    .isEqualTo(new PaceState(
                            Duration.ZERO,
                            limits,
                            PaceState.Cause.NEVER_REFUSED,
                            Duration.ZERO,
                            Duration.ZERO,
                            Optional.empty(),
                            Optional.empty()));
        });

        refuseOnce(pacer.lane(1));

        assertThat(pacer.state().cause()).isEqualTo(PaceState.Cause.REFUSED);
        assertThat(pacer.state().delay()).isPositive();
    }

    @Test
    void theStrictestDeclaredLimitsHoldForAll() {
        var time = new SteppedTime();
        var shared = new Pacers(time, new SplittableRandom(1), Pacer.DEFAULT_DOWN_TIMEOUT);
        Pacer pacer = shared.pacer(KEY, config(0, 5_000, requests(600)));
        shared.pacer(KEY, config(0, 5_000, requests(60)));
        shared.pacer(KEY, config(0, 5_000, requests(6_000)));
        PacerLane lane = pacer.lane(100);

        assertThat(grantsWithin(time, pacer, lane, Duration.ofSeconds(10))).isBetween(10, 12);
    }

    @Test
    void aStopReachesEveryPacerAndThoseToCome() {
        PacerLane before =
                pacers.pacer(KEY, config(0, 5_000, DeclaredLimits.NONE)).lane(1);

        pacers.stop();

        PacerLane after = pacers.pacer(new Pacers.Key("https://b", "f1", ""), config(0, 5_000, DeclaredLimits.NONE))
                .lane(1);
        assertThatThrownBy(() -> before.enter(0, 0)).isInstanceOf(RowAbandonedException.class);
        assertThatThrownBy(() -> after.enter(0, 0)).isInstanceOf(RowAbandonedException.class);
    }

    private static int grantsWithin(SteppedTime time, Pacer pacer, PacerLane lane, Duration duration) {
        int granted = 0;
        long end = duration.toNanos();
        while (time.nanos() < end) {
            if (pacer.nextAt(0) <= time.nanos()) {
                enter(lane, time.nanos());
                granted++;
            } else {
                time.advance(Duration.ofMillis(1));
            }
        }
        return granted;
    }

    private static void refuseOnce(PacerLane lane) {
        lane.rateLimited(enter(lane, 0), RateHints.none());
    }

    private static DispatchGrant enter(PacerLane lane, long readyAt) {
        try {
            return lane.enter(0, readyAt);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static DeclaredLimits requests(long perMinute) {
        return new DeclaredLimits(Optional.of(perMinute), Optional.empty());
    }

    private static PoolConfig config(long min, long max, DeclaredLimits limits) {
        return new PoolConfig(
                4,
                Duration.ofMillis(min),
                Duration.ofMillis(max),
                2,
                Duration.ofMillis(50),
                Duration.ofHours(1),
                PoolConfig.Law.AIMD,
                limits);
    }
}
