package dev.rowan.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TellingTest {
    private static final Observed ROW = new Observed.RowEnded(1, Instant.EPOCH, Instant.EPOCH, List.of());

    @Test
    void putsNothingTogetherWhenNobodyListens() {
        var asked = new AtomicInteger();
        Telling telling = Telling.to(CallObserver.NONE);
        telling.tell(() -> {
            asked.incrementAndGet();
            return ROW;
        });
        assertThat(telling.isOn()).isFalse();
        assertThat(asked).hasValue(0);
    }

    @Test
    void tellsWhoListens() {
        var seen = new ArrayList<Observed>();
        Telling.to(seen::add).tell(() -> ROW);
        assertThat(seen).containsExactly(ROW);
    }

    @Test
    void anObserverThatBreaksIsToldNothingMoreAndTheRunNothing() {
        var told = new AtomicInteger();
        Telling telling = Telling.to(_ -> {
            told.incrementAndGet();
            throw new IllegalStateException("broken");
        });
        telling.tell(() -> ROW);
        telling.tell(() -> ROW);
        assertThat(told).hasValue(1);
        assertThat(telling.isOn()).isFalse();
    }
}
