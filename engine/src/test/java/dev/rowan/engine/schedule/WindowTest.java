package dev.rowan.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class WindowTest {
    private static final long LARGE = 1_000_000;

    private final Window window = new Window(1, LARGE);

    @Test
    void aRowWaitsForAFreeSlot() throws Exception {
        Window.Slot first = enter(window, 10);
        try (var scope = CallScope.open("test")) {
            FutureTask<Optional<Window.Slot>> entering = scope.fork(() -> window.enter(10));

            first.leave();

            assertThat(entering.get()).isPresent();
            assertThat(window.peak()).isEqualTo(1);
        }
    }

    @Test
    void aRowEntersALargeWindowWithOneFreeSlot() throws Exception {
        var large = new Window(640, LARGE);
        Window.Slot last = enter(large, 1);
        for (int i = 1; i < 640; i++) {
            enter(large, 1);
        }
        try (var scope = CallScope.open("test")) {
            FutureTask<Optional<Window.Slot>> entering = scope.fork(() -> large.enter(1));

            last.leave();

            assertThat(entering.get()).isPresent();
            assertThat(large.inside()).isEqualTo(640);
        }
    }

    @Test
    void aLargeRowWaitsUntilThereIsMemoryForIt() throws Exception {
        var bounded = new Window(640, LARGE);
        Window.Slot first = enter(bounded, LARGE / 2);
        enter(bounded, LARGE / 2);
        try (var scope = CallScope.open("test")) {
            FutureTask<Optional<Window.Slot>> entering = scope.fork(() -> bounded.enter(LARGE / 2));
            assertThat(bounded.inside()).isEqualTo(2);

            first.leave();

            assertThat(entering.get()).isPresent();
            assertThat(bounded.peak()).isEqualTo(2);
            assertThat(bounded.bytes()).isEqualTo(LARGE);
        }
    }

    @Test
    void aRowLargerThanTheMemoryPassesAlone() throws Exception {
        var bounded = new Window(640, LARGE);
        Window.Slot small = enter(bounded, 1);
        try (var scope = CallScope.open("test")) {
            FutureTask<Optional<Window.Slot>> huge = scope.fork(() -> bounded.enter(5 * LARGE));
            assertThat(bounded.inside()).isEqualTo(1);

            small.leave();
            Window.Slot alone = huge.get().orElseThrow();
            FutureTask<Optional<Window.Slot>> next = scope.fork(() -> bounded.enter(1));
            assertThat(bounded.inside()).isEqualTo(1);
            alone.leave();

            assertThat(next.get()).isPresent();
            assertThat(bounded.peak()).isEqualTo(1);
        }
    }

    @Test
    void aRowInsideGrowsWithoutWaitingAndKeepsOthersOut() throws Exception {
        var bounded = new Window(640, LARGE);
        Window.Slot growing = enter(bounded, 1);
        growing.grow(2 * LARGE);
        assertThat(bounded.bytes()).isEqualTo(2 * LARGE + 1);
        try (var scope = CallScope.open("test")) {
            FutureTask<Optional<Window.Slot>> entering = scope.fork(() -> bounded.enter(1));
            assertThat(bounded.inside()).isEqualTo(1);

            growing.grow(-2 * LARGE);

            assertThat(entering.get()).isPresent();
        }
    }

    @Test
    void countsNothingWhenAllRowsHaveLeft() throws Exception {
        var bounded = new Window(640, LARGE);
        Window.Slot one = enter(bounded, 100);
        Window.Slot other = enter(bounded, 200_000);
        one.grow(77);
        one.grow(200_000);
        other.grow(-150_000);

        one.leave();
        other.leave();

        assertThat(bounded.bytes()).isZero();
        assertThat(bounded.inside()).isZero();
    }

    @Test
    void closingTurnsThoseAwayWhoWaitAndKeepsThoseInside() throws Exception {
        enter(window, 1);
        try (var scope = CallScope.open("test")) {
            FutureTask<Optional<Window.Slot>> entering = scope.fork(() -> window.enter(1));
            FutureTask<Optional<Window.Slot>> behind = scope.fork(() -> window.enter(1));

            window.close();

            assertThat(entering.get()).isEmpty();
            assertThat(behind.get()).isEmpty();
            assertThat(window.inside()).isEqualTo(1);
        }
    }

    @Test
    void isEmptyOnceTheLastRowHasLeft() throws Exception {
        Window.Slot slot = enter(window, 1);
        assertThat(window.awaitEmpty(Duration.ZERO)).isFalse();
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> waiting = scope.fork(() -> window.awaitEmpty(Duration.ofSeconds(10)));

            slot.leave();

            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    void refusesToLetOutMoreThanEntered() throws Exception {
        Window.Slot slot = enter(window, 1);
        slot.leave();

        assertThatThrownBy(slot::leave).isInstanceOf(IllegalStateException.class);
    }

    private static Window.Slot enter(Window into, long bytes) throws InterruptedException {
        return into.enter(bytes).orElseThrow();
    }
}
