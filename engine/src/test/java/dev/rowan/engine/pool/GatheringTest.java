package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.engine.stop.RowAbandoned;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatheringTest {
    private final Gathering<String> gathered = new Gathering<>(3);

    @Test
    void waitsForTheOthersWhenTheRunStopsSinceTheyMayBePaidFor() {
        for (RuntimeException stop : List.of(new PacerStopped(), new RowAbandoned())) {
            gathered.take(new Ended.ByThrowing<>(stop));

            assertThat(gathered.goesOn()).isTrue();
        }
        assertThatThrownBy(gathered::results).isInstanceOf(PacerStopped.class);
    }

    @Test
    void waitsForNobodyAfterADefectAndTellsItBeforeAStop() {
        var defect = new IllegalStateException("broken");
        gathered.take(new Ended.ByThrowing<>(new RowAbandoned()));
        gathered.take(new Ended.ByThrowing<>(defect));

        assertThat(gathered.goesOn()).isFalse();
        assertThatThrownBy(gathered::results).isSameAs(defect);
    }
}
