package dev.rowan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Sha256;
import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.JobQueries.ItemCount;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.record.CallCost;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTextTest {
    private static final String RUN = "20261115-093012-k7mp";

    @TempDir
    private Path artifacts;

    private static JobReport job(long number, String step, Map<String, Object> facts) {
        var all = new HashMap<String, Object>(Map.of(
                "node",
                "mood",
                "provider",
                "openai",
                "model",
                "gpt-4o-mini",
                "items",
                500L,
                "bytes",
                120_000L,
                "tokens",
                81_000L,
                "submission",
                "k7mp2",
                "batch_id",
                "batch_67f0c1d2e3f4a5b6c7d8e9f0"));
        all.putAll(facts);
        return JobReport.of(RUN, new BatchJob(number, step, FakeTime.START, new HashMap<>(all)));
    }

    private static JobReport running() {
        return job(
                1,
                "polled",
                Map.of(
                        "phase",
                        "watched",
                        "word",
                        "in_progress",
                        "status",
                        "running",
                        "succeeded",
                        120L,
                        "failed",
                        3L,
                        "unfinished",
                        377L,
                        "created_at",
                        FakeTime.START.minusSeconds(720).toString(),
                        "next_poll_at",
                        FakeTime.START.plusSeconds(48).toString()));
    }

    private static JobReport settled(long missing) {
        return job(
                2,
                "settled",
                Map.of(
                        "phase", "settled",
                        "sha256", "ab".repeat(32),
                        "counts",
                                Map.of(
                                        "succeeded",
                                        480L,
                                        "errored",
                                        12L,
                                        "expired",
                                        8L,
                                        "cancelled",
                                        0L,
                                        "missing",
                                        missing),
                        "anomalies", Map.of("duplicate", 1L, "unknown", 2L, "malformed", 0L)));
    }

    private static JobReport held() {
        return job(3, "held", Map.of("phase", "held", "why", "not found (404): no such batch"));
    }

    private String text(JobReport job, int width) throws IOException {
        return text(job, width, "");
    }

    private String text(JobReport job, int width, String where) throws IOException {
        var cost = CallCost.of(Usd.of(new BigDecimal("1.2")), true);
        var audit = JobAudit.of(job, List.of(new ItemCount(ItemEnd.SUCCEEDED, job.items(), cost, Usd.ZERO)), false);
        var steps = List.of(
                new BatchStep(job.number(), "planned", FakeTime.START.minusSeconds(800), Map.of()),
                new BatchStep(job.number(), "polled", FakeTime.START.minusSeconds(60), Map.of()),
                new BatchStep(job.number(), "polled", FakeTime.START, Map.of("word", "in_progress")));
        var shell = TestShell.ofWidth(width, new FakeTime());
        return String.join(
                "\n", new JobText(audit, steps, JobArtifact.of(job, artifacts).toList(), shell).lines(where));
    }

    @Test
    void showsAJobWithItsPollsInOneLine() throws IOException {
        assertThat(text(running(), 80))
                .startsWith("Job 1 of run " + RUN + ": running (in_progress)\n")
                .contains("provider counts  120 succeeded, 3 failed, 377 unfinished", "next poll   ", ", in 48.0 s")
                .contains("polled ×2")
                .contains("rowan batch cancel " + RUN + " 1 ");
    }

    @Test
    void addsUpItemCountsAndReportsAMismatch() throws IOException {
        assertThat(text(settled(0), 80))
                .contains("480 + 12 + 8 + 0 + 0 = 500: all items accounted for")
                .contains("1 duplicate, 2 unknown; no row");
        assertThat(text(settled(1), 80)).contains("= 501, but there are 500 items");
    }

    @Test
    void showsWhyAJobIsHeldAndWhatToDo() throws IOException {
        assertThat(text(held(), 80))
                .contains("held: not found (404): no such batch")
                .contains("rowan batch retry " + RUN + " 3", "rowan batch resubmit " + RUN + " 3");
        JobReport lost =
                JobReport.of(RUN, new BatchJob(4, "held", FakeTime.START, Map.of("phase", "held", "why", "two fit")));
        assertThat(text(lost, 80))
                .contains("rowan batch adopt " + RUN + " 4 BATCH_ID")
                .doesNotContain("batch retry");
    }

    @Test
    void addsTheLandscapeToEveryCommandOfAHeldJob() throws IOException {
        JobReport held = job(
                3,
                "held",
                Map.of("phase", "held", "why", "two fit; choose one: rowan batch adopt " + RUN + " 3 BATCH_ID"));
        String text = text(held, 200, " --landscape sqlite:audit.db");
        assertThat(text).contains("rowan batch adopt " + RUN + " 3 --landscape sqlite:audit.db BATCH_ID");
        assertThat(text.lines().filter(line -> line.contains("rowan batch ")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains(" --landscape sqlite:audit.db"));
    }

    @Test
    void comparesFilesWithTheRecord() throws IOException {
        Path file = artifacts.resolve(RUN).resolve("2/openai/requests.jsonl");
        assertThat(text(settled(0), 80)).containsPattern("requests.jsonl .* absent");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{}\n");
        assertThat(text(settled(0), 80)).containsPattern("requests.jsonl .* different");
        JobReport known = job(2, "settled", Map.of("phase", "settled", "sha256", Sha256.hex(file)));
        assertThat(text(known, 200)).containsPattern("requests.jsonl .*" + Sha256.hex(file) + "  verified");
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 120, 200})
    void fitsTheScreen(int width) throws IOException {
        var shell = TestShell.ofWidth(width, new FakeTime());
        var other = new JobReport(
                "20261114-120000-abcd", running().state(), running().facts());
        for (List<JobReport> jobs : List.of(List.of(running(), settled(0), held()), List.of(running(), other))) {
            assertThat(JobsTable.of(jobs, shell).lines(""))
                    .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(width));
        }
        for (JobReport job : List.of(running(), settled(0), held())) {
            assertThat(text(job, width).lines())
                    .filteredOn(line -> !line.contains("  # "))
                    .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(width));
        }
    }

    @Test
    void countsJobsByPhase() {
        assertThat(BatchFigures.summary(1_500, List.of(JobCount.of(running()), JobCount.of(held()))))
                .contains("1,500 rows await results · 2 batches: 1 running (123 of 500 done), 1 held");
        assertThat(BatchFigures.summary(0, List.of())).isEmpty();
    }

    @Test
    void isCancellingOrQueuedBehindAQuota() {
        assertThat(job(1, "polled", Map.of("phase", "watched", "cancel", true)).phase())
                .isEqualTo(JobPhase.CANCELLING);
        assertThat(job(1, "delayed", Map.of("phase", "uploaded", "queued", true))
                        .phase())
                .isEqualTo(JobPhase.QUEUED);
        assertThat(job(1, "delayed", Map.of("phase", "uploaded")).phase()).isEqualTo(JobPhase.SUBMITTING);
        assertThat(running().since())
                .isEqualTo(Instant.parse(FakeTime.START.minusSeconds(720).toString()));
    }
}
