package dev.rowan.landscape.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.CallCounts.Attempt;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallCountsTest {

    private static void attempt(CallCounts tally, long row, long worst, long cost, boolean known) {
        var attempt = new Attempt(row, 0, 0, 0, 1, 1);
        tally.intended(attempt, worst, false);
        tally.ended(attempt, CallState.ANSWERED, Optional.of(1L), Optional.of(1L), false);
        tally.cost(cost, known);
    }

    @Test
    void countsUnpricedAttemptsSeparatelyFromWorstCases() {
        var tally = new CallCounts();
        attempt(tally, 1, 9, 5, true);
        attempt(tally, 2, 9, 9, false);
        attempt(tally, 3, 0, 0, false);

        assertThat(tally.totals().costs()).isEqualTo(new CallCost(new Usd(14), new Usd(9), 1, 1));
    }

    @Test
    void continuesFromAHead() {
        var tally = new CallCounts();
        attempt(tally, 1, 9, 9, false);
        attempt(tally, 2, 0, 0, false);
        var next = new CallCounts();
        next.continueFrom(RecordedJson.object(RecordedJson.text(tally.asMap().orElseThrow())));
        attempt(next, 3, 0, 0, false);

        assertThat(next.totals().costs()).isEqualTo(new CallCost(new Usd(9), new Usd(9), 1, 2));
    }

    @Test
    void omitsCountsThatAnOlderHeadDidNotHave() {
        var tally = new CallCounts();
        attempt(tally, 1, 9, 9, false);
        attempt(tally, 2, 0, 0, false);
        Map<String, @Nullable Object> older = new LinkedHashMap<>(
                RecordedJson.object(RecordedJson.text(tally.asMap().orElseThrow())));
        older.remove("unpriced");
        older.remove("worst_case_pico_usd");
        var next = new CallCounts();
        next.continueFrom(older);
        attempt(next, 3, 0, 0, false);

        assertThat(next.asMap().orElseThrow())
                .containsEntry("unknown_costs", 3L)
                .doesNotContainKeys("unpriced", "worst_case_pico_usd");
        assertThat(next.totals().costKnown()).isFalse();
    }

    @Test
    void countsUnpricedOpenAttemptsInJobs() {
        var tally = new CallCounts();
        for (long row = 1; row <= 3; row++) {
            tally.intended(new Attempt(row, 0, 0, 0, 1, 1), row == 3 ? 7 : 0, true);
        }
        tally.ended(new Attempt(1, 0, 0, 0, 1, 1), CallState.ANSWERED, Optional.empty(), Optional.empty(), true);

        assertThat(tally.totals().jobs().unpriced()).isEqualTo(1);
        assertThat(tally.totals().jobs().reserved()).isEqualTo(new Usd(7));
    }
}
