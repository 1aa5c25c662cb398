package dev.rowan.landscape.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunCountsTest {

    @Test
    void aSplitRowEndsWithItsLastToken() {
        var tally = new RunCounts();
        tally.rowRead(Optional.empty(), true);
        tally.split(1, 3);
        tally.split(1, 2);
        for (int tokens = 1; tokens <= 3; tokens++) {
            end(tally, 1);
            assertThat(tally.rowsEnded()).isZero();
        }

        end(tally, 1);

        assertThat(tally.rowsEnded()).isEqualTo(1);
    }

    @Test
    void continuesFromTheCountsOfAHead() {
        var tally = new RunCounts();
        tally.rowRead(Optional.empty(), true);
        tally.split(1, 2);
        end(tally, 1);

        RunCounts continued = RunCounts.of(RecordedJson.object(RecordedJson.text(tally.asMap())));
        end(continued, 1);

        assertThat(continued.rowsRead()).isEqualTo(1);
        assertThat(continued.rowsEnded()).isEqualTo(1);
        assertThat(continued.outcomes()).containsEntry(Outcome.FAILED, 2L);
        assertThat(continued.reasons()).containsEntry("late", 2L);
        assertThat(continued.sinks()).containsEntry("failed", 2L);
    }

    private static void end(RunCounts tally, long rowSeq) {
        tally.ended(rowSeq, Outcome.FAILED, Optional.of("late"), Optional.of("failed"));
    }
}
