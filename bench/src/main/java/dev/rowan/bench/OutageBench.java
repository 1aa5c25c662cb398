package dev.rowan.bench;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What becomes of a run whose service goes down in the middle of it, or rejects every request, from outside: the
/// command line and a server in another process, in real time.
///
/// `./rowan bench outage [SECONDS...]`, by default outages of 6 and 60 s; then 404 and 400 for every request, followed
/// by `rowan resume` once the service is well again.
final class OutageBench {
    private static final int ROWS = 2_000;
    private static final int IN_FLIGHT = 20;
    private static final int BEFORE_OUTAGE = 400;
    private static final Duration LATENCY = Duration.ofMillis(100);
    private static final Duration GLANCE = Duration.ofMillis(50);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final NoiseSetup WELL = new NoiseSetup(LATENCY, Noise.NONE, 1, "none");

    private final PrintStream out;
    private final Path folder;
    private final Time time = new SystemTime();
    private final NoiseContender.Rowan rowan = NoiseContender.Rowan.current();

    private OutageBench(PrintStream out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    static void run(String... args) throws Exception {
        List<Integer> outages =
                args.length > 0 ? Arrays.stream(args).map(Integer::valueOf).toList() : List.of(6, 60);
        for (int seconds : outages) {
            inFolder(bench -> bench.outage(seconds));
        }
        for (int status : List.of(404, 400)) {
            inFolder(bench -> bench.rejected(status));
        }
    }

    private interface Check {
        void with(OutageBench bench) throws Exception;
    }

    private static void inFolder(Check check) throws Exception {
        Path folder = Files.createTempDirectory("rowan-outage");
        try {
            NoiseRows.write(folder, ROWS);
            check.with(new OutageBench(System.out, folder));
        } finally {
            Folders.delete(folder);
        }
    }

    /// The server is killed in the middle of a run, and another takes its port after `seconds`.
    private void outage(int seconds) throws IOException, InterruptedException {
        Process run;
        long before;
        int port;
        try (var server = NoiseServerProcess.start()) {
            server.reset(WELL);
            port = server.address().getPort();
            run = start(server, "run", "pipeline.yaml", "-q");
            while (server.counts().requests() < BEFORE_OUTAGE && run.isAlive()) {
                time.sleep(GLANCE);
            }
            before = server.counts().requests();
        }
        time.sleep(Duration.ofSeconds(seconds));
        try (var server = NoiseServerProcess.start(port)) {
            server.reset(WELL);
            int exit = exit(run);
            long after = server.counts().requests();
            report("closed for %d s".formatted(seconds), exit, before + after);
        }
    }

    /// Every request is rejected until the run has stopped; then it is resumed.
    private void rejected(int status) throws IOException, InterruptedException {
        try (var server = NoiseServerProcess.start()) {
            server.reset(new NoiseSetup(LATENCY, new Noise(1, false, List.of(status)), 1, "none"));
            int exit = exit(start(server, "run", "pipeline.yaml", "-q"));
            report(
                    "%d for every request".formatted(status),
                    exit,
                    server.counts().requests());
            out.println("    " + lastLine());
            server.reset(WELL);
            exit = exit(start(server, "resume", "latest", "-q"));
            report("  resumed", exit, server.counts().requests());
        }
    }

    private void report(String title, int exit, long requests) throws IOException {
        long answered = NoiseRows.answered(folder);
        out.printf(
                "%s: exit code %d, %,d requests for %,d rows, %,d answered%n", title, exit, requests, ROWS, answered);
    }

    private Process start(NoiseServerProcess server, String... words) throws IOException {
        ProcessBuilder command = rowan.command(new NoiseJob(folder, server.base(), ROWS, IN_FLIGHT));
        command.command(rowan.start(words).command());
        return command.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
    }

    private int exit(Process process) throws InterruptedException {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the run has not ended after " + LIMIT);
            }
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private Path output() {
        return folder.resolve("output.txt");
    }

    private String lastLine() throws IOException {
        List<String> lines = Files.readAllLines(output());
        return lines.isEmpty() ? "(nothing printed)" : lines.getLast();
    }
}
