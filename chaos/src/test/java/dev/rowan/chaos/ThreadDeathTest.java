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

/// Lets each thread of a run die by an error of the machine, at every step it takes: the reader, a row's own,
/// the release thread, the landscape's writer, and the one that waits for them. The run has to end, say of
/// what, and be gone on with as if nothing had happened.
@Timeout(60)
@Tag("slow")
class ThreadDeathTest {
    /// What a run comes to only when it takes over from another.
    private static final Set<FaultPoint> OF_A_RESUME =
            EnumSet.of(FaultPoint.TAKEN_OVER, FaultPoint.UNKNOWNS_ENDED, FaultPoint.SINK_CUT);

    /// What a short run on a new landscape does not come to.
    private static final Set<FaultPoint> OF_OTHERS =
            EnumSet.of(FaultPoint.MIGRATION, FaultPoint.BEFORE_CHECKPOINT, FaultPoint.AFTER_CHECKPOINT);

    /// What a short run may come to only once.
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

    /// Throws an error when a point is reached for the nth time.
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
        try (Site site = Site.open()) {
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

    /// The error is what ended it, or stands behind what did.
    private static void dies(ThrowingCallable run, Error error) {
        Throwable thrown = catchThrowable(run);
        assertThat(Stream.iterate(thrown, each -> each != null, Throwable::getCause))
                .as("the causes of %s", thrown)
                .contains(error);
    }
}
