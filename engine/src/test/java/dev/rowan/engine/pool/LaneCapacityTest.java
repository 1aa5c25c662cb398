package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.AimdThrottle;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.DelayRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LaneCapacityTest {
    private static final int LONG_ENOUGH = 10_000;

    private final SteppedTime time = new SteppedTime();
    private final Pacer pacer = new Pacer(
            new AimdThrottle(new DelayRange(Duration.ZERO, Duration.ofSeconds(5)), 2, Duration.ofMillis(50)),
            time,
            time,
            Pacer.DEFAULT_DOWN_TIMEOUT);
    private final PacerLane lane = pacer.lane(new LaneCapacity(2, 12), DeclaredLimits.NONE);

    @Test
    void growsByTwiceWhatEndsOnTheWayUpToItsMost() {
        var capacity = new LaneCapacity(20, 60);

        assertThat(capacity.at(0)).isEqualTo(20);
        assertThat(capacity.at(7.6)).isEqualTo(35);
        assertThat(capacity.at(1_000)).isEqualTo(60);
    }

    @Test
    void rejectsInvalidCapacities() {
        assertThatThrownBy(() -> LaneCapacity.fixed(0)).hasMessageContaining("a capacity of at least 1");
        assertThatThrownBy(() -> new LaneCapacity(3, 2)).hasMessageContaining("got 3 and 2");
    }

    @Test
    void aLaneStartsWithItsLeast() throws Exception {
        assertThat(fitting()).isEqualTo(2);
    }

    @Test
    void capacityGrowsWithTheRequestsThatEndBeforeTheWire() throws Exception {
        endOnTheWay(4);

        assertThat(fitting()).as("2 and nearly twice 4").isBetween(9, 10);
    }

    @Test
    void aLaneHasNoMoreThanItsMost() throws Exception {
        endOnTheWay(50);

        assertThat(fitting()).isEqualTo(12);
    }

    @Test
    void capacityShrinksWhenNoRequestsEndBeforeTheWire() throws Exception {
        endOnTheWay(50);
        endOnTheWay(0);

        assertThat(fitting()).isEqualTo(2);
    }

    @Test
    void aLaneThatIsTunedKeepsWhatItLearned() throws Exception {
        endOnTheWay(50);
        lane.tune(new LaneCapacity(3, 5), DeclaredLimits.NONE);

        assertThat(fitting()).isEqualTo(5);
    }

    @Test
    void admitsAWaiterWhenTheLaneIsResized() throws Exception {
        List<DispatchGrant> inside = List.of(lane.enter(0, 0), lane.enter(0, 0));
        try (var scope = CallScope.open("lane-room-test")) {
            FutureTask<DispatchGrant> waiting = scope.fork(() -> lane.enter(0, 0));
            time.awaitParked(1);
            lane.tune(new LaneCapacity(3, 5), DeclaredLimits.NONE);

            assertThat(waiting.get().dispatch().number()).isEqualTo(3);
        }
        inside.forEach(pass -> lane.succeeded(pass, RateHints.none()));
    }

    @Test
    void admitsAWaiterWhenTheLaneAdaptsItsCapacity() throws Exception {
        DispatchGrant onItsWay = lane.enter(0, 0);
        endOthers(5);
        lane.enter(0, 0);
        try (var scope = CallScope.open("lane-room-test")) {
            FutureTask<DispatchGrant> waiting = scope.fork(() -> lane.enter(0, 0));
            time.awaitParked(1);
            time.advance(Duration.ofMillis(100));
            pacer.learn(lane, onItsWay);
            assertThat(lane.hasCapacity()).isFalse();
            time.advance(Duration.ofMillis(100));
            for (int look = 0; look < 100; look++) {
                pacer.learn(lane, onItsWay);
            }

            assertThat(waiting.get().fullNanos())
                    .isEqualTo(Duration.ofMillis(200).toNanos());
        }
    }

    /// Admits many requests, one after the other, and during each of them ends `others`, an even number, so
    /// that each of the sixteen is sampled.
    private void endOnTheWay(int others) throws InterruptedException {
        for (int i = 0; i < LONG_ENOUGH; i++) {
            DispatchGrant onItsWay = lane.enter(0, 0);
            endOthers(others);
            lane.reachedWire(onItsWay);
            lane.succeeded(onItsWay, RateHints.none());
        }
    }

    private void endOthers(int others) throws InterruptedException {
        for (int i = 0; i < others; i++) {
            lane.succeeded(lane.enter(0, 0), RateHints.none());
        }
    }

    /// The number of requests that fit into the lane now.
    private int fitting() throws InterruptedException {
        var inside = new ArrayList<DispatchGrant>();
        while (lane.hasCapacity()) {
            inside.add(lane.enter(0, 0));
        }
        inside.forEach(pass -> lane.succeeded(pass, RateHints.none()));
        return inside.size();
    }
}
