package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunEnd;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndedRunTextTest {
    private static final Pipeline PIPELINE = PipelineAssembly.assemble(
            ConfigNode.of(Map.of(
                    "run", Map.of("name", "reviews"),
                    "source", Map.of("plugin", "csv", "options", Map.of("path", "reviews.csv")),
                    "sinks",
                            Map.of(
                                    "output",
                                    Map.of("plugin", "jsonl", "options", Map.of("path", "out/reviews.jsonl"))))),
            new PipelineAssembly.Origin("", Path.of(""), Optional.empty()),
            PluginCatalog.load());

    private static final RunReport REPORT = RunReport.brief(
            new RunSummary(
                    "20261115-093012-k7mp",
                    "reviews",
                    "completed",
                    Optional.empty(),
                    FakeTime.START,
                    Optional.of(FakeTime.START.plusMillis(1_200)),
                    FakeTime.START.plusMillis(1_200),
                    0,
                    0,
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    "reviews.csv",
                    Optional.empty(),
                    "0.1.0",
                    "ada",
                    9_041,
                    "f756c9b459319301".repeat(4),
                    CallTotals.NONE,
                    false,
                    0,
                    0,
                    Map.of(),
                    0),
            Optional.empty(),
            FakeTime.START);

    private static EndedRun ended(RunEnd.Status status, Optional<String> why, RunProgress.Snapshot counts) {
        var head = new Head(
                "20261115-093012-k7mp", 9_041, "f756c9b459319301".repeat(4), "", FakeTime.START, Optional.empty());
        var result = new RunResult(
                "20261115-093012-k7mp",
                "reviews",
                status,
                why,
                counts,
                Duration.ofMillis(1_200),
                283,
                Map.of("output", new Sink.Mark(2_869, 0, 915_600, "")),
                head,
                false);
        return new EndedRun(
                result,
                PIPELINE,
                "sqlite:/home/ada/rowan.db",
                ExitCode.of(status, counts.outcomes().keySet()),
                List.of(),
                REPORT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static RunProgress.Snapshot counts(long read, long ended, Map<Outcome, Long> outcomes) {
        return ProgressFixture.snapshot(
                read,
                ended,
                0,
                0,
                new EnumMap<>(outcomes),
                Map.of("output", 2_869L),
                new TreeMap<>(Map.of("blocked_content", 128L, "ragged_row", 3L)),
                675,
                OptionalLong.of(1_000),
                CallStatistics.Snapshot.NONE);
    }

    private static List<String> text(EndedRun ended, int width) {
        return new EndedRunText(ended, "", TestShell.ofWidth(width, new FakeTime())).lines(List.of("  rowan runs"));
    }

    @Test
    void addsUp() {
        var outcomes = Map.of(Outcome.COMPLETED, 2_869L, Outcome.BLOCKED, 128L, Outcome.QUARANTINED, 3L);
        EndedRun ended = ended(RunEnd.Status.COMPLETED, Optional.empty(), counts(3_000, 3_000, outcomes));
        assertThat(String.join("\n", text(ended, 80))).isEqualTo("""
                Run 20261115-093012-k7mp of reviews: completed after 1.2 s

                  rows read      3,000
                    completed    2,869  95.6 %
                    blocked        128   4.3 %
                    quarantined      3   0.1 %
                  2,869 + 128 + 3 = 3,000: every row has an outcome

                  sink     rows    size  output
                  output  2,869  916 kB  out/reviews.jsonl

                  reason           rows
                  blocked_content   128
                  ragged_row          3

                  throughput  2,500 rows/s, at most 283 rows in flight
                  landscape   sqlite:/home/ada/rowan.db
                  head        f756c9b459319301… over 9,041 events
                  head file   out/rowan-20261115-093012-k7mp.head.json
                  exit code   4: finished, with failed, quarantined or indeterminate rows

                Next:
                  rowan runs""");
    }

    @Test
    void showsTheProgressOfAnInterruptedRun() {
        EndedRun ended = ended(
                RunEnd.Status.INTERRUPTED,
                Optional.of("stopped by SIGINT"),
                counts(3_000, 2_990, Map.of(Outcome.COMPLETED, 2_990L)));
        assertThat(text(ended, 80))
                .startsWith(
                        "Run 20261115-093012-k7mp of reviews: interrupted after 1.2 s",
                        "  stopped by SIGINT; last row read: 3,000, 67.5 % of the source",
                        "",
                        "  rows read     3,000",
                        "    completed   2,990  99.7 %",
                        "    no outcome     10   0.3 %",
                        "  2,990 + 10 = 3,000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api.openai.com", "http://127.0.0.1:4711"})
    void reportsWhichBatchesKeepRunning(String account) {
        var counts = ProgressFixture.withParked(
                ProgressFixture.snapshot(
                        500,
                        14,
                        0,
                        0,
                        new EnumMap<>(Map.of(Outcome.BLOCKED, 14L)),
                        Map.of(),
                        new TreeMap<>(),
                        1_000,
                        OptionalLong.of(1_000),
                        CallStatistics.Snapshot.NONE),
                486);
        EndedRun left = ended(RunEnd.Status.WAITING, Optional.of("486 rows wait for 1 job"), counts);
        var job = JobReport.of(
                left.result().runId(),
                new BatchJob(
                        1,
                        "polled",
                        FakeTime.START,
                        Map.of(
                                "phase",
                                "watched",
                                "node",
                                "mood",
                                "provider",
                                "openai",
                                "batch_id",
                                "batch_1",
                                "items",
                                486L,
                                "account",
                                account)));
        var ended = new EndedRun(
                left.result(),
                left.pipeline(),
                left.landscape(),
                left.code(),
                List.of(JobAudit.of(job, List.of(), false)),
                REPORT,
                Optional.empty(),
                Optional.of(URI.create("http://127.0.0.1:4711")),
                Optional.empty());
        assertThat(text(ended, 80))
                .contains("    awaiting results  486  97.2 %", "  14 + 486 = 500")
                .contains("  1 batch: 1 running (0 of 486 done)")
                .contains("  exit code   6: exited with running or held batches; continue with `resume`")
                .anyMatch(line -> line.contains(
                        account.startsWith("https") ? "keep running at the provider" : "stopped with this process"));
        assertThat(text(ended, 80))
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(80));
    }

    @Test
    void reportsSplitRows() {
        EndedRun ended =
                ended(RunEnd.Status.COMPLETED, Optional.empty(), counts(10, 10, Map.of(Outcome.COMPLETED, 25L)));
        assertThat(text(ended, 80))
                .contains("    completed  25", "  some rows were split: 25 outcomes of 10 rows")
                .noneMatch(line -> line.contains("%"));
    }

    @Test
    void neverWraps() {
        EndedRun ended = ended(
                RunEnd.Status.LIMITED,
                Optional.of("stopped by the limit of 1000000000 rows"),
                counts(1_000_000_000, 1_000_000_000, Map.of(Outcome.COMPLETED, 1_000_000_000L)));
        assertThat(text(ended, 80))
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(80));
    }
}
