package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.throttle.AimdThrottle;
import dev.rowan.engine.throttle.BoundedThrottle;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.DelayRange;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.Throttle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PacerTest {
    private static final Duration PACE = Duration.ofMillis(100);

    private final SteppedTime time = new SteppedTime();
    private final Pacer pacer = new Pacer(fixed(PACE), time, time, Pacer.DEFAULT_DOWN_TIMEOUT);
    private final PacerLane lane = pacer.lane(10);
    private final BlockingQueue<String> entered = new LinkedBlockingQueue<>();

    @Test
    void letsTheFirstRequestGoAtOnce() throws Exception {
        assertThat(lane.enter(0, time.nanos())).isEqualTo(new DispatchGrant(new Dispatch(1, 0, 0), 0, 0, 0, 0, 0));
    }

    @Test
    void admitsRequestsOneByOneAtTheirTimes() throws Exception {
        try (var scope = CallScope.open("pacer-test")) {
            for (String name : List.of("a", "b", "c")) {
                enter(scope, lane, name, 0);
            }
            assertThat(next()).isEqualTo("a");
            time.advance(PACE);
            assertThat(next()).isEqualTo("b");
            assertThat(entered).isEmpty();
            time.advance(PACE);
            assertThat(next()).isEqualTo("c");
        }
    }

    @Test
    void onlyTheFirstInTheQueueWaitsWithATimeout() throws Exception {
        try (var scope = CallScope.open("pacer-test")) {
            lane.enter(0, 0);
            enter(scope, lane, "b", 0);
            enter(scope, lane, "c", 0);
            enter(scope, lane, "d", 0);
            time.awaitParked(3);

            assertThat(time.parked().values())
                    .containsExactlyInAnyOrder(PACE.toNanos(), ThreadParker.NEVER, ThreadParker.NEVER);
        }
    }

    @Test
    void fourRowsInBackOffSlowNoHealthyOne() throws Exception {
        var free = new Pacer(fixed(Duration.ofNanos(1)), time, time, Pacer.DEFAULT_DOWN_TIMEOUT);
        PacerLane narrow = free.lane(1);
        try (var scope = CallScope.open("pacer-test")) {
            for (int i = 0; i < 4; i++) {
                enter(scope, narrow, "late", Duration.ofSeconds(30).toNanos());
            }
            for (int i = 0; i < 100; i++) {
                time.advance(Duration.ofNanos(1));
                narrow.succeeded(narrow.enter(0, time.nanos()), RateHints.none());
            }

            assertThat(time.nanos()).isEqualTo(100);
            assertThat(entered).isEmpty();
        }
    }

    @Test
    void ordersRetriesByTime() throws Exception {
        try (var scope = CallScope.open("pacer-test")) {
            lane.enter(0, 0);
            enter(scope, lane, "at 90", Duration.ofMillis(90).toNanos());
            enter(scope, lane, "at 20", Duration.ofMillis(20).toNanos());
            enter(scope, lane, "at 50", Duration.ofMillis(50).toNanos());

            time.advance(PACE);
            assertThat(next()).isEqualTo("at 20");
            time.advance(PACE);
            assertThat(next()).isEqualTo("at 50");
            time.advance(PACE);
            assertThat(next()).isEqualTo("at 90");
        }
    }

    @Test
    void aFullLaneHoldsBackOnlyItself() throws Exception {
        PacerLane full = pacer.lane(1);
        try (var scope = CallScope.open("pacer-test")) {
            DispatchGrant inside = full.enter(0, 0);
            enter(scope, full, "full", 0);
            enter(scope, lane, "other", 0);
            time.advance(PACE);
            assertThat(next()).isEqualTo("other");
            time.advance(PACE);
            assertThat(entered).isEmpty();

            full.succeeded(inside, RateHints.none());
            assertThat(next()).isEqualTo("full");
        }
    }

    @Test
    void admitsNothingBeforeRetryAfter() throws Exception {
        try (var scope = CallScope.open("pacer-test")) {
            refuseARound(Duration.ofSeconds(20));
            enter(scope, lane, "next", 0);

            time.advance(Duration.ofSeconds(19));
            assertThat(entered).isEmpty();
            time.advance(Duration.ofSeconds(1));
            assertThat(next()).isEqualTo("next");
        }
    }

    @Test
    void hasNoSpuriousWakeups() throws Exception {
        try (var scope = CallScope.open("pacer-test")) {
            refuseARound(Duration.ofMinutes(5));
            enter(scope, lane, "next", 0);
            long parks = time.parks();

            for (int second = 0; second < 299; second++) {
                time.advance(Duration.ofSeconds(1));
            }

            assertThat(time.parks()).isEqualTo(parks);
        }
    }

    @Test
    void aWallClockThatIsSetDoesNotMatter() throws Exception {
        try (var scope = CallScope.open("pacer-test")) {
            lane.enter(0, 0);
            enter(scope, lane, "next", 0);

            time.jump(Duration.ofDays(-400));
            time.advance(PACE.minusMillis(1));
            assertThat(entered).isEmpty();
            time.jump(Duration.ofDays(400));
            time.advance(Duration.ofMillis(1));
            assertThat(next()).isEqualTo("next");
        }
    }

    @Test
    void anInterruptedWaiterLetsTheNextGo() throws Exception {
        try (var scope = CallScope.open("pacer-test");
                var given = CallScope.open("pacer-test-given")) {
            lane.enter(0, 0);
            FutureTask<DispatchGrant> stopped = given.fork(() -> lane.enter(0, 0));
            time.awaitParked(1);
            enter(scope, lane, "next", 0);
            given.close();

            assertThatThrownBy(stopped::get).hasCauseInstanceOf(InterruptedException.class);
            time.advance(PACE);
            assertThat(next()).isEqualTo("next");
        }
    }

    @Test
    void rejectsAnInterruptedThread() throws Exception {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lane.enter(0, 0)).isInstanceOf(InterruptedException.class);

        assertThat(lane.enter(0, 0).dispatch().number()).isEqualTo(1);
    }

    @Test
    void aStopReachesAllWhoWaitAtOnce() throws Exception {
        try (var scope = CallScope.open("pacer-test")) {
            lane.enter(0, 0);
            List<FutureTask<DispatchGrant>> waiting = List.of(
                    scope.fork(() -> lane.enter(0, 0)),
                    scope.fork(() -> lane.enter(0, Duration.ofHours(1).toNanos())));
            time.awaitParked(2);

            pacer.stop();

            for (FutureTask<DispatchGrant> each : waiting) {
                assertThatThrownBy(each::get).hasCauseInstanceOf(RowAbandonedException.class);
            }
            assertThat(time.nanos()).isZero();
        }
    }

    @Test
    void reportsCurrentAndPeakDelay() throws Exception {
        var slowing = new Pacer(
                new AimdThrottle(new DelayRange(Duration.ZERO, Duration.ofSeconds(5)), 2, Duration.ofMillis(50)),
                time,
                time,
                Pacer.DEFAULT_DOWN_TIMEOUT);
        PacerLane only = slowing.lane(1);
        only.rateLimited(only.enter(0, 0), RateHints.none());
        time.advance(PACE);
        only.succeeded(only.enter(0, 0), RateHints.none());

        assertThat(slowing.peakDelay()).isEqualTo(Duration.ofMillis(50));
        assertThat(slowing.currentDelay()).isZero();
    }

    /// Starts a thread that enters and reports it; returns when it is admitted or waits.
    private void enter(CallScope scope, PacerLane target, String name, long readyAt) throws InterruptedException {
        int parked = time.parked().size();
        int inside = entered.size();
        scope.start(() -> {
            try {
                target.enter(0, readyAt);
                entered.add(name);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        while (time.parked().size() == parked && entered.size() == inside) {
            Thread.onSpinWait();
        }
    }

    private String next() throws InterruptedException {
        String name = entered.poll(60, TimeUnit.SECONDS);
        return name == null ? "nobody" : name;
    }

    /// Enough consecutive refusals for all to wait.
    private void refuseARound(Duration retryAfter) throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            time.advance(PACE);
            lane.rateLimited(lane.enter(0, 0), retryAfter(retryAfter));
        }
    }

    private static RateHints retryAfter(Duration wait) {
        return RateHints.none().orAfter(Optional.of(wait));
    }

    /// A constant pace.
    private static Throttle fixed(Duration delay) {
        return new BoundedThrottle(
                new AimdThrottle(new DelayRange(delay, delay), 2, Duration.ZERO), DeclaredLimits.NONE);
    }
}
