package dev.rowan.bench.calls;

import dev.rowan.api.CallScope;
import dev.rowan.api.Outcome;
import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.bench.harness.CpuShares;
import dev.rowan.bench.harness.ReviewFile;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.open.Landscapes;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;

/// The pipeline under test: csv, one model call per row, jsonl; everything is recorded in SQLite.
public record CallsPipeline(Path folder, SimulatorProcess simulator, Wire wire, Time time, Durability durability) {
    public static final String KEY = "bench-key-0123456789";
    private static final Duration GLANCE = Duration.ofMillis(10);

    /// Whether the landscape syncs to disk.
    public enum Durability {
        SYNCED,
        UNSYNCED
    }

    /// The settings of a run: `poolSize` in flight, the `throttle`, the number of rows, and how many of them are
    /// warm-up.
    public record Load(int poolSize, String throttle, long rows, long before) {}

    /// The figures of a run without its first `before` rows; the seconds of ramp-up and of closing (sealing, the last
    /// checkpoint), and the landscape's bytes per row.
    public record Figures(CallsRound.Figures calls, double wayUp, double closing, long landscapeBytes) {}

    /// The requests of the pipeline for its first rows.
    List<WireRequest> requests(int rows) throws Exception {
        var seen = new ConcurrentLinkedQueue<WireRequest>();
        Wire noting = request -> {
            seen.add(request);
            return wire.exchange(request);
        };
        new CallsPipeline(folder, simulator, noting, time, CallsPipeline.Durability.SYNCED)
                .run(new Load(1, "aimd", rows, 0));
        return List.copyOf(seen);
    }

    public Figures run(Load load) throws Exception {
        Path input = folder.resolve("reviews.csv");
        ReviewFile.write(input, load.rows(), 7);
        Path database = folder.resolve("landscape.db");
        try (Landscape landscape = open(database)) {
            var request =
                    RunRequest.fresh("bench", List.of("bench"), "bench", OptionalLong.empty(), Sink.Existing.REFUSE);
            var environment =
                    RunEnvironment.of(wire, new SecretSource(Map.of(), folder, Duration.ofSeconds(30)), () -> {
                        throw new PluginException("the simulator is a process of its own here");
                    });
            var run = new PipelineRun(pipeline(input, load), landscape, request, environment, time, new SecureRandom());
            long started = time.nanos();
            try (CallScope scope = CallScope.openPlatform("pipeline")) {
                Future<RunResult> running = scope.fork(run::run);
                awaitEnded(run, running, load.before());
                double wayUp = (time.nanos() - started) / 1e9;
                CallsRound.Figures figures = rest(run, running, load);
                long ended = time.nanos();
                check(running.get(), load);
                double closing = (time.nanos() - ended) / 1e9;
                return new Figures(figures, wayUp, closing, Files.size(database) / load.rows());
            }
        } finally {
            Folders.remove(folder);
            Files.createDirectories(folder);
        }
    }

    private Landscape open(Path database) {
        return switch (durability) {
            case SYNCED -> Landscapes.open("sqlite:" + database, Path.of(""), time, new SecureRandom());
            case UNSYNCED -> Landscapes.openUnsynced(database, time, new SecureRandom());
        };
    }

    private void awaitEnded(PipelineRun run, Future<RunResult> running, long rows) throws InterruptedException {
        while (run.progress().rowsEnded() < rows && !running.isDone()) {
            time.sleep(GLANCE);
        }
    }

    private CallsRound.Figures rest(PipelineRun run, Future<RunResult> running, Load load) throws Exception {
        Duration simulatorBefore = simulator.cpu();
        try (CpuShares shares = CpuShares.start(time)) {
            long began = time.nanos();
            long before = run.progress().rowsEnded();
            awaitEnded(run, running, load.rows());
            double seconds = (time.nanos() - began) / 1e9;
            return new CallsRound.Figures(
                    load.rows() - before,
                    seconds,
                    shares.seconds(),
                    simulator.cpu().minus(simulatorBefore).toNanos() / 1e9);
        }
    }

    private static void check(RunResult result, Load load) {
        if (result.counts().outcomes().getOrDefault(Outcome.COMPLETED, 0L) != load.rows()) {
            throw new IllegalStateException("not every row was answered: " + result.counts());
        }
    }

    Pipeline pipeline(Path input, Load load) throws Exception {
        Path key = folder.resolve("key");
        Files.writeString(key, KEY);
        return PipelineBuilder.named("calls")
                .source("csv", Map.of("path", input.toString(), "id", "review_id"))
                .transform(
                        "llm",
                        Map.of(
                                "model",
                                "openai/gpt-4o-mini",
                                "base_url",
                                simulator.address().resolve("/v1").toString(),
                                "api_key",
                                "file:" + key,
                                "price",
                                Map.of("input", new BigDecimal("0.15"), "output", new BigDecimal("0.6")),
                                "system_prompt",
                                "You sort reviews by mood.",
                                "user_prompt_template",
                                "Is this review positive, negative or neutral? Answer with that word.\n\n{{ text }}",
                                "output_key",
                                "mood",
                                "max_tokens",
                                16,
                                "pool_size",
                                load.poolSize(),
                                "throttle",
                                load.throttle()))
                .sink(
                        "output",
                        "jsonl",
                        Map.of("path", folder.resolve("output.jsonl").toString()))
                .assemble();
    }
}
