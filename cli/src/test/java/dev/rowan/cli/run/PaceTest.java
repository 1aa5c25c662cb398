package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.call.CallTally;
import dev.rowan.engine.run.RunProgress;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final Pace pace = new Pace("run", 0);

    private Moment at(double seconds, long rows, long source, OptionalLong size) {
        var counts = new RunProgress.Snapshot(
                rows, rows, 0, 0, Map.of(), Map.of(), Map.of(), source, size, CallTally.Snapshot.NONE);
        return pace.moment(counts, (long) (seconds * 1e9), false);
    }

    @Test
    void expectsTheRestAtThePaceSoFar() {
        Moment moment = at(2, 100, 250, OptionalLong.of(1_000));
        assertThat(moment.rowsPerSecond()).isEqualTo(50);
        assertThat(moment.share()).hasValue(0.25);
        assertThat(moment.left()).contains(Duration.ofSeconds(6));
        assertThat(moment.elapsed()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void forgetsThePaceOfLongAgo() {
        at(5, 10_000, 500, OptionalLong.of(1_000));
        at(20, 10_000, 500, OptionalLong.of(1_000));
        Moment moment = at(25, 10_050, 550, OptionalLong.of(1_000));
        assertThat(moment.rowsPerSecond()).isEqualTo(10);
        assertThat(moment.left()).contains(Duration.ofSeconds(45));
    }

    @Test
    void guessesNothingInTheFirstSecondOrWithoutASize() {
        assertThat(at(0.2, 1, 10, OptionalLong.of(1_000)).left()).isEmpty();
        assertThat(at(3, 100, 10, OptionalLong.empty()).left()).isEmpty();
    }
}
