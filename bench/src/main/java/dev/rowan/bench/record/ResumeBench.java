package dev.rowan.bench.record;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.chaos.image.Folders;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// How long it takes from the start of a process until a large run that was killed is ready to send again.
///
/// `./rowan bench resume [ROWS [URL]]` records a run whose rows were all read, half of them answered and ended, with
/// an open attempt at the first row and 255 at the last ones; then a fresh JVM resumes it and asks for the first rows.
public final class ResumeBench {
    private static final int OPEN = 256;
    private static final int GROUP = 200;
    private static final Payload REQUEST = Payload.utf8("POST https://service/ HTTP/1.1\r\n\r\n" + "q".repeat(600));
    private static final Usd WORST = new Usd(5_000_000_000L);

    private final Time time = new SystemTime();
    private final PrintStream out;

    private ResumeBench(PrintStream out) {
        this.out = out;
    }

    public static void run(String... args) throws Exception {
        String rows = args.length > 0 ? args[0] : "1000000";
        Path folder = Files.createTempDirectory("rowan-resume");
        String url = args.length > 1 ? args[1] : "sqlite:" + folder.resolve("landscape.db");
        try {
            ChildJvm.run(List.of("-Xmx512m"), List.of("resume_make", rows, url));
            ChildJvm.run(List.of("-Xmx256m"), List.of("resume_inside", url));
            ChildJvm.run(List.of("-Xmx256m"), List.of("resume_inside", url));
        } finally {
            Folders.remove(folder);
        }
    }

    public static void make(String... args) throws Exception {
        new ResumeBench(System.out).make(Long.parseLong(args[0]), args[1]);
    }

    public static void inside(String... args) throws Exception {
        new ResumeBench(System.out).resume(args[0]);
    }

    private void make(long rows, String url) throws InterruptedException {
        long started = time.nanos();
        try (Landscape landscape = Landscapes.open(url, Path.of(""), time, new SecureRandom());
                LandscapeRecorder recorder = landscape.start(start())) {
            for (long row = 1; row <= rows; row++) {
                boolean open = row == 1 || row > rows - OPEN + 1;
                recorder.record(open ? open(row) : row <= rows / 2 ? whole(row) : List.of(read(row)));
            }
        }
        out.printf("recorded %,d rows in %.0f s%n", rows, (time.nanos() - started) / 1e9);
    }

    private void resume(String url) throws Exception {
        Instant begun = ProcessHandle.current().info().startInstant().orElseThrow();
        double up = since(begun);
        try (Landscape landscape = Landscapes.open(url, Path.of(""), time, new SecureRandom());
                LandscapeReader reader = landscape.reader()) {
            ResumedRun run =
                    landscape.resume("bench", new RunResume("bench", "bench", List.of(), List.of(), Optional.empty()));
            try (LandscapeRecorder recorder = run.recorder()) {
                double taken = since(begun);
                List<PendingRow> first = reader.pendingRows().unfinished("bench", 0, GROUP);
                double ready = since(begun);
                double middle = chunk(reader, run.recovered().rowsRead() * 3 / 4);
                out.printf(
                        "%,d rows, %,d events, %d unknown: JVM up %.2f s, resumed %.2f s, %d rows at %.2f s; the next %.0f ms%n",
                        run.recovered().rowsRead(),
                        reader.runs().summary("bench").events(),
                        run.recovered().unknown(),
                        up,
                        taken,
                        first.size(),
                        ready,
                        1_000 * middle);
                recorder.close();
            }
        }
    }

    private double chunk(LandscapeReader reader, long after) {
        long asked = time.nanos();
        reader.pendingRows().unfinished("bench", after, GROUP);
        return (time.nanos() - asked) / 1e9;
    }

    private double since(Instant begun) {
        return Duration.between(begun, time.instant()).toMillis() / 1e3;
    }

    private static RunStart start() {
        return new RunStart(
                "bench",
                "bench",
                "bench",
                "",
                Map.of(),
                List.of(),
                "bench",
                Optional.empty(),
                "rows",
                List.of(new RunStart.Node(0, "ask", "llm", "1", List.of(), "", Optional.empty(), Map.of())),
                List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "")));
    }

    private LogEntry read(long row) {
        return new LogEntry.RowRead(
                row, time.instant(), "line " + row, Optional.empty(), values(row), Optional.empty());
    }

    private static Row values(long row) {
        return Row.of("id", row).with("text", "a review of some length ".repeat(16));
    }

    private static CallKey key(long row) {
        return new CallKey(row, 0, 0, 0, 1, REQUEST.sha256());
    }

    private List<LogEntry> open(long row) {
        return List.of(
                read(row),
                new LogEntry.CallIntended(key(row), 1, time.instant(), WORST, Optional.of(REQUEST), Optional.empty()));
    }

    private List<LogEntry> whole(long row) {
        Instant now = time.instant();
        Payload body = Payload.utf8("{\"said\": \"" + "yes ".repeat(100) + "\"}");
        var reply = new WireReply.Complete(
                200,
                Headers.of("x-request-id", "req-" + row),
                body,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
        var entries = new ArrayList<>(open(row));
        entries.add(new LogEntry.CallEnded(
                key(row),
                1,
                now,
                LogEntry.CallState.ANSWERED,
                "answered",
                OptionalInt.of(200),
                Usage.unknown(),
                WORST,
                true,
                new LogEntry.CallTimes(0, 0, 1_000, 500),
                Optional.empty(),
                Optional.of(HttpMessage.of(reply)),
                OptionalLong.empty()));
        entries.add(new LogEntry.StateClosed(
                new LogEntry.StateKey(row, 0, 0, 1),
                now,
                now,
                new LogEntry.Waits(row, row, 0, 0, 0, 1_000),
                new LogEntry.Result.Passed(values(row), values(row).with("said", "yes"))));
        entries.add(new LogEntry.OutcomeReached(
                row, 0, now, Outcome.COMPLETED, Optional.empty(), Optional.empty(), Optional.of("output"), 1, 2, 3));
        return entries;
    }
}
