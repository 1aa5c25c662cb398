package dev.rowan.engine.batch.runtime;

import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.BatchServices.BatchProgress;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.ParkedCall;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.engine.stop.RunStopper;
import dev.rowan.landscape.JobQueries;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/// A run of rows with one call each through a batch service, over a real landscape: enough of the engine to
/// park and wake rows, and to crash at any point and resume.
final class BatchBench implements AutoCloseable {
    static final Usd WORST = new Usd(5 * FakeBatchService.PRICE.pico());
    private static final String RUN = "20261101-000000-test";
    private static final String NODE = "ask";
    private static final int MOST_ATTEMPTS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final RushTime time = new RushTime();
    final FakeBatchService service = new FakeBatchService(time);
    private final Path folder;
    private final Landscape landscape;
    private final long rows;
    BatchSettings settings = settings();
    Optional<Usd> cap = Optional.empty();
    List<Secret> secrets = List.of();
    Faults faults = Faults.NONE;
    BatchOptions request = BatchOptions.USUAL;
    /// Commands given while the run is active; true once given.
    Predicate<BatchRuntime> meanwhile = _ -> false;
    final Stop stop = new Stop();
    private LandscapeRecorder recorder;
    private Budget budget = new Budget(Optional.empty(), Usd.ZERO, Usd.ZERO);
    List<BatchServices.JobProgress> shown = List.of();

    BatchBench(Path folder, long rows) throws InterruptedException {
        this.folder = folder;
        this.rows = rows;
        this.landscape = Landscapes.open("sqlite:test.db", folder, new SystemTime(), new Random(7));
        this.recorder = landscape.start(new RunStart(
                RUN,
                "bench",
                "0.1.0",
                "source: {}",
                Map.of("window", 1000L),
                List.of("run"),
                "ada",
                Optional.empty(),
                "list",
                List.of(new RunStart.Node(0, NODE, "llm", "1", List.of(), "ab", Optional.empty(), Map.of())),
                List.of()));
        for (long row = 1; row <= rows; row++) {
            recorder.record(new LogEntry.RowRead(
                    row, RushTime.START, "line " + row, Optional.empty(), Row.of("id", "r" + row), Optional.empty()));
        }
    }

