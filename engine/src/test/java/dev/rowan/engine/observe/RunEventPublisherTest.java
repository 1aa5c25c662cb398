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
    void putsNothingTogetherWhenNobodyListens() {
        var asked = new AtomicInteger();
        RunEventPublisher telling = RunEventPublisher.to(RunEventListener.NONE);
        telling.publish(() -> {
            asked.incrementAndGet();
            return ROW;
        });
        assertThat(telling.isOn()).isFalse();
        assertThat(asked).hasValue(0);
    }

    @Test
    void tellsWhoListens() {
        var seen = new ArrayList<RunEvent>();
        RunEventPublisher.to(seen::add).publish(() -> ROW);
        assertThat(seen).containsExactly(ROW);
    }

    @Test
    void anObserverThatBreaksIsToldNothingMoreAndTheRunNothing() {
        var told = new AtomicInteger();
        RunEventPublisher telling = RunEventPublisher.to(_ -> {
            told.incrementAndGet();
            throw new IllegalStateException("broken");
        });
        telling.publish(() -> ROW);
        telling.publish(() -> ROW);
        assertThat(told).hasValue(1);
        assertThat(telling.isOn()).isFalse();
    }
}
