package dev.rowan.bench.record;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.chaos.image.Folders;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.resume.PendingRow;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How long it takes from the start of a process until a large run that was killed is ready to send again.
///
/// `./rowan bench resume [ROWS [URL]]` records a run whose rows were all read, half of them answered and ended, with
/// an open attempt at the first row and 255 at the last ones; then a fresh JVM resumes it and asks for the first rows.
public final class ResumeBench {
    private static final int OPEN = 256;
    private static final int GROUP = 200;

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

    private void make(long count, String url) throws InterruptedException {
        var rows = new RecordedRows(time);
        long started = time.nanos();
        try (Landscape landscape = Landscapes.open(url, Path.of(""), time, new SecureRandom());
                LandscapeRecorder recorder = landscape.start(RecordedRows.start("bench"))) {
            for (long row = 1; row <= count; row++) {
                boolean open = row == 1 || row > count - OPEN + 1;
                recorder.record(open ? rows.open(row) : row <= count / 2 ? rows.whole(row) : List.of(rows.read(row)));
            }
        }
        out.printf("recorded %,d rows in %.0f s%n", count, (time.nanos() - started) / 1e9);
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
}
