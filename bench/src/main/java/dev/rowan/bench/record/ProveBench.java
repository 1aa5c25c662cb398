package dev.rowan.bench.record;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.chaos.image.Folders;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.RowProof;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How long a proof takes in a large run.
///
/// `./rowan bench prove [ROWS [URL]]` records a run of rows with three events each; then fresh JVMs prove its first, a
/// middle and its last row.
public final class ProveBench {
    private static final String RUN = "bench";

    private final Time time = new SystemTime();
    private final PrintStream out = System.out;

    private ProveBench() {}

    public static void run(String... args) throws Exception {
        long rows = args.length > 0 ? Long.parseLong(args[0]) : 3_000_000;
        Path folder = Files.createTempDirectory("rowan-prove");
        String url = args.length > 1 ? args[1] : "sqlite:" + folder.resolve("landscape.db");
        try {
            ChildJvm.run(List.of("-Xmx512m"), List.of("prove_make", Long.toString(rows), url));
            for (long row : List.of(1L, rows / 2 + 1, rows)) {
                ChildJvm.run(List.of("-Xmx256m"), List.of("prove_inside", url, Long.toString(row)));
            }
        } finally {
            Folders.remove(folder);
        }
    }

    public static void make(String... args) throws Exception {
        new ProveBench().make(Long.parseLong(args[0]), args[1]);
    }

    public static void inside(String... args) {
        new ProveBench().prove(args[0], Long.parseLong(args[1]));
    }

    private void make(long rows, String url) throws InterruptedException {
        long started = time.nanos();
        try (Landscape landscape = Landscapes.open(url, Path.of(""), time, new SecureRandom());
                LandscapeRecorder recorder = landscape.start(start())) {
            for (long row = 1; row <= rows; row++) {
                recorder.record(entries(row));
            }
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, rows, Optional.empty()));
        }
        out.printf("recorded %,d rows in %.0f s%n", rows, (time.nanos() - started) / 1e9);
    }

    private void prove(String url, long row) {
        Instant begun = ProcessHandle.current().info().startInstant().orElseThrow();
        double up = since(begun);
        try (ChainCheck check = ChainCheck.open(url, Path.of(""))) {
            RowProof proof = check.prove(RUN, row, Optional.empty());
            out.printf(
                    "row %,d, %,d events sealed: JVM up after %.2f s, proof of %d events after %.2f s (%.2f s of CPU)%n",
                    row,
                    proof.head().size(),
                    up,
                    proof.events().size(),
                    since(begun),
                    ProcessHandle.current()
                                    .info()
                                    .totalCpuDuration()
                                    .orElseThrow()
                                    .toMillis()
                            / 1e3);
        }
    }

    private double since(Instant begun) {
        return Duration.between(begun, time.instant()).toMillis() / 1e3;
    }

    private static RunStart start() {
        return new RunStart(
                RUN,
                RUN,
                "bench",
                "",
                Map.of(),
                List.of(),
                "bench",
                Optional.empty(),
                "rows",
                List.of(new RunStart.Node(
                        0, "words", "keyword_filter", "1", List.of(), "", Optional.empty(), Map.of())),
                List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "")));
    }

    private List<LogEntry> entries(long row) {
        Instant now = time.instant();
        Row values = Row.of("id", row).with("text", "a review of some length ".repeat(4));
        return List.of(
                new LogEntry.RowRead(row, now, "line " + row, Optional.empty(), values, Optional.empty()),
                new LogEntry.StateClosed(
                        new LogEntry.StateKey(row, 0, 0, 1),
                        now,
                        now,
                        new LogEntry.Waits(row, row, 0, 0, 0, 0),
                        new LogEntry.Result.Passed(values, values)),
                new LogEntry.OutcomeReached(
                        row,
                        0,
                        now,
                        Outcome.COMPLETED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("output"),
                        1,
                        2,
                        3));
    }
}
