package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.TestExtent;
import dev.rowan.engine.throttle.AimdThrottle;
import dev.rowan.engine.throttle.DelayRange;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Model checking with scenarios and interleavings from Lincheck's fixed seed.
@Tag("slow")
class PacerLincheckTest {

    @Test
    void admitsEveryRequestWithinTheLaneCapacity() {
        options().check(OneRoom.class);
    }

    @Test
    void rejectsAPacerThatChecksBeforeItCounts() {
        assertThatThrownBy(() -> options().check(CheckThenAct.class)).isInstanceOf(LincheckAssertionError.class);
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .iterations(TestExtent.of(3, 10))
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Model.class);
    }

    /// A request that enters, checks whether it is alone, and ends, so that no thread waits forever.
    public static class OneRoom {
        private final Pacer pacer = new Pacer(
                new AimdThrottle(new DelayRange(Duration.ZERO, Duration.ofSeconds(5)), 2, Duration.ofMillis(50)),
                new FrozenTime());
        private final PacerLane lane = pacer.lane(1);
        private final AtomicInteger inside = new AtomicInteger();

        @Operation
        public long pass() throws InterruptedException {
            DispatchGrant pass = lane.enter(0, 0);
            boolean alone = inside.incrementAndGet() == 1;
            inside.decrementAndGet();
            pacer.learn(lane, pass);
            lane.succeeded(pass, RateHints.none());
            return alone ? pass.dispatch().number() : -1;
        }
    }

    /// The sequential specification of the pacer.
    public static class Model {
        private long number;

        @Operation
        public long pass() {
            return ++number;
        }
    }

    /// The must-fail control: a number that is read and written in two steps.
    public static class CheckThenAct {
        private volatile long number;

        @Operation
        public long pass() {
            long next = number + 1;
            number = next;
            return next;
        }
    }
}
