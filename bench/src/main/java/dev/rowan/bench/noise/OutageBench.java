package dev.rowan.bench.noise;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.chaos.image.Folders;
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
public final class OutageBench {
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

    public static void run(String... args) throws Exception {
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
            Folders.remove(folder);
        }
    }

    /// The server is killed in the middle of a run, and another takes its port after `seconds`.
    private void outage(int seconds) throws IOException, InterruptedException {
        Process run;
        int port;
        try (var server = NoiseServerProcess.start()) {
            server.reset(WELL);
            port = server.address().getPort();
            run = start(server, "run", "pipeline.yaml", "-q");
            while (server.counts().requests() < BEFORE_OUTAGE && run.isAlive()) {
                time.sleep(GLANCE);
            }
        }
        time.sleep(Duration.ofSeconds(seconds));
        try (var server = NoiseServerProcess.start(port)) {
            server.reset(WELL);
            report("closed for %d s".formatted(seconds), exit(run));
        }
    }

    /// Every request is rejected until the run has stopped; then it is resumed.
    private void rejected(int status) throws IOException, InterruptedException {
        try (var server = NoiseServerProcess.start()) {
            server.reset(new NoiseSetup(LATENCY, new Noise(1, false, List.of(status)), 1, "none"));
            report("%d for every request".formatted(status), exit(start(server, "run", "pipeline.yaml", "-q")));
            server.reset(WELL);
            report("  resumed", exit(start(server, "resume", "latest", "-q")));
        }
    }

    /// The exit code, the rows in the output, what was printed last, and what the record says of calls and attempts.
    private void report(String title, int exit) throws IOException, InterruptedException {
        out.printf("%s: exit code %d, %,d of %,d rows answered%n", title, exit, NoiseRows.answered(folder), ROWS);
        List<String> printed = Files.readAllLines(output());
        if (!printed.isEmpty()) {
            out.println("    " + printed.getLast());
        }
        Process status = rowan.start("status", "latest")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
        exit(status);
        Files.readAllLines(output()).stream()
                .filter(line -> line.contains("calls ") || line.contains("attempts "))
                .forEach(line -> out.println("    " + line.strip()));
    }

    private Process start(NoiseServerProcess server, String... arguments) throws IOException {
        ProcessBuilder command = rowan.command(new NoiseJob(folder, server.base(), ROWS, IN_FLIGHT));
        command.command(rowan.start(arguments).command());
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
}
