package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WindowTest {
    private final Window window = new Window(1);

    @Test
    void aRowWaitsUntilAnotherLeaves() throws Exception {
        window.enter();
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> entering = scope.fork(window::enter);

            window.leave();

            assertThat(entering.get()).isTrue();
            assertThat(window.peak()).isEqualTo(1);
        }
    }

    @Test
    void aRowFindsAPlaceInALargeWindowThoughOnlyOneIsFree() throws Exception {
        var large = new Window(640);
        for (int i = 0; i < 640; i++) {
            large.enter();
        }
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> entering = scope.fork(large::enter);

            large.leave();

            assertThat(entering.get()).isTrue();
            assertThat(large.inside()).isEqualTo(640);
        }
    }

    @Test
    void closingTurnsThoseAwayWhoWaitAndKeepsThoseInside() throws Exception {
        window.enter();
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> entering = scope.fork(window::enter);

            window.close();

            assertThat(entering.get()).isFalse();
            assertThat(window.inside()).isEqualTo(1);
        }
    }

    @Test
    void isEmptyOnceTheLastRowHasLeft() throws Exception {
        window.enter();
        assertThat(window.awaitEmpty(Duration.ZERO)).isFalse();
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> waiting = scope.fork(() -> window.awaitEmpty(Duration.ofSeconds(10)));

            window.leave();

            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    void refusesToLetOutMoreThanEntered() {
        assertThatThrownBy(window::leave).isInstanceOf(IllegalStateException.class);
    }
}
