package dev.rowan.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.report.RunReport;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.ServiceOutage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
                "63fa6fba".repeat(8),
                CallTotals.NONE,
                false,
                0,
                0,
                Map.of(),
                0);
    }

    private static String text(RunSummary run) {
        return text(run, new OutageText(List.of(), Map.of()));
    }

    private static String text(RunSummary run, OutageText outages) {
        var time = new FakeTime().advance(Duration.ofSeconds(5));
        return String.join(
                "\n",
                new StatusText(
                                RunReport.brief(run, Optional.empty(), time.instant()),
                                List.of(),
                                outages,
                                Optional.empty(),
                                "",
                                TestShell.ofWidth(80, time))
                        .lines());
    }

    @Test
    void showsCurrentAndPastOutages() {
        String service = "https://api.openai.com";
        var refused = new ServiceOutage(
                service, START.plusSeconds(1), Optional.empty(), false, "connect: Connection refused");
        var outages = List.of(
                new ServiceOutage("http://127.0.0.1:8080", START, Optional.empty(), false, "reset: closed")
                        .endedAt(START.plusSeconds(60), true),
                refused.endedAt(START.plusSeconds(2), false),
                refused);
        RunSummary run = summary("running", Optional.empty(), Optional.empty());

        assertThat(text(run, new OutageText(outages, Map.of(service, START.plusSeconds(13))))
                        .lines())
                .containsSubsequence(
                        "",
                        "  127.0.0.1:8080 was unreachable from 2026-11-15 09:30:00 to 2026-11-15 09:31:00",
                        "  (reset: closed)",
                        "  api.openai.com was unreachable from 2026-11-15 09:30:01 until the run stopped",
                        "  at 2026-11-15 09:30:02 (connect: Connection refused)",
                        "  api.openai.com unreachable since 2026-11-15 09:30:01 (connect: Connection",
                        "  refused), next probe in 8 s",
                        "");
    }

    @Test
    void showsTheEndAndProgressOfARun() {
        RunSummary run = summary("interrupted", Optional.of("stopped by SIGINT"), Optional.of(START.plusMillis(3_400)));
        assertThat(text(run)).isEqualTo("""
                Run 20261115-093000-k7mp of reviews: interrupted after 3.4 s
                  stopped by SIGINT; last row read: 3,000

                  rows read     3,000
                    completed   2,862  95.4 %
                    blocked       128   4.3 %
                    no outcome     10   0.3 %

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

    private static RunSummary with(RunSummary run, CallTotals calls, boolean simulated) {
        return new RunSummary(
                run.runId(),
                run.name(),
                run.status(),
                run.why(),
                run.started(),
                run.ended(),
                run.lastEvent(),
                run.rowsRead(),
                run.rowsEnded(),
                run.outcomes(),
                run.sinkRows(),
                run.reasons(),
                run.source(),
                run.pipelineFile(),
                run.rowanVersion(),
                run.operator(),
                run.events(),
                run.root(),
                calls,
                simulated,
                0,
                0,
                Map.of(),
                0);
    }

    private static final CallTotals CALLS = new CallTotals(
            3_000,
            Map.of(CallState.ANSWERED, 2_990L, CallState.REJECTED, 20L, CallState.NOT_SENT, 1L),
            10,
            1_234_567,
            45_678,
            CallCost.of(Usd.of(new BigDecimal("1.5")), false),
            Usd.of(new BigDecimal("0.01")),
            CallTotals.InJobs.NONE,
            0);

    @Test
    void addsUpTheCalls() {
        RunSummary run = summary("completed", Optional.empty(), Optional.of(START.plusMillis(3_400)));
        assertThat(text(with(run, CALLS, false)).lines())
                .containsSubsequence(
                        "",
                        "  calls     3,000",
                        "  attempts  3,021: 1 not sent, 20 rejected, 2,990 answered, 10 open",
                        "  tokens    1,234,567 in, 45,678 out",
                        "  cost      at most $1.50 and at most $0.01 more",
                        "");
        assertThat(text(with(run, CALLS, true)))
                .startsWith("Run 20261115-093000-k7mp of reviews: completed after 3.4 s, SIMULATED\n")
                .contains("  cost      SIMULATED, not billed; would be at most $1.50");
        assertThat(text(run)).doesNotContain("calls", "SIMULATED");
    }

    @Test
    void reportsHowOftenARunWasResumed() {
        RunSummary run = summary("completed", Optional.empty(), Optional.of(START.plusMillis(3_400)));
        assertThat(text(run)).doesNotContain("resumed");
        assertThat(text(resumed(run, 1))).contains("  resumed   once\n");
        assertThat(text(resumed(run, 3))).contains("  resumed   3 times\n");
    }

    private static RunSummary resumed(RunSummary run, long times) {
        return new RunSummary(
                run.runId(),
                run.name(),
                run.status(),
                run.why(),
                run.started(),
                run.ended(),
                run.lastEvent(),
                run.rowsRead(),
                run.rowsEnded(),
                run.outcomes(),
                run.sinkRows(),
                run.reasons(),
                run.source(),
                run.pipelineFile(),
                run.rowanVersion(),
                run.operator(),
                run.events(),
                run.root(),
                run.calls(),
                run.simulated(),
                times,
                0,
                Map.of(),
                0);
    }

    @Test
    void reportsThatARunWasKilled() {
        assertThat(text(summary("killed", Optional.empty(), Optional.empty())))
                .startsWith("Run 20261115-093000-k7mp of reviews: killed, last heartbeat 3.0 s ago\n");
    }

    @Test
    void listsTheCostOfRunsWhereThereAreCalls() {
        RunSummary run = summary("completed", Optional.empty(), Optional.of(START.plusMillis(3_400)));
        RunSummary killed = summary("killed", Optional.empty(), Optional.empty());
        List<RunSummary> runs = List.of(with(run, CALLS, false), with(run, CALLS, true), killed);
        assertThat(table(runs, 80))
                .containsExactly(
                        "run                   name     status     started          rows           cost",
                        "20261115-093000-k7mp  reviews  completed  11-15 09:30:00  3,000  at most $1.51",
                        "20261115-093000-k7mp  reviews  completed  11-15 09:30:00  3,000      SIMULATED",
                        "20261115-093000-k7mp  reviews  killed     11-15 09:30:00  3,000             $0");
        assertThat(table(runs, 120).getFirst()).containsSubsequence("took", "rows", "calls", "cost");
        assertThat(table(List.of(killed), 80).getFirst()).contains("took").doesNotContain("cost");
    }

    private static List<String> table(List<RunSummary> runs, int width) {
        return new RunsTable(runs, TestShell.ofWidth(width, new FakeTime())).lines();
    }

    @Test
    void showsTheLastHeartbeatOfARunWithoutEnd() {
        assertThat(text(summary("running", Optional.empty(), Optional.empty())))
                .startsWith("Run 20261115-093000-k7mp of reviews: running, last heartbeat 3.0 s ago\n");
    }
}
