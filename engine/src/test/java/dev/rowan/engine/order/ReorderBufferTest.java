package dev.rowan.engine.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ReorderBufferTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final ReorderBuffer<String> buffer =
            new ReorderBuffer<>(1, 1_000, 3, String::length, UnaryOperator.identity());

    @Test
    void theTakerWakesWhenTheHeadArrives() throws Exception {
        buffer.complete(2, "second");
        try (var scope = CallScope.open("test")) {
            FutureTask<List<String>> taking = scope.fork(() -> buffer.take(10, LONG));

            buffer.complete(1, "first");

            assertThat(taking.get()).containsExactly("first", "second");
        }
    }

    @Test
    void aTakerWhoWantsSomeSleepsUntilSomeAreHeld() throws Exception {
        try (var scope = CallScope.open("test")) {
            FutureTask<List<String>> taking = scope.fork(() -> buffer.take(2, 10, LONG));
            buffer.complete(1, "first");
            assertThatThrownBy(() -> taking.get(20, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            buffer.complete(2, "second");

            assertThat(taking.get()).containsExactly("first", "second");
        }
    }

    @Test
    void aTakerWhoWantsSomeGetsWhatThereIsWhenItsTimeIsUpOrNoMoreCome() throws Exception {
        buffer.complete(1, "first");
        assertThat(buffer.take(2, 10, Duration.ZERO)).containsExactly("first");
        buffer.complete(2, "second");
        buffer.end();
        assertThat(buffer.take(2, 10, LONG)).containsExactly("second");
    }

    @Test
    void theProducerWaitsForCapacity() throws Exception {
        assertThat(buffer.awaitCapacity(3)).isTrue();
        buffer.complete(1, "first");
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> waiting = scope.fork(() -> buffer.awaitCapacity(4));
            assertThat(waiting.isDone()).isFalse();

            buffer.take(1, Duration.ZERO);

            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    void theProducerWaitsWhileThinItemsFillTheirCapacity() throws Exception {
        var heavy = new ReorderBuffer<Integer>(1, 0, 1_000, _ -> 1 << 20, UnaryOperator.identity());
        for (int turn = 2; turn <= 66; turn++) {
            heavy.complete(turn, turn);
        }
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> waiting = scope.fork(() -> heavy.awaitCapacity(67));
            assertThatThrownBy(() -> waiting.get(20, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            heavy.complete(1, 1);
            assertThat(heavy.take(100, Duration.ZERO)).hasSize(66);
            assertThat(heavy.take(100, Duration.ZERO)).isEmpty(); // what was taken before is written by now

            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    void theEndWakesEveryoneWhoWaits() throws Exception {
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> waiting = scope.fork(() -> buffer.awaitCapacity(4));
            FutureTask<List<String>> taking = scope.fork(() -> buffer.take(1, LONG));

            buffer.end();

            assertThat(waiting.get()).isFalse();
            assertThat(taking.get()).isEmpty();
            assertThat(buffer.isDrained()).isTrue();
        }
    }

    @Test
    void itemsBehindAMissingHeadAreNotReleasedAfterTheEnd() throws Exception {
        buffer.complete(1, "first");
        buffer.complete(3, "third");

        buffer.end();

        assertThat(buffer.isDrained()).isFalse();
        assertThat(buffer.take(10, LONG)).containsExactly("first");
        assertThat(buffer.isDrained()).isTrue();
        assertThat(buffer.held()).isEqualTo(1);
    }

    @Test
    void refusesATurnTwiceATurnThatLeftAndOneTooFarAhead() throws Exception {
        buffer.complete(1, "first");

        assertThatThrownBy(() -> buffer.complete(1, "again")).hasMessage("turn 1 is finished already");
        buffer.take(1, Duration.ZERO);
        assertThatThrownBy(() -> buffer.complete(1, "again")).hasMessage("turn 1 is outside 2 to 4");
        assertThatThrownBy(() -> buffer.complete(5, "far")).hasMessage("turn 5 is outside 2 to 4");
    }

    @Test
    void interruptingTheTakerEndsItsWait() {
        try (var scope = CallScope.open("test")) {
            FutureTask<List<String>> taking = scope.fork(() -> buffer.take(1, LONG));

            scope.interrupt();

            assertThatThrownBy(taking::get).hasCauseInstanceOf(InterruptedException.class);
        }
    }
}
