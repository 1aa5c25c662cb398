package dev.rowan.bench.controller;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.noise.HiddenLimit;
import dev.rowan.bench.noise.Noise;
import dev.rowan.bench.noise.NoiseContender;
import dev.rowan.bench.noise.NoiseCounts;
import dev.rowan.bench.noise.NoiseJob;
import dev.rowan.bench.noise.NoiseRows;
import dev.rowan.bench.noise.NoiseServerProcess;
import dev.rowan.bench.noise.NoiseSetup;
import dev.rowan.chaos.image.Folders;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Hidden limits over HTTP from outside: Rowan's command line against a [NoiseServer], with and without random
/// refusals. The server does the counting, from the first request on. Used is what it accepted of what its limit
/// would accept from a client with an endless backlog; refused is what the limit refused, without the random
/// refusals.
final class ControllerHidden {
    private static final int START = 10;
    private static final int STEADY = 20;
    private static final int END = 60;
    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Noise ONE_PERCENT = new Noise(0.01, false, Noise.CAPACITY);
    private static final List<Limit> LIMITS = List.of(
            new Limit("bucket of 20, 200 a second", "bucket:200:20", 64),
            new Limit("2,000 each 10 s", "window:2000:10", 64),
            new Limit("20 at once", "concurrency:20:0.05", 64));

    private final NoiseServerProcess server;
    private final Path root;
    private final Time time = new SystemTime();

    private ControllerHidden(NoiseServerProcess server, Path root) {
        this.server = server;
        this.root = root;
    }

    /// A limit, how [HiddenLimit#parse] reads it, and the pool that meets it.
    private record Limit(String title, String text, int pool) {}

    /// The limits whose title contains `only`.
    static void run(PrintStream out, String only) throws Exception {
        out.println("| limit | noise | first 10 s: used % | 20 s to 60 s: used % | refused % |");
        out.println("|---|---|---|---|---|");
        Path root = Files.createTempDirectory("rowan-hidden");
        try (var server = NoiseServerProcess.start()) {
            var hidden = new ControllerHidden(server, root);
            for (Limit limit :
                    LIMITS.stream().filter(each -> each.title.contains(only)).toList()) {
                for (Noise noise : List.of(Noise.NONE, ONE_PERCENT)) {
                    out.printf("| %s | %s | %s |%n", limit.title, noise.title(), hidden.cells(limit, noise));
                }
            }
        } finally {
            Folders.remove(root);
        }
    }

    private String cells(Limit limit, Noise noise) throws IOException, InterruptedException {
        HiddenLimit hidden = HiddenLimit.parse(limit.text);
        NoiseCounts counts = play(limit, noise, (int) (1.2 * hidden.capacity(0, END)));
        long accepted = counts.accepted(STEADY, END);
        long refused = counts.limited(STEADY, END);
        return "%.1f | %.1f | %.2f"
                .formatted(
                        100 * counts.accepted(0, START) / hidden.capacity(0, START),
                        100 * accepted / hidden.capacity(STEADY, END),
                        100.0 * refused / Math.max(1, accepted + refused));
    }

    /// Runs with more rows than the limit lets through, and stops at the end of what is measured.
    private NoiseCounts play(Limit limit, Noise noise, int rows) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(root, "run");
        NoiseRows.write(folder, rows);
        ProcessBuilder command = NoiseContender.Rowan.current()
                .command(new NoiseJob(folder, server.base(), rows, limit.pool))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        server.reset(new NoiseSetup(Duration.ofMillis(50), noise, 1, limit.text));
        Process process = command.start();
        try {
            while (server.counts().requests() == 0 && process.isAlive()) {
                time.sleep(GLANCE);
            }
            time.sleep(Duration.ofSeconds(END));
            NoiseCounts counts = server.counts();
            if (!process.isAlive()) {
                throw new IllegalStateException("expected a run of " + END + " s, it ended before: "
                        + Files.readString(folder.resolve("output.txt")));
            }
            return counts;
        } finally {
            process.destroyForcibly().waitFor();
            Folders.remove(folder);
        }
    }
}
