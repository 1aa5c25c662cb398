package dev.rowan.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.landscape.story.RunSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusTextTest {
    private static final Instant START = FakeTime.START;

    private static RunSummary summary(String status, Optional<String> why, Optional<Instant> ended) {
        return new RunSummary(
                "20261115-093000-k7mp",
                "reviews",
                status,
                why,
                START,
                ended,
                START.plusSeconds(2),
                3_000,
                2_990,
                Map.of(Outcome.BLOCKED, 128L, Outcome.COMPLETED, 2_862L),
                Map.of("output", 2_862L, "blocked", 128L),
                Map.of("blocked_content", 128L),
                "reviews.csv",
                Optional.of("pipeline.yaml"),
                "0.1.0",
                "ada",
                8_999,
                "63fa6fba".repeat(8));
    }

    private static String text(RunSummary run) {
        var time = new FakeTime().advance(Duration.ofSeconds(5));
        return String.join("\n", new StatusText(run, TestShell.ofWidth(80, time)).lines());
    }

    @Test
    void tellsHowARunEndedAndHowFarItCame() {
        RunSummary run = summary("interrupted", Optional.of("stopped by SIGINT"), Optional.of(START.plusMillis(3_400)));
        assertThat(text(run)).isEqualTo("""
                Run 20261115-093000-k7mp of reviews: interrupted after 3.4 s
                  stopped by SIGINT; row 3,000 was the last one read

                  rows read          3,000
                    completed        2,862  95.4 %
                    blocked            128   4.3 %
                    without outcome     10   0.3 %

                  sink      rows
                  output   2,862
                  blocked    128

                  reason           rows
                  blocked_content   128

                  started   2026-11-15 09:30:00 by ada
                  pipeline  pipeline.yaml
                  source    reviews.csv
                  events    8,999
                  head      63fa6fba63fa6fba63fa6fba63fa6fba63fa6fba63fa6fba63fa6fba63fa6fba
                  rowan     0.1.0""");
    }

    @Test
    void tellsTheLastSignOfLifeOfARunWithoutEnd() {
        assertThat(text(summary("running", Optional.empty(), Optional.empty())))
                .startsWith("Run 20261115-093000-k7mp of reviews: running, last sign of life 3.0 s ago\n");
    }
}
