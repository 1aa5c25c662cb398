package dev.rowan.engine.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.engine.transform.RowWaiter.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class SharedBatchAdapterTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final TokenInfo FIRST = new TokenInfo("run", 1, 0);
    private static final TokenInfo SECOND = new TokenInfo("run", 2, 0);
    private static final TransformResult RESULT = TransformResult.success(Row.of("answer", 1));

    private final List<String> late = new CopyOnWriteArrayList<>();
    private final SharedBatchAdapter adapter = new SharedBatchAdapter(
            1,
            (_, stateId, answer) -> late.add(stateId + " " + (answer instanceof Answer.Result ? "result" : "defect")));

    @Test
    void anAnswerThatIsGivenBeforeTheWaitIsFound() throws Exception {
        try (RowWaiter waiter = adapter.register(FIRST, "a")) {
            adapter.emit(FIRST, "a", RESULT);

            assertThat(waiter.await(LONG)).contains(RESULT);
        }
        assertThat(late).isEmpty();
    }

    @Test
    void aVisitWaitsUntilAnotherIsAnsweredWhenFull() throws Exception {
        try (var scope = CallScope.open("test");
                RowWaiter _ = adapter.register(FIRST, "a")) {
            FutureTask<RowWaiter> second = scope.fork(() -> adapter.register(SECOND, "b"));
            assertThat(adapter.pending()).isEqualTo(1);

            adapter.emit(FIRST, "a", RESULT);

            RowWaiter waiter = second.get();
            adapter.emit(SECOND, "b", RESULT);
            assertThat(waiter.await(LONG)).contains(RESULT);
        }
    }

    @Test
    void anAnswerAfterTheTimeLimitIsLate() throws Exception {
        try (RowWaiter waiter = adapter.register(FIRST, "a")) {
            assertThat(waiter.await(Duration.ZERO)).isEqualTo(Optional.empty());
        }

        adapter.emit(FIRST, "a", RESULT);
        adapter.fail(FIRST, "a", new IllegalStateException("late too"));

        assertThat(late).containsExactly("a result", "a defect");
    }

    @Test
    void aVisitIsNotAbandonedWhileItsCallsAreInFlight() throws Exception {
        var looks = new AtomicInteger();
        try (RowWaiter waiter = adapter.register(FIRST, "a")) {
            Optional<TransformResult> result = waiter.await(Duration.ZERO, () -> {
                if (looks.incrementAndGet() == 3) {
                    adapter.emit(FIRST, "a", RESULT);
                }
                return true;
            });

            assertThat(result).contains(RESULT);
        }
        assertThat(looks).hasValue(3);
        assertThat(late).isEmpty();
    }

    @Test
    void anAnswerThatMeetsABrokenOffWaitIsKept() throws Exception {
        try (RowWaiter _ = adapter.register(FIRST, "a")) {
            adapter.emit(FIRST, "a", RESULT);
        }

        assertThat(late).containsExactly("a result");
    }

    @Test
    void anAnswerToAnotherAttemptIsNotDelivered() throws Exception {
        try (RowWaiter waiter = adapter.register(FIRST, "second attempt")) {
            adapter.emit(FIRST, "first attempt", RESULT);

            assertThat(waiter.await(Duration.ZERO)).isEqualTo(Optional.empty());
        }
        assertThat(late).containsExactly("first attempt result");
    }

    @Test
    void aWorkersDefectIsThrownToItsWaiter() throws Exception {
        var defect = new IllegalStateException("worker");
        try (RowWaiter waiter = adapter.register(FIRST, "a")) {
            adapter.fail(FIRST, "a", defect);

            assertThatThrownBy(() -> waiter.await(LONG))
                    .isInstanceOf(TransformDefect.class)
                    .hasCause(defect);
        }
    }

    @Test
    void closingFailsAllWaiters() throws Exception {
        RowWaiter waiter = adapter.register(FIRST, "a");
        try (var scope = CallScope.open("test")) {
            FutureTask<RowWaiter> registering = scope.fork(() -> adapter.register(SECOND, "b"));

            adapter.close();

            assertThatThrownBy(() -> waiter.await(LONG)).isInstanceOf(TransformDefect.class);
            assertThatThrownBy(registering::get).hasCauseInstanceOf(TransformDefect.class);
            assertThatThrownBy(() -> adapter.register(SECOND, "c")).hasMessage("the transform is closed");
        }
    }

    @Test
    void oneVisitIsNotWaitedForTwice() throws Exception {
        var roomy = new SharedBatchAdapter(2, (_, _, _) -> {});
        try (RowWaiter _ = roomy.register(FIRST, "a")) {
            assertThatThrownBy(() -> roomy.register(FIRST, "a")).isInstanceOf(IllegalStateException.class);
        }
    }
}
