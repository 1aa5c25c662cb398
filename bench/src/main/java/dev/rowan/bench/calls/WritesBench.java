package dev.rowan.bench.calls;

import dev.rowan.api.Outcome;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.bench.harness.ReviewFile;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.http.AuditedClient;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Bytes written to disk per row at the rates of model services: landscape, log, checkpoints and sink.
///
/// `./rowan bench writes [ROWS_PER_SECOND...]` calls a simulator for each row, with a latency of 0.5 to 1.5 s
/// and as many rows in flight as complete in a second.
public final class WritesBench {
    private static final int SECONDS = 20;

    private final Time time = new SystemTime();
    private final PrintStream out = System.out;
    private final Path folder;

    private WritesBench(Path folder) {
        this.folder = folder;
    }

    public static void run(String... args) throws Exception {
        List<Integer> rates = args.length == 0
                ? List.of(1, 10, 50, 500)
                : Arrays.stream(args).map(Integer::valueOf).toList();
        Path folder = Files.createTempDirectory("rowan-writes");
        try (var simulator = SimulatorProcess.start(
                        "{\"latency\": {\"shape\": \"uniform\", \"typical\": \"500ms\", \"high\": \"1500ms\"}}");
                AuditedClient wire = CallsClient.audited()) {
            var bench = new WritesBench(folder);
            var pipeline = new CallsPipeline(folder, simulator, wire, bench.time, CallsPipeline.Durability.SYNCED);
            bench.measure(pipeline, 50, 1); // loads classes, opens connections
            for (int rate : rates) {
                bench.measure(pipeline, rate, SECONDS);
            }
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure(CallsPipeline calls, int rate, int seconds) throws Exception {
        long rows = (long) rate * seconds;
        Path input = folder.resolve("reviews.csv");
        ReviewFile.write(input, rows, 7);
        Path database = folder.resolve("landscape.db");
        long written = DiskWrites.bytes();
        long started = time.nanos();
        try (Landscape landscape = Landscapes.open("sqlite:" + database, Path.of(""), time, new SecureRandom())) {
            RunResult result = pipelineRun(calls, landscape, input, rate, rows).run();
            if (result.counts().outcomes().getOrDefault(Outcome.COMPLETED, 0L) != rows) {
                throw new IllegalStateException("not every row was answered: " + result.counts());
            }
        }
        double elapsed = (time.nanos() - started) / 1e9;
        long kept = Files.size(database) + Files.size(folder.resolve("output.jsonl"));
        out.printf(
                "%4d in flight: %,d rows at %.1f rows/s, %.1f kB written and %.1f kB kept per row%n",
                rate, rows, rows / elapsed, (DiskWrites.bytes() - written) / 1e3 / rows, kept / 1e3 / rows);
        Folders.remove(folder);
        Files.createDirectories(folder);
    }

    private PipelineRun pipelineRun(CallsPipeline calls, Landscape landscape, Path input, int rate, long rows)
            throws Exception {
        var request = RunRequest.fresh("bench", List.of("bench"), "bench", OptionalLong.empty(), Sink.Existing.REFUSE);
        var environment =
                RunEnvironment.of(calls.wire(), new SecretSource(Map.of(), folder, Duration.ofSeconds(30)), () -> {
                    throw new PluginException("the simulator is a process of its own here");
                });
        var load = new CallsPipeline.Load(rate, "adaptive", rows, 0);
        return new PipelineRun(calls.pipeline(input, load), landscape, request, environment, time, new SecureRandom());
    }
}
