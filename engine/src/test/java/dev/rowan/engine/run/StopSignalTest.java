package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.engine.run.StopSignal.Cause;
import dev.rowan.engine.stop.RowAbandonedException;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopSignalTest {
    private static final Duration LONG = Duration.ofDays(500_000);

    private final StopSignal stop = new StopSignal();

    @Test
    void aPauseEndsByItselfWhenNobodyStopsTheRun() {
        assertThatCode(() -> stop.pause(Duration.ofMillis(1))).doesNotThrowAnyException();
    }

    @Test
    void aStopAbandonsARowInItsPauseHoweverLong() {
        try (var scope = CallScope.open("test")) {
            FutureTask<Boolean> pausing = scope.fork(() -> {
                stop.pause(LONG);
                return true;
            });

            stop.request(new Cause.Interrupted("a test"));

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
    void theGraceIsOverWhenItsTimeIsOrWhenTheStopBecomesUrgent() throws Exception {
        stop.request(new Cause.Interrupted("a test"));
        assertThat(stop.awaitFinishOrUrgency(Duration.ofMillis(1))).isFalse();

        stop.hurry();

        assertThat(stop.awaitFinishOrUrgency(LONG)).isTrue();
        assertThat(stop.atOnce()).isTrue();
    }

    @Test
    void anInterruptExplainsWhatARowThrowsButNotWhatBrokeFirst() {
        var thrown = new IllegalStateException("wrapped interrupt");
        assertThat(stop.explains(thrown)).isFalse();

        stop.request(new Cause.Interrupted("a test"));
        assertThat(stop.explains(thrown)).isFalse();

        stop.hurry();
        assertThat(stop.explains(thrown)).isTrue();

        stop.request(new Cause.Failure(thrown));
        assertThat(stop.explains(new IllegalStateException("another"))).isFalse();
        assertThat(stop.explains(new InterruptedException())).isTrue();
    }
}
