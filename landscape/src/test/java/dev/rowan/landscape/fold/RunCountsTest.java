package dev.rowan.landscape.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunCountsTest {

    @Test
    void aRowWithSeveralTokensEndsOnce() {
        var tally = new RunCounts();
        end(tally, 1);
        end(tally, 1);
        end(tally, 3);
        end(tally, 2);
        end(tally, 2);

        assertThat(tally.rowsEnded()).isEqualTo(3);
    }

    @Test
    void continuesFromTheCountsOfAHead() {
        var tally = new RunCounts();
        tally.rowRead(Optional.empty(), true);
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
