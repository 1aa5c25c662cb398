package dev.rowan.engine.run;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Transform;
import dev.rowan.engine.FixedSinkPlugin;
import dev.rowan.engine.FixedSourcePlugin;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.startup.SinceRun;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.testkit.FixedTransformPlugin;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/// A pipeline of a test's own plugins, run by the real engine on a real SQLite landscape in a folder.
final class TestPipeline implements AutoCloseable {
    private static final String URL = "sqlite:rowan.db";

    private final Path folder;
    private final List<Plugin> plugins = new ArrayList<>();
    private final Map<String, Object> run = new LinkedHashMap<>();
    private final Map<String, Object> source = new LinkedHashMap<>();
    private final List<Object> transforms = new ArrayList<>();
    private final Map<String, Object> sinks = new LinkedHashMap<>();
    private final WatchedLandscape landscape;
    private Time time;
    private RunEnvironment environment = RunEnvironment.none();
    private OptionalLong limit = OptionalLong.empty();
    private RunStartMode startMode = new RunStartMode.Fresh();
    private Set<String> abandoned = Set.of();
    private Optional<SinceRun> since = Optional.empty();
    private FakeBatches.Plan batches = FakeBatches.Plan.answering((_, _) -> Optional.empty());
    private int maxHeld = OrderedRelease.MAX_HELD;
    private BatchOptions.Stay stay = BatchOptions.Stay.UNTIL_DONE;
    private final List<FakeBatches> opened = new CopyOnWriteArrayList<>();

    TestPipeline(Path folder) {
        this(folder, new SystemTime());
    }

    /// With a landscape that has this clock too.
    TestPipeline(Path folder, Time clock) {
        this.folder = folder;
        this.time = clock;
        this.landscape = new WatchedLandscape(Landscapes.open(URL, folder, clock, new SecureRandom()));
    }

    WatchedLandscape landscape() {
        return landscape;
    }

    /// Sets a key of the `run` section.
    TestPipeline with(String key, Object value) {
        run.put(key, value);
        return this;
    }

    /// Runs by another clock than the machine's.
    TestPipeline at(Time clock) {
        time = clock;
        return this;
    }

    /// Lets calls out by `wire`.
    TestPipeline wire(Wire wire) {
        environment = RunEnvironment.of(
                wire, RunEnvironment.none().secrets(), RunEnvironment.none().simulator());
        return this;
    }

    /// Lets calls of transforms in batch mode be answered by `plan`.
    TestPipeline batches(FakeBatches.Plan plan) {
        batches = plan;
        return this;
    }

    /// Lets so few finished rows wait behind one that is not.
    TestPipeline maxHeld(int rows) {
        maxHeld = rows;
        return this;
    }

    TestPipeline stay(BatchOptions.Stay howLong) {
        stay = howLong;
        return this;
    }

    /// The batch services of the last run that was started.
    FakeBatches batches() {
        return opened.getLast();
    }

    TestPipeline limit(long rows) {
        limit = OptionalLong.of(rows);
        return this;
    }

    /// Begins with what another process left.
    TestPipeline startMode(RunStartMode given) {
        startMode = given;
        return this;
    }

    /// Takes the answers of another run.
    TestPipeline since(SinceRun run) {
        since = Optional.of(run);
        return this;
    }

    /// Gives unfinished runs up for this one.
    TestPipeline abandoning(String... runs) {
        abandoned = Set.of(runs);
        return this;
    }

    TestPipeline source(Source given) {
        return source(given, Map.of());
    }

    TestPipeline source(Source given, Map<String, ?> options) {
        plugins.add(new FixedSourcePlugin("source", given));
        source.putAll(Map.of("plugin", "source", "options", options));
        return this;
    }

    TestPipeline transform(String name, Transform given) {
        return transform(name, given, Map.of());
    }

    TestPipeline transform(String name, Transform given, Map<String, ?> options, Capability... capabilities) {
        plugins.add(new FixedTransformPlugin(name, given, Set.of(capabilities)));
        transforms.add(Map.of("plugin", name, "options", options));
        return this;
    }

    /// A transform that continues to another node than the next.
    TestPipeline transform(
            String name, Transform given, String to, Map<String, ?> options, Capability... capabilities) {
        plugins.add(new FixedTransformPlugin(name, given, Set.of(capabilities)));
        transforms.add(Map.of("plugin", name, "options", options, "to", to));
        return this;
    }

    /// An entry that is a gate, a fork or a join.
    TestPipeline node(String name, String kind, Map<String, ?> keys) {
        transforms.add(Map.of("name", name, kind, keys));
        return this;
    }

    /// An aggregate.
    TestPipeline aggregate(String name, AggregatorPlugin plugin, Map<String, ?> keys) {
        plugins.add(plugin);
        transforms.add(Map.of("name", name, "plugin", plugin.name(), "aggregate", keys));
        return this;
    }

    TestPipeline sink(String name, Sink given) {
        return sink(name, given, Map.of());
    }

    /// A sink with keys beside its plugin.
    TestPipeline sink(String name, Sink given, Map<String, ?> keys) {
        plugins.add(new FixedSinkPlugin(name, given));
        var entry = new LinkedHashMap<String, Object>(keys);
        entry.put("plugin", name);
        sinks.put(name, entry);
        return this;
    }

    PipelineRun assemble() {
        return assemble(startMode);
    }

    PipelineRun assemble(RunStartMode how) {
        var root = Map.of("run", run, "source", source, "transforms", transforms, "sinks", sinks);
        var pipeline = PipelineAssembly.assemble(
                ConfigNode.of(root),
                new PipelineAssembly.Origin("a test", folder, Optional.empty()),
                PluginCatalog.of(plugins));
        var request = RunRequest.fresh("test", List.of("test"), "tester", limit, Sink.Existing.REFUSE)
                .with(how)
                .with(new BatchOptions(stay, List.of(), false, false))
                .abandoning(abandoned);
        return new PipelineRun(
                RunInputs.of(
                        pipeline,
                        landscape,
                        since.map(request::since).orElse(request),
                        environment,
                        time,
                        new SecureRandom()),
                (nodes, around) -> {
                    opened.add(new FakeBatches(nodes, around, batches));
                    return opened.getLast();
                },
                maxHeld);
    }

    RunResult run() throws IOException, InterruptedException {
        return assemble().run();
    }

    RunSummary summary() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.runs().summary(reader.runs().resolve("latest"));
        }
    }

    RowHistory story(long rowSeq) {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.rows()
                    .history(reader.runs().resolve("latest"), rowSeq)
                    .orElseThrow();
        }
    }

    /// The facts of the notes of one type that the run gave, as text.
    List<String> notes(String type) {
        return landscape.notes(type);
    }

    @Override
    public void close() {
        landscape.close();
    }
}