    static BatchSettings settings() {
        BatchSettings none = BatchSettings.REALTIME;
        return new BatchSettings(
                BatchSettings.Mode.BATCH,
                none.pollInterval(),
                none.pollMax(),
                none.timeout(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                0,
                none.fallback(),
                none.onInterrupt(),
                false);
    }

    /// A stop requested by a test or a limit.
    static final class Stop implements RunStopper {
        volatile boolean stopped;
        volatile boolean byPerson;
        volatile String why = "";

        @Override
        public boolean requested() {
            return stopped;
        }

        @Override
        public boolean interrupted() {
            return byPerson;
        }

        @Override
        public void limit(String what) {
            why = what;
            stopped = true;
        }

        @Override
        public void blocked(String reason) {
            why = reason;
            stopped = true;
        }
    }

    /// The process crashes.
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// Crashes the `n`th time that `point` is reached.
    static Faults dieAt(FaultPoint point, int n) {
        var left = new java.util.concurrent.atomic.AtomicInteger(n);
        return at -> {
            if (at == point && left.decrementAndGet() == 0) {
                throw new Crash();
            }
        };
    }

    /// Runs until all rows have ended or nothing more happens by itself.
    BatchProgress go() throws InterruptedException {
        Set<Long> ended = new HashSet<>();
        budget = new Budget(cap, spentNow(), reservedNow());
        long began = System.nanoTime();
        time.endAt(
                request.stay() == BatchOptions.Stay.UNTIL_SUBMITTED
                        ? time.nanos() + Duration.ofHours(12).toNanos() // or a day passes between two looks below
                        : Long.MAX_VALUE);
        var runtime = new BatchRuntime(
                List.of(new BatchNode(
                        0,
                        NODE,
                        settings,
                        service,
                        RetryPolicy.USUAL,
                        new RealtimeThroughput(1, OptionalDouble.empty()))),
                around());
        try (runtime) {
            BatchQueue queue = runtime.queue(0).orElseThrow();
            runtime.start(woken -> runRows(woken, queue, ended));
            runRows(java.util.stream.LongStream.rangeClosed(1, rows).boxed().toList(), queue, ended);
            while (true) {
                quiet(runtime);
                BatchProgress standing = runtime.progress();
                boolean leaves = standing == BatchProgress.HELD
                        || (standing == BatchProgress.SUBMITTED && request.stay() != BatchOptions.Stay.UNTIL_DONE)
                        || (standing == BatchProgress.IDLE && ended.size() == rows)
                        || stop.requested();
                shown = runtime.jobs();
                if (meanwhile.test(runtime)) {
                    continue;
                }
                if (leaves) {
                    return standing;
                }
                if (System.nanoTime() - began > PATIENCE.toNanos()) {
                    throw new IllegalStateException(
                            standing + " with " + ended.size() + " of " + rows + " ended: " + shown);
                }
                runtime.awaitChange(Duration.ofMillis(20));
            }
        }
    }

    /// No row is active while this has the lock.
    private synchronized void quiet(BatchRuntime runtime) {
        runtime.quiet();
    }

    /// Crashes in the current state and resumes the run.
    void resume() throws InterruptedException {
        recorder.close();
        ResumedRun resumed =
                landscape.resume(RUN, new RunResume("0.1.0", "ada", List.of("resume"), List.of(), Optional.empty()));
        recorder = resumed.recorder();
    }

    private BatchContext around() {
        return new BatchContext(
                RUN,
                recorder,
                landscape::reader,
                _ -> {
                    throw new IllegalStateException("the fake needs no wire");
                },
                Redaction.of(secrets),
                budget,
                stop,
                time,
                new SplittableRandom(11),
                folder.resolve("artifacts"),
                faults,
                Optional.empty(),
                AutoPolicy.USUAL,
                request,
                Duration.ofMinutes(10),
                new RejectionSeries(OptionalInt.empty(), 0, stop),
                RunEventPublisher.to(RunEventListener.NONE),
                _ -> {});
    }

    private synchronized void runRows(List<Long> woken, BatchQueue queue, Set<Long> ended) throws InterruptedException {
        Map<Long, PastCall> past = new java.util.HashMap<>();
        recorder.awaitCommitted(recorder.record(new LogEntry.RunNoted("walk", RushTime.START, Map.of())));
        try (LandscapeReader reader = landscape.reader()) {
            reader.pendingRows()
                    .unfinished(RUN, woken)
                    .forEach(row -> row.calls().forEach(call -> past.put(row.rowSeq(), call)));
        }
        for (long row : woken) {
            PastCall call = past.get(row);
            boolean isEnded = call != null
                    && call.batch() != InBatch.SUBMITTED
                    && (call.attempts() >= MOST_ATTEMPTS
                            || call.reply()
                                    .filter(reply -> reply.status() / 100 == 2 || reply.status() == 400)
                                    .isPresent());
            if (isEnded) {
                ended.add(row);
            } else if (call == null && !queue.accepts(row, false)) {
                inRealTime(row, 200);
                ended.add(row);
            } else {
                Payload request = request(row);
                queue.park(new ParkedCall(
                        key(row, request),
                        call == null ? 0 : call.attempts(),
                        WORST,
                        100,
                        request,
                        List.of(),
                        call == null ? InBatch.NEVER : call.batch()));
            }
        }
    }

    /// Sends a call in real time and records its answer immediately.
    private void inRealTime(long row, int status) throws InterruptedException {
        Payload request = request(row);
        recorder.record(new LogEntry.CallIntended(
                key(row, request), 1, time.instant(), WORST, Optional.of(request), Optional.empty()));
        recorder.record(new LogEntry.CallEnded(
                key(row, request),
                1,
                time.instant(),
                LogEntry.CallState.ANSWERED,
                "answered",
                OptionalInt.of(status),
                Usage.unknown(),
                FakeBatchService.PRICE,
                true,
                new LogEntry.CallTimes(0, 0, 0, 0),
                Optional.empty(),
                Optional.of(Payload.utf8("HTTP/1.1 " + status + "\r\n\r\nanswer")),
                OptionalLong.empty()));
    }

    static Payload request(long row) {
        return Payload.utf8("POST https://fake.example/v1 HTTP/1.1\r\n\r\n{\"row\":" + row + "}");
    }

    private static CallKey key(long row, Payload request) {
        return new CallKey(row, 0, 0, 0, 1, request.sha256());
    }

    Usd spentNow() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.calls().spent(RUN).minus(reservedNow());
        }
    }

    /// The cost that counts against the cap in the last process.
    Usd counted() {
        return budget.spent();
    }

    private Usd reservedNow() {
        return items().stream()
                .filter(item -> item.end().isEmpty())
                .map(BatchItem::worst)
                .reduce(Usd.ZERO, Usd::plus);
    }

    /// Violations of the rules for calls and jobs, except unreleased rows: they are never released here.
    List<String> findings() throws InterruptedException {
        recorder.awaitCommitted(recorder.record(new LogEntry.RunNoted("end", RushTime.START, Map.of())));
        try (var check = ChainCheck.open("sqlite:test.db", folder)) {
            return check.verify(RUN, VerifyInputs.itself()).findings().stream()
                    .map(Object::toString)
                    .toList();
        }
    }

    /// Every attempt of every job.
    List<BatchItem> items() {
        try (LandscapeReader reader = landscape.reader()) {
            List<BatchItem> items = new ArrayList<>();
            reader.jobs().list(RUN).forEach(job -> items.addAll(reader.jobs().manifest(RUN, job.job())));
            return items;
        }
    }

    List<JobState> jobs() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.jobs().list(RUN).stream().map(JobState::of).toList();
        }
    }

    List<String> steps(long job) {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.jobs().steps(RUN, job).stream()
                    .map(JobQueries.BatchStep::step)
                    .toList();
        }
    }

    /// The number of answered rows; each at most once.
    long answered() {
        List<Long> answered = items().stream()
                .filter(item -> item.end().equals(Optional.of(LogEntry.CallState.ANSWERED)))
                .map(item -> item.key().rowSeq())
                .toList();
        if (new HashSet<>(answered).size() != answered.size()) {
            throw new IllegalStateException("a row was answered twice: " + answered);
        }
        return answered.size();
    }

    /// Uncancelled batches at the provider beyond one per submission.
    long duplicates() {
        long live =
                service.batches.stream().filter(FakeBatchService.Batch::isLive).count();
        long submissions = service.batches.stream()
                .filter(FakeBatchService.Batch::isLive)
                .map(batch -> batch.ids.getFirst())
                .distinct()
                .count();
        return live - submissions;
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        recorder.close();
        landscape.close();
    }
}
