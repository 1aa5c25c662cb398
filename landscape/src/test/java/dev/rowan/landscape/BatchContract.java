package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.PendingRowQueries.UnfinishedRow;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.Unknown;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.VerifyInputs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Calls through batch services, on any database.
abstract class BatchContract extends LandscapeFixture {

    /// Reads and parks call 1 of each of these rows.
    private static List<LogEntry> parked(long from, long to) {
        var entries = new ArrayList<LogEntry>();
        for (long row = from; row <= to; row++) {
            entries.add(Samples.read(row));
            entries.add(Batches.parked(row, 1));
        }
        return entries;
    }

    private static List<CallKey> keys(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(row -> Calls.key(row, 1))
                .toList();
    }

    private static Usd worst(long times) {
        return new Usd(times * Calls.WORST.pico());
    }

    private void recordRun(List<? extends LogEntry> entries) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(entries);
        }
    }

    private RunSummary summary() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.runs().summary("a");
        }
    }

    private CallTotals totals() {
        return summary().calls();
    }

    private List<PastCall> calls() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.pendingRows().unfinished("a", 0, 10).stream()
                    .flatMap(row -> row.calls().stream())
                    .toList();
        }
    }

    private List<Finding> findings() {
        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            return check.verify("a", VerifyInputs.itself().mostOpen(1)).findings();
        }
    }

    @Test
    void findsAParkedCallWithItsRowAndRequestInAnyOrder() throws InterruptedException {
        recordRun(parked(1, 3));

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.pendingRows().unfinished("a", 0, 10))
                    .extracting(PendingRow::calls)
                    .containsExactlyElementsOf(keys(1, 3).stream()
                            .map(key -> List.of(new PastCall(
                                    key, 0, Unknown.NONE, Optional.empty(), InBatch.PARKED, Optional.empty(), 0)))
                            .toList());
            assertThat(reader.pendingRows().unfinished("a", List.of(3L, 1L)))
                    .extracting(PendingRow::rowSeq)
                    .containsExactly(1L, 3L);
            List<Payload> requests = reader.calls().parked("a", List.of(Calls.key(3, 1), Calls.key(1, 1)));
            assertThat(requests).containsExactly(Calls.REQUEST, Calls.REQUEST);
            assertThatThrownBy(() -> reader.calls().parked("a", List.of(Calls.key(1, 2))))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("call 2 of row 1 at node 1 of run a should be recorded as parked");
            assertThat(reader.runs().summary("a").awaiting()).isEqualTo(3);
            assertThat(reader.runs().summary("a").calls().open()).isZero();
            assertThat(reader.pendingRows().listUnfinished("a", 0, 10)).noneMatch(UnfinishedRow::awaits);
        }
    }

    @Test
    void foldsTheStepsOfAJobAndListsItsManifestInOrder() throws InterruptedException {
        List<CallKey> order = List.of(Calls.key(2, 1), Calls.key(3, 1), Calls.key(1, 1));
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(parked(1, 3));
            recorder.record(Batches.planned(1, 1, order));
            recorder.record(Batches.sent(1, "batch_1"));
            recorder.record(Batches.ended(order.get(1), 1, CallState.ANSWERED, 1));
        }

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.jobs().manifest("a", 1))
                    .containsExactly(
                            new BatchItem(0, order.get(0), 1, Calls.WORST, Optional.empty(), Optional.empty()),
                            new BatchItem(
                                    1,
                                    order.get(1),
                                    1,
                                    Calls.WORST,
                                    Optional.of(CallState.ANSWERED),
                                    Optional.of(CallCost.of(
                                            Batches.ended(order.get(1), 1, CallState.ANSWERED, 1)
                                                    .cost(),
                                            true))),
                            new BatchItem(2, order.get(2), 1, Calls.WORST, Optional.empty(), Optional.empty()));
            assertThat(reader.jobs().manifest("a", 2)).isEmpty();
            assertThat(reader.jobs().steps("a", 1))
                    .extracting(BatchStep::step)
                    .containsExactly(
                            "planned",
                            "upload_intent",
                            "uploaded",
                            "create_intent",
                            "created",
                            "polled",
                            "ended",
                            "downloaded");
            assertThat(reader.jobs().list("a"))
                    .containsExactly(new BatchJob(
                            1,
                            "downloaded",
                            Samples.T.plusMillis(2),
                            Map.of(
                                    "provider",
                                    "openai",
                                    "items",
                                    3L,
                                    "file",
                                    "file-1",
                                    "tag",
                                    "t1",
                                    "batch_id",
                                    "batch_1",
                                    "status",
                                    "completed",
                                    "polls",
                                    1L)));
            assertThat(reader.jobs().ownerOf("openai", "batch_1")).contains("a");
            assertThat(reader.jobs().ownerOf("openai", "batch_2")).isEmpty();
            assertThat(reader.jobs().ownerOf("anthropic", "batch_1")).isEmpty();
        }
        assertThat(findings()).isEmpty();
    }

    @Test
    void aResumeLeavesAttemptsInJobsOpenAndCountsTheirWorstCase() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(parked(1, 3));
            recorder.record(Samples.read(4));
            recorder.record(Batches.planned(1, 1, keys(1, 3)));
            recorder.record(Calls.intended(4, 1, 1));
        }

        ResumedRun resumed = resume("a");
        assertThat(resumed.recovered().unknown()).isEqualTo(1);
        assertThat(resumed.recovered().reserved()).isEqualTo(worst(3));
        assertThat(resumed.recovered().spent()).isEqualTo(worst(4));
        try (LandscapeRecorder recorder = resumed.recorder()) {
            assertThat(calls())
                    .containsExactly(
                            new PastCall(
                                    Calls.key(1, 1),
                                    1,
                                    Unknown.NONE,
                                    Optional.empty(),
                                    InBatch.SUBMITTED,
                                    Optional.empty(),
                                    0),
                            new PastCall(
                                    Calls.key(2, 1),
                                    1,
                                    Unknown.NONE,
                                    Optional.empty(),
                                    InBatch.SUBMITTED,
                                    Optional.empty(),
                                    0),
                            new PastCall(
                                    Calls.key(3, 1),
                                    1,
                                    Unknown.NONE,
                                    Optional.empty(),
                                    InBatch.SUBMITTED,
                                    Optional.empty(),
                                    0),
                            new PastCall(
                                    Calls.key(4, 1),
                                    1,
                                    new Unknown(0, 1, 0),
                                    Optional.empty(),
                                    InBatch.NEVER,
                                    Optional.empty(),
                                    0));
            recorder.record(Batches.ended(Calls.key(2, 1), 1, CallState.ANSWERED, 1));
        }
        assertThat(totals().jobs()).isEqualTo(new CallTotals.InJobs(0, 2, worst(2), 0));

        ResumedRun again = resume("a");
        again.recorder().close();
        assertThat(again.recovered().unknown()).isZero();
        assertThat(again.recovered().reserved()).isEqualTo(worst(2));
        assertThat(again.recovered().spent()).isEqualTo(worst(3).plus(Calls.COST));
        assertThat(totals().open()).isEqualTo(2);
        assertThat(findings()).isEmpty();
    }

    @Test
    void countsExactlyAcrossGroupsHeadsAndResumes() throws InterruptedException {
        int rows = 2_400;
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(parked(1, rows));
            recorder.record(Batches.planned(1, 1, keys(1, rows)));
        }
        for (int part = 0; part < 4; part++) {
            try (LandscapeRecorder recorder = resume("a").recorder()) {
                for (long row = part * 300L + 1; row <= part * 300L + 300; row++) {
                    recorder.record(Batches.ended(
                            Calls.key(row, 1), 1, row % 3 == 0 ? CallState.REJECTED : CallState.ANSWERED, 1));
                }
            }
            long open = rows - 300L * (part + 1);
            assertThat(totals().jobs()).isEqualTo(new CallTotals.InJobs(0, open, worst(open), 0));
            assertThat(totals().reserved()).isEqualTo(worst(open));
            assertThat(summary().awaiting()).isEqualTo(open);
        }
        assertThat(findings()).isEmpty();
    }

    @Test
    void anExpiredCallStaysParkedAndIsRetriedInALaterJob() throws InterruptedException {
        CallKey key = Calls.key(1, 1);
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(parked(1, 1));
            recorder.record(Batches.planned(1, 1, List.of(key)));
            recorder.record(Batches.sent(1, "batch_1"));
            recorder.record(List.of(Batches.ended(key, 1, CallState.REJECTED, 1), Batches.settled(1, 0, 1)));
            recorder.awaitCommitted(recorder.record(new LogEntry.RunNoted("later", Samples.T, Map.of())));
            assertThat(calls())
                    .containsExactly(
                            new PastCall(key, 1, Unknown.NONE, Optional.empty(), InBatch.PARKED, Optional.empty(), 0));
            recorder.record(Batches.planned(2, 2, List.of(key)));
            recorder.record(Batches.sent(2, "batch_2"));
        }

        assertThat(calls())
                .containsExactly(
                        new PastCall(key, 2, Unknown.NONE, Optional.empty(), InBatch.SUBMITTED, Optional.empty(), 0));
        assertThat(summary().jobs()).isEqualTo(Map.of("settled", 1L, "downloaded", 1L));
        assertThat(findings()).isEmpty();
    }

    @Test
    void rejectsADuplicateResult() throws InterruptedException {
        recordRun(List.of(Samples.read(1), Batches.parked(1, 1)));
        try (LandscapeRecorder recorder = resume("a").recorder()) {
            recorder.record(Batches.planned(1, 1, keys(1, 1)));
            LogEntry end = Batches.ended(Calls.key(1, 1), 1, CallState.ANSWERED, 1);
            recorder.awaitCommitted(recorder.record(end));
            assertThatThrownBy(() -> recorder.awaitCommitted(recorder.record(end)))
                    .isInstanceOf(LandscapeException.class);
        }
        assertThat(totals().attempts()).isEqualTo(Map.of(CallState.ANSWERED, 1L));
    }

    @Test
    void rejectsAnEndInAJobForAnAttemptOutsideIt() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(List.of(Samples.read(1), Calls.intended(1, 1, 1)));
            assertThatThrownBy(() -> recorder.awaitCommitted(
                            recorder.record(Batches.ended(Calls.key(1, 1), 1, CallState.ANSWERED, 7))))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("attempt 1 of call 1 of row 1 at node 1 must not end in job 7");
        }
    }

    @Test
    void rejectsACallParkedTwiceAndADuplicateItemOfAJob() throws InterruptedException {
        for (LogEntry twice : List.of(Batches.parked(1, 1), Batches.item(Calls.key(2, 1), 1, 1, 0))) {
            String id = twice.getClass().getSimpleName();
            try (LandscapeRecorder recorder = landscape.start(Samples.run(id))) {
                recorder.record(parked(1, 2));
                recorder.awaitCommitted(recorder.record(Batches.planned(1, 1, keys(1, 1))));
                assertThatThrownBy(() -> recorder.awaitCommitted(recorder.record(twice)))
                        .isInstanceOf(LandscapeException.class);
            }
        }
    }

    @Test
    void listsPagesOfUnfinishedRowsAndWhichOfThemAwaitAJob() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.wholeRow(1));
            recorder.record(parked(2, 6));
            recorder.record(Samples.read(7));
            recorder.record(Batches.planned(1, 1, keys(2, 5)));
            recorder.record(Batches.ended(Calls.key(3, 1), 1, CallState.ANSWERED, 1));
        }

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.pendingRows().listUnfinished("a", 0, 3))
                    .containsExactly(
                            new UnfinishedRow(2, true), new UnfinishedRow(3, false), new UnfinishedRow(4, true));
            assertThat(reader.pendingRows().listUnfinished("a", 4, 3))
                    .containsExactly(
                            new UnfinishedRow(5, true), new UnfinishedRow(6, false), new UnfinishedRow(7, false));
            assertThat(reader.pendingRows().listUnfinished("a", 7, 3)).isEmpty();
            assertThat(reader.pendingRows().unfinished("a", List.of(1L, 7L)))
                    .extracting(PendingRow::rowSeq)
                    .containsExactly(7L);
        }
    }

    @Test
    void theHistoryShowsWhatARowAwaitsAndTheSummaryCountsThem() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(parked(1, 3));
            recorder.record(Batches.planned(1, 1, keys(1, 2)));
            recorder.record(Batches.ended(Calls.key(2, 1), 1, CallState.ANSWERED, 1));
            recorder.end(new RunEnd(RunEnd.Status.WAITING, 3, Optional.of("1 job")));
        }

        try (LandscapeReader reader = landscape.reader()) {
            RunSummary summary = reader.runs().summary("a");
            assertThat(summary.status()).isEqualTo(RunSummary.WAITING).isEqualTo("waiting");
            assertThat(summary.isWaiting()).isTrue();
            assertThat(summary.awaiting()).as("one in a job, one in none").isEqualTo(2);
            assertThat(summary.jobs()).isEqualTo(Map.of("planned", 1L));

            RowHistory submitted = reader.rows().history("a", 1).orElseThrow();
            assertThat(submitted.awaitsResults()).isTrue();
            CallHistory call = submitted.visits().getFirst().calls().getFirst();
            assertThat(call.request()).contains(Calls.REQUEST);
            assertThat(call.parked()).contains(Samples.T.plusMillis(1));
            assertThat(call.attempts())
                    .containsExactly(new CallHistory.Attempt(
                            1,
                            Samples.T.plusMillis(2),
                            Calls.WORST,
                            Optional.empty(),
                            Optional.of(new BatchItemRef(1, 0)),
                            call.key().requestSha256()));

            assertThat(reader.rows().history("a", 2).orElseThrow().awaitsResults())
                    .isFalse();
            RowHistory parked = reader.rows().history("a", 3).orElseThrow();
            assertThat(parked.awaitsResults()).isTrue();
            assertThat(parked.visits().getFirst().status()).isEqualTo("open");
            assertThat(parked.visits().getFirst().calls().getFirst().attempts()).isEmpty();
        }
    }
}
