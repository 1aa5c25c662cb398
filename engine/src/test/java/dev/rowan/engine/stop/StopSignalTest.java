package dev.rowan.engine.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class StopSignalTest {
    private static final Duration LONG = Duration.ofDays(500_000);

    private final StopSignal stop = new StopSignal();

    @Test
    void sleepsForTheDurationUnlessStopped() {
        assertThatCode(() -> stop.sleep(Duration.ofMillis(1))).doesNotThrowAnyException();
    }

    @Test
    void aStopAbandonsARowInItsPauseHoweverLong() {
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> pausing = scope.fork(() -> {
                stop.sleep(LONG);
                return true;
            });

            stop.request(new StopCause.Interrupted("a test"));

            assertThatThrownBy(pausing::get).hasCauseInstanceOf(RowAbandonedException.class);
        }
    }

    @Test
    void theWaitForTheEndIsOverWhenTheRunIsThrough() throws Exception {
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> waiting = scope.fork(() -> stop.awaitFinishOrRequest(LONG));

            stop.finish();

            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    void theGracePeriodEndsByTimeoutOrImmediateStop() throws Exception {
        stop.request(new StopCause.Interrupted("a test"));
        assertThat(stop.awaitFinishOrImmediate(Duration.ofMillis(1))).isFalse();

        stop.stopNow();

        assertThat(stop.awaitFinishOrImmediate(LONG)).isTrue();
        assertThat(stop.isImmediate()).isTrue();
    }

    @Test
    void anInterruptExplainsWhatARowThrowsButNotWhatBrokeFirst() {
        var thrown = new IllegalStateException("wrapped interrupt");
        assertThat(stop.explains(thrown)).isFalse();

        stop.request(new StopCause.Interrupted("a test"));
        assertThat(stop.explains(thrown)).isFalse();

        stop.stopNow();
        assertThat(stop.explains(thrown)).isTrue();

        stop.request(new StopCause.Failure(thrown));
        assertThat(stop.explains(new IllegalStateException("another"))).isFalse();
        assertThat(stop.explains(new InterruptedException())).isTrue();
    }
}
