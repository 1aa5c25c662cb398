package dev.rowan.web.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BadgesTest {

    private static RunSummary completed(Map<Outcome, Long> outcomes) {
        return new RunSummary(
                "20261115-093000-k7mp",
                "reviews",
                "completed",
                Optional.empty(),
                Instant.EPOCH,
                Optional.of(Instant.EPOCH),
                Instant.EPOCH,
                3,
                3,
                outcomes,
                Map.of(),
                Map.of(),
                "rows.jsonl",
                Optional.empty(),
                "0.1.0",
                "ada",
                9,
                "",
                CallTotals.NONE,
                false,
                0,
                0,
                Map.of(),
                0);
    }

    @Test
    void aRunWithOnlyFailedRowsIsShownAsBad() {
        assertThat(Badges.status(completed(Map.of(Outcome.FAILED, 2L, Outcome.QUARANTINED, 1L))))
                .isEqualTo(Badges.badge("bad", "completed, all failed"));
        assertThat(Badges.status(completed(Map.of(Outcome.FAILED, 2L, Outcome.COMPLETED, 1L))))
                .isEqualTo(Badges.badge("good", "completed"));
        assertThat(Badges.status(completed(Map.of()))).isEqualTo(Badges.badge("good", "completed"));
    }
}
