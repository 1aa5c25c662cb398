package dev.rowan.cli;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.run.SplitRun;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.http.AuditedWires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;

/// Runs of the pipeline in a folder whose splits are processed by workers in this process, on PostgreSQL.
final class SplitStage {
    private static final long SPLIT_ROWS = 20;

    private final Path folder;
    private final String url;
    private final Map<String, String> variables;
    private final Sink.Existing existing;
    private final Time ownerTime;

    SplitStage(Path folder, String url, Map<String, String> variables) {
        this(folder, url, variables, Sink.Existing.REFUSE, new SystemTime());
    }

    private SplitStage(Path folder, String url, Map<String, String> variables, Sink.Existing existing, Time ownerTime) {
        this.folder = folder;
        this.url = url;
        this.variables = Map.copyOf(variables);
        this.existing = existing;
        this.ownerTime = ownerTime;
    }

    /// The same with more variables.
    SplitStage with(Map<String, String> more) {
        var all = new HashMap<>(variables);
        all.putAll(more);
        return new SplitStage(folder, url, all, existing, ownerTime);
    }

    /// The same with another clock of the owner.
    SplitStage with(Time time) {
        return new SplitStage(folder, url, variables, existing, time);
    }

    /// The same with runs that replace existing output.
    SplitStage overwriting() {
        return new SplitStage(folder, url, variables, Sink.Existing.OVERWRITE, ownerTime);
    }

    Path folder() {
        return folder;
    }

    Path file() {
        return folder.resolve("pipeline.yaml");
    }

    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /// Runs the pipeline with so many writers.
    RunResult run(int writers) throws IOException, InterruptedException {
        return run(new RunStartMode.Fresh(), writers, Set.of(), (_, _) -> {});
    }

    /// The same; the workers record in what `recording` makes of the landscape.
    RunResult run(int writers, UnaryOperator<Landscape> recording) throws IOException, InterruptedException {
        return run(new RunStartMode.Fresh(), writers, Set.of(), (_, _) -> {}, BatchOptions.USUAL, recording);
    }

    RunResult resume(String runId, int writers) throws IOException, InterruptedException {
        return run(new RunStartMode.Resumed(runId, false), writers, Set.of(), (_, _) -> {});
    }

    /// The same; after each number of finished splits in `replacements` an attempt of a worker is replaced, and after
    /// each split `finished` gets the run and their number.
    RunResult run(RunStartMode mode, int writers, Set<Integer> replacements, ObjIntConsumer<SplitRun> finished)
            throws IOException, InterruptedException {
        return run(mode, writers, replacements, finished, BatchOptions.USUAL, UnaryOperator.identity());
    }

    /// The same without waiting for batch jobs.
    RunResult detach(RunStartMode mode, int writers) throws IOException, InterruptedException {
        var batches = new BatchOptions(BatchOptions.Stay.UNTIL_SUBMITTED, List.of(), true, false);
        return run(mode, writers, Set.of(), (_, _) -> {}, batches, UnaryOperator.identity());
    }

    private RunResult run(
            RunStartMode mode,
            int writers,
            Set<Integer> replacements,
            ObjIntConsumer<SplitRun> finished,
            BatchOptions batches,
            UnaryOperator<Landscape> recording)
            throws IOException, InterruptedException {
        return run(
                mode,
                batches,
                (landscape, running) -> new ThreadCluster(
                        file(),
                        variables,
                        recording.apply(landscape),
                        writers,
                        replacements,
                        done -> finished.accept(Objects.requireNonNull(running.get()), done)));
    }

    /// The same on another cluster.
    RunResult run(SplitCluster cluster) throws IOException, InterruptedException {
        return run(new RunStartMode.Fresh(), BatchOptions.USUAL, (_, _) -> cluster);
    }

    /// Makes the workers of a run, which is set when it starts.
    private interface Workers {
        SplitCluster of(Landscape landscape, AtomicReference<SplitRun> running);
    }

    private RunResult run(RunStartMode mode, BatchOptions batches, Workers workers)
            throws IOException, InterruptedException {
        var time = new SystemTime();
        Pipeline pipeline = pipeline();
        try (OpenWire wire = new AuditedWires().open(pipeline.network().wire(), variables, time);
                Landscape landscape = Landscapes.open(url, folder, time, new SecureRandom())) {
            var environment = RunEnvironment.of(
                            wire, new SecretSource(variables, folder, Duration.ofSeconds(30)), () -> {
                                throw new PluginException("no simulator here");
                            })
                    .with(folder.resolve("artifacts"));
            var request = RunRequest.fresh("test", List.of(), "test", OptionalLong.empty(), existing)
                    .with(mode)
                    .with(batches);
            var running = new AtomicReference<SplitRun>();
            var run = new SplitRun(
                    pipeline,
                    landscape,
                    request,
                    environment,
                    workers.of(landscape, running),
                    SPLIT_ROWS,
                    ownerTime,
                    new SecureRandom());
            running.set(run);
            return run.run();
        }
    }

    private Pipeline pipeline() {
        PipelineFile read = PipelineFile.read(file(), variables);
        return PipelineAssembly.assemble(
                read.root(),
                new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file())),
                PluginCatalog.load());
    }

    /// A command on the landscape.
    Program.Ran command(String... words) throws IOException {
        return program().run(words);
    }

    /// Commands in the folder of the run.
    Program program() throws IOException {
        String text = Files.readString(file());
        var program = new Program(folder);
        program.write("pipeline.yaml", text);
        variables.forEach(program::variable);
        return program.variable("ROWAN_LANDSCAPE", url);
    }

    LandscapeReader reader() {
        return Landscapes.read(url, folder);
    }
}
