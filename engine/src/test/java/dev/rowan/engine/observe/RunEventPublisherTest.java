package dev.rowan.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunEventPublisherTest {
    private static final RunEvent ROW = new RunEvent.RowEnded(1, Instant.EPOCH, Instant.EPOCH, List.of());

    @Test
    void createsNoEventWithoutAListener() {
        var asked = new AtomicInteger();
        RunEventPublisher events = RunEventPublisher.to(RunEventListener.NONE);
        events.publish(() -> {
            asked.incrementAndGet();
            return ROW;
        });
        assertThat(events.isOn()).isFalse();
        assertThat(asked).hasValue(0);
    }

    @Test
    void publishesToTheListener() {
        var seen = new ArrayList<RunEvent>();
        RunEventPublisher.to(seen::add).publish(() -> ROW);
        assertThat(seen).containsExactly(ROW);
    }

    @Test
    void aThrowingListenerIsNotCalledAgainAndDoesNotDisturbTheRun() {
        var told = new AtomicInteger();
        RunEventPublisher events = RunEventPublisher.to(_ -> {
            told.incrementAndGet();
            throw new IllegalStateException("broken");
        });
        events.publish(() -> ROW);
        events.publish(() -> ROW);
        assertThat(told).hasValue(1);
        assertThat(events.isOn()).isFalse();
    }
}
