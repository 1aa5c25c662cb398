package dev.rowan.landscape.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class WriteQueueTest {
    private static final Event EVENT = Event.of(EventTable.RUN_EVENT, 1, "run_noted", "{}");

    private final FakeTime time = new FakeTime();
    private final WriteQueue intake =
            new WriteQueue(new WriteQueue.Limits(2, 1L << 20, Duration.ofMillis(50), 1_000), time);

    @Test
    void numbersRiseWithTheEvents() throws InterruptedException {
        assertThat(intake.put(List.of(EVENT))).isEqualTo(1);
        assertThat(intake.put(List.of(EVENT, EVENT))).isEqualTo(3);
        assertThat(intake.take(Optional.empty())).hasSize(3);
        assertThat(intake.put(List.of(EVENT))).isEqualTo(4);
    }

    @Test
    void aPutBlocksWhileTheGroupIsFull() throws InterruptedException, ExecutionException {
        intake.put(List.of(EVENT, EVENT, EVENT, EVENT));
        try (CallScope scope = CallScope.open("caller")) {
            FutureTask<Long> put = scope.fork(() -> intake.put(List.of(EVENT)));

            assertThat(intake.take(Optional.empty())).hasSize(4);
            assertThat(put.get()).isEqualTo(5);
        }
    }

    @Test
    void takesEventsPutTogetherInOneGroupWhateverTheirSize() throws InterruptedException {
        intake.put(List.of(EVENT, EVENT, EVENT));
        intake.put(List.of(EVENT, EVENT, EVENT, EVENT, EVENT));

        assertThat(intake.take(Optional.empty())).hasSize(8);
    }

    @Test
    void takesAnAgedGroup() throws InterruptedException {
        intake.put(List.of(EVENT));
        time.advance(Duration.ofMillis(50));

        assertThat(intake.take(Optional.empty())).hasSize(1);
    }

    @Test
    void anAwaitMakesTheGroupDue() throws InterruptedException, ExecutionException {
        long number = intake.put(List.of(EVENT));
        try (CallScope scope = CallScope.open("caller")) {
            FutureTask<Boolean> waiter = scope.fork(() -> {
                intake.await(number, Duration.ZERO);
                return true;
            });

            assertThat(intake.take(Optional.of(Duration.ofHours(1)))).hasSize(1);
            intake.committed();
            assertThat(waiter.get()).isTrue();
        }
    }

    private FutureTask<Boolean> waiter(CallScope scope, WriteQueue waited, Duration delay) throws InterruptedException {
        long number = waited.put(List.of(EVENT));
        return scope.fork(() -> {
            waited.await(number, delay);
            return true;
        });
    }

    @Test
    void doesNotDelayAtHighRates() throws InterruptedException, ExecutionException {
        var busy = new WriteQueue(new WriteQueue.Limits(100, 1L << 20, Duration.ofHours(1), 1_000), time);
        for (int i = 0; i < 20; i++) {
            busy.put(Collections.nCopies(200, EVENT));
            time.advance(Duration.ofMillis(100));
            assertThat(busy.take(Optional.empty())).hasSize(200);
        }
        busy.committed();
        try (CallScope scope = CallScope.open("caller")) {
            FutureTask<Boolean> waiter = waiter(scope, busy, Duration.ofHours(1));

            assertThat(busy.take(Optional.of(Duration.ofHours(1)))).hasSize(1);
            busy.committed();
            assertThat(waiter.get()).isTrue();
        }
    }

    @Test
    void doesNotDelayAtTheStart() throws InterruptedException, ExecutionException {
        try (CallScope scope = CallScope.open("caller")) {
            FutureTask<Boolean> waiter = waiter(scope, intake, Duration.ofHours(1));

            assertThat(intake.take(Optional.of(Duration.ofMinutes(1)))).hasSize(1);
            intake.committed();
            assertThat(waiter.get()).isTrue();
        }
    }

    @Test
    void doesNotDelayLongAfterTheLastCommit() throws InterruptedException, ExecutionException {
        time.advance(Duration.ofMillis(100));
        try (CallScope scope = CallScope.open("caller")) {
            FutureTask<Boolean> waiter = waiter(scope, intake, Duration.ofMillis(100));

            assertThat(intake.take(Optional.of(Duration.ofHours(1)))).hasSize(1);
            intake.committed();
            assertThat(waiter.get()).isTrue();
        }
    }

    @Test
    void commitsADelayedAwaitTogetherWithLaterEvents() throws InterruptedException, ExecutionException {
        var slow = new WriteQueue(new WriteQueue.Limits(100, 1L << 20, Duration.ofHours(1), 1_000), time);
        slow.put(List.of(EVENT));
        time.advance(Duration.ofHours(2));
        assertThat(slow.take(Optional.empty())).hasSize(1);
        try (CallScope scope = CallScope.open("caller")) {
            FutureTask<Boolean> patient = waiter(scope, slow, Duration.ofHours(1));
            FutureTask<List<Event>> taken = scope.fork(() -> slow.take(Optional.of(Duration.ofHours(1))));
            slow.put(List.of(EVENT));
            FutureTask<Boolean> impatient = waiter(scope, slow, Duration.ZERO);

            assertThat(taken.get()).hasSize(3);
            slow.committed();
            assertThat(patient.get()).isTrue();
            assertThat(impatient.get()).isTrue();
        }
    }

    @Test
    void takesNothingAfterTheTimeout() throws InterruptedException {
        assertThat(intake.take(Optional.of(Duration.ZERO))).isEmpty();
    }

    @Test
    void everyCallerGetsTheFailure() throws InterruptedException {
        long number = intake.put(List.of(EVENT, EVENT, EVENT, EVENT));
        try (CallScope scope = CallScope.open("caller")) {
            FutureTask<Long> put = scope.fork(() -> intake.put(List.of(EVENT)));
            FutureTask<Boolean> waiter = scope.fork(() -> {
                intake.await(number, Duration.ZERO);
                return true;
            });
            intake.fail(new LandscapeException("the disk is full"));

            assertThatThrownBy(put::get).hasRootCauseMessage("the disk is full");
            assertThatThrownBy(waiter::get).hasRootCauseMessage("the disk is full");
        }
        assertThatThrownBy(() -> intake.put(List.of(EVENT)))
                .isInstanceOf(LandscapeException.class)
                .hasMessage("the disk is full");
    }

    @Test
    void drainsAfterClose() throws InterruptedException {
        intake.put(List.of(EVENT));
        intake.close();

        assertThat(intake.take(Optional.empty())).hasSize(1);
        assertThat(intake.take(Optional.empty())).isEmpty();
        assertThatThrownBy(() -> intake.put(List.of(EVENT))).isInstanceOf(IllegalStateException.class);
    }
}
