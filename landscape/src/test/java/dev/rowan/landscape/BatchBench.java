package dev.rowan.landscape;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.landscape.PendingRowQueries.UnfinishedRow;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Benchmarks reading and matching batch results: `java -Xmx512m … BatchBench DATABASE [ROWS]`. Parks this many
/// rows in jobs of 50,000, kills the run, resumes it and records 100,000 results with replies of 1 KB.
final class BatchBench {
    private static final int JOB = 50_000;
    private static final int RESULTS = 100_000;
    private static final int PAGE = 10_000;

    private final SystemTime time = new SystemTime();
    private long started;

    private BatchBench() {}

    public static void main(String[] args) throws InterruptedException {
        new BatchBench().run(args[0], args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000);
    }

    private void start() {
        started = time.nanos();
    }

    private void told(String what, long amount) {
        Duration took = Duration.ofNanos(time.nanos() - started);
        System.out.printf(
                "%s: %d in %s ms, %.0f/s%n", what, amount, took.toMillis(), amount * 1e9 / Math.max(1, took.toNanos()));
    }

    private void run(String url, int rows) throws InterruptedException {
        try (Landscape landscape = Landscapes.open(url, Path.of("."), time, new SecureRandom())) {
            try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
                start();
                for (long row = 1; row <= rows; row++) {
                    recorder.record(List.of(Samples.read(row), Batches.parked(row, 1)));
                }
                told("parked", rows);
                start();
                plan(recorder, rows);
                told("planned", rows);
                recorder.record(List.of(Samples.read(rows + 1), Calls.intended(rows + 1, 1, 1)));
            }
            start();
            ResumedRun resumed = landscape.resume("a", Samples.RESUME);
            told("resumed, one attempt of its own", 1);
            System.out.println(resumed.recovered());
            try (LandscapeRecorder recorder = resumed.recorder()) {
                take(recorder);
            }
            find(landscape);
        }
    }

    private static void plan(LandscapeRecorder recorder, int rows) throws InterruptedException {
        for (long from = 1; from <= rows; from += JOB) {
            var calls = new ArrayList<CallKey>();
            for (long row = from; row <= Math.min(rows, from + JOB - 1); row++) {
                calls.add(Calls.key(row, 1));
            }
            recorder.awaitCommitted(recorder.record(Batches.planned(1 + from / JOB, 1, calls)));
        }
    }

    private void take(LandscapeRecorder recorder) throws InterruptedException {
        Payload reply = HttpMessage.of(Calls.reply("{\"a\": \"" + "x".repeat(1_000) + "\"}"));
        start();
        long last = 0;
        for (long row = 1; row <= RESULTS; row++) {
            LogEntry.CallEnded end = Batches.ended(Calls.key(row, 1), 1, CallState.ANSWERED, 1 + (row - 1) / JOB);
            last = recorder.record(new LogEntry.CallEnded(
                    end.key(),
                    1,
                    end.at(),
                    end.state(),
                    end.disposition(),
                    end.status(),
                    end.usage(),
                    end.cost(),
                    true,
                    end.times(),
                    end.requestId(),
                    Optional.of(reply),
                    end.job()));
        }
        recorder.awaitCommitted(last);
        told("taken", RESULTS);
        start();
        for (long row = 1; row <= RESULTS; row++) {
            last = recorder.record(Samples.completed(row, 0));
        }
        recorder.awaitCommitted(last);
        told("left", RESULTS);
    }

    private void find(Landscape landscape) {
        try (LandscapeReader reader = landscape.reader()) {
            start();
            long after = 0;
            long awaits = 0;
            long found = 0;
            for (List<UnfinishedRow> page = reader.pendingRows().listUnfinished("a", after, PAGE);
                    !page.isEmpty();
                    page = reader.pendingRows().listUnfinished("a", after, PAGE)) {
                found += page.size();
                awaits += page.stream().filter(UnfinishedRow::awaits).count();
                after = page.getLast().rowSeq();
            }
            told("unended (" + awaits + " await)", found);
            start();
            told("manifest", reader.jobs().manifest("a", 1).size());
            start();
            System.out.println(reader.runs().summary("a").calls());
            told("summary", 1);
        }
    }
}
