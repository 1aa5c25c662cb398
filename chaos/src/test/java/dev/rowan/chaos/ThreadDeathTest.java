package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.image.Folders;
import dev.rowan.testkit.LiveThreads;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Kills each thread of a run by a JVM error at every step it takes: the reader, a row's thread, the release thread,
/// the landscape's writer, and the thread that waits for them. The run must end, report the cause, and be resumable
/// as if nothing had happened.
@Timeout(180)
@Tag("slow")
class ThreadDeathTest {
    /// Points that only a resumed run reaches.
    private static final Set<FaultPoint> OF_A_RESUME =
            EnumSet.of(FaultPoint.TAKEN_OVER, FaultPoint.UNKNOWNS_ENDED, FaultPoint.SINK_CUT);

    /// Points that a short run on a new landscape does not reach.
    private static final Set<FaultPoint> OF_OTHERS =
            EnumSet.of(FaultPoint.MIGRATION, FaultPoint.BEFORE_CHECKPOINT, FaultPoint.AFTER_CHECKPOINT);

    /// Points that a short run may reach only once.
    private static final Set<FaultPoint> ONCE = EnumSet.of(
            FaultPoint.TAKEN_OVER,
            FaultPoint.UNKNOWNS_ENDED,
            FaultPoint.SINK_HALF_WRITTEN,
            FaultPoint.SINK_WRITTEN,
            FaultPoint.BEFORE_OUTCOMES,
            FaultPoint.AFTER_OUTCOMES,
            FaultPoint.BEFORE_END,
            FaultPoint.BEFORE_HEAD_FILE);

    static Stream<Arguments> deaths() {
        return EnumSet.complementOf(EnumSet.copyOf(OF_OTHERS)).stream()
                .filter(point -> !point.name().startsWith("BATCH_")) // a run in real time has no jobs
                .flatMap(point -> Stream.of(
                        Arguments.of(point, 1, new OutOfMemoryError("of a test")),
                        Arguments.of(point, ONCE.contains(point) ? 1 : 3, new StackOverflowError())));
    }

    /// Throws an error the nth time a point is reached.
    private static final class Dying implements Faults {
        private final FaultPoint where;
        private final int nth;
        private final Error error;
        private final AtomicInteger reached = new AtomicInteger();

        Dying(FaultPoint where, int nth, Error error) {
            this.where = where;
            this.nth = nth;
            this.error = error;
        }

        @Override
        public void at(FaultPoint point) {
            if (point == where && reached.incrementAndGet() == nth) {
                throw error;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void endsTheRunWhichResumesLikeAnUndisturbedOne(FaultPoint point, int nth, Error error) throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            Trial trial = site.trial(new Scenario(12, 5, Order.INPUT, Delivery.PATIENT), FaultVariation.none());
            Checker checker = trial.checker(Optional.of(Scenario.KEY));
            trial.run(trial.newService(), Faults.NONE);
            ReferenceRun reference = checker.reference();
            Folders.remove(trial.work());

            var service = trial.newService();
            var dying = new Dying(point, nth, error);
            if (OF_A_RESUME.contains(point)) {
                dies(() -> trial.run(service, new Dying(FaultPoint.AFTER_ANSWER, 8, error)), error);
                dies(() -> trial.resume(service, dying), error);
            } else {
                dies(() -> trial.run(service, dying), error);
            }
            assertThat(LiveThreads.named(site.folder(), "row", "rowan", "worker", "landscape"))
                    .isEmpty();

            trial.resume(service, Faults.NONE);
            assertThat(checker.check(reference, BilledCalls.of(service))).isEmpty();
        }
    }

    /// The error is the run's failure, or its cause.
    private static void dies(ThrowingCallable run, Error error) {
        Throwable thrown = catchThrowable(run);
        assertThat(Stream.iterate(thrown, each -> each != null, Throwable::getCause))
                .as("the causes of %s", thrown)
                .contains(error);
    }
}
