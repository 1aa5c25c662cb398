package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.engine.stop.RowAbandonedException;
import org.junit.jupiter.api.Test;

class ResultCollectorTest {
    private final ResultCollector<String> gathered = new ResultCollector<>(3);

    @Test
    void waitsForTheOthersWhenTheRunStopsSinceTheyMayBePaidFor() {
        for (int i = 0; i < 2; i++) {
            gathered.take(new TaskCompletion.ByThrowing<>(new RowAbandonedException()));

            assertThat(gathered.isWaiting()).isTrue();
        }
        assertThatThrownBy(gathered::results).isInstanceOf(RowAbandonedException.class);
    }

    @Test
    void stopsWaitingAfterADefectAndReportsItBeforeAStop() {
        var defect = new IllegalStateException("broken");
        gathered.take(new TaskCompletion.ByThrowing<>(new RowAbandonedException()));
        gathered.take(new TaskCompletion.ByThrowing<>(defect));

        assertThat(gathered.isWaiting()).isFalse();
        assertThatThrownBy(gathered::results).isSameAs(defect);
    }
}
