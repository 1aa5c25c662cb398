package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.engine.stop.RowAbandonedException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultCollectorTest {
    private final ResultCollector<String> gathered = new ResultCollector<>(3);

    @Test
    void waitsForTheOthersWhenTheRunStopsSinceTheyMayBePaidFor() {
        for (RuntimeException stop : List.of(new PacerStoppedException(), new RowAbandonedException())) {
            gathered.take(new TaskCompletion.ByThrowing<>(stop));

            assertThat(gathered.goesOn()).isTrue();
        }
        assertThatThrownBy(gathered::results).isInstanceOf(PacerStoppedException.class);
    }

    @Test
    void waitsForNobodyAfterADefectAndTellsItBeforeAStop() {
        var defect = new IllegalStateException("broken");
        gathered.take(new TaskCompletion.ByThrowing<>(new RowAbandonedException()));
        gathered.take(new TaskCompletion.ByThrowing<>(defect));

        assertThat(gathered.goesOn()).isFalse();
        assertThatThrownBy(gathered::results).isSameAs(defect);
    }
}
