package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.FixedSinkPlugin;
import dev.rowan.engine.FixedSourcePlugin;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.ReferenceModel;
import dev.rowan.testkit.graph.ReferenceNode;
import dev.rowan.testkit.graph.ScriptedAggregatorPlugin;
import dev.rowan.testkit.graph.ScriptedPlugins;
import dev.rowan.testkit.graph.ScriptedTransformPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// The processes of one run of a random graph: the first may be killed, as may those that resume it. Its sinks and
/// the service that it calls outlive them. Owned by one thread.
final class GraphProcesses {
    private static final Duration SLOW = Duration.ofMillis(3);
    private static final String URL = "sqlite:rowan.db";
    /// The file of a landscape without a run; copying it costs less than creating another.
    private static final byte[] EMPTY_LANDSCAPE = emptyLandscape();

    private final GraphCase made;
    private final Path folder;
    private final Setting setting;
    private final Map<String, ListSink> sinks = new TreeMap<>();
    private final ScriptedWire wire = new ScriptedWire((body, _) -> answer(body));
    private Optional<String> runId = Optional.empty();

    /// What steps do besides what they are told.
    enum Mode {
        NO_CALLS,
        REALTIME,
        BATCH,
        AUTO
    }

    /// `jobItems` is how many calls a batch job has at most.
    record Setting(int window, Mode mode, int jobItems) {}

    GraphProcesses(GraphCase made, Path folder, Setting setting) {
        this.made = made;
        this.folder = folder;
        this.setting = setting;
        reached(made.graph().model()).forEach(name -> sinks.put(name, new ListSink()));
    }

    Path landscape() {
        return folder.resolve("rowan.db");
    }

    Map<String, List<Row>> sinks() {
        var rows = new TreeMap<String, List<Row>>();
        sinks.forEach((name, sink) -> rows.put(name, sink.rows()));
        return rows;
    }

    void run() throws Exception {
        start(new RunStartMode.Fresh(), _ -> false);
    }

    /// Runs until such an entry is to be recorded; false if it never is. Returns with nothing more on record.
    boolean runUntil(Predicate<LogEntry> killed) throws Exception {
        return killed(new RunStartMode.Fresh(), killed);
    }

    boolean resumeUntil(Predicate<LogEntry> killed) throws Exception {
        return killed(new RunStartMode.Resumed(runId(), false), killed);
    }

    void resume() throws Exception {
        start(new RunStartMode.Resumed(runId(), false), _ -> false);
    }

    private boolean killed(RunStartMode how, Predicate<LogEntry> at) throws Exception {
        try {
            start(how, at);
            return false;
        } catch (RunDefect _) {
            return true;
        }
    }

    /// What the sinks of a strict replay get.
    Map<String, List<Row>> replay() throws Exception {
        var again = new GraphProcesses(made, Files.createTempDirectory(folder, "replay"), setting);
        var numbers = new HashMap<Integer, Integer>();
        made.graph().model().nodes().forEach(node -> numbers.put(node.index(), node.index()));
        try (LandscapeReader record = Landscapes.read(URL, folder)) {
            again.start(new RunStartMode.Replayed(runId(), record, Replay.strict(false), numbers), _ -> false);
        }
        return again.sinks();
    }

    List<String> findings() {
        try (var check = ChainCheck.open(URL, folder)) {
            return check.verify(runId(), VerifyInputs.itself()).findings().stream()
                    .map(String::valueOf)
                    .filter(found -> !found.contains("message=job ")) // the fake service does not count its items
                    .toList();
        }
    }

    /// How the requests that the service got differ from the attempts on record: each is one of them, and an attempt
    /// without a request has no answer.
    Optional<String> unrecordedRequests() throws SQLException {
        if (setting.mode() == Mode.BATCH || setting.mode() == Mode.AUTO) {
            return Optional.empty();
        }
        int requests = wire.sent().size();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + landscape());
                Statement statement = connection.createStatement()) {
            int attempts = count(statement, "SELECT count(*) FROM call_intent");
            int answers = count(statement, "SELECT count(*) FROM call_end WHERE state = 'answered'");
            return answers <= requests && requests <= attempts
                    ? Optional.empty()
                    : Optional.of(
                            requests + " requests, " + attempts + " attempts and " + answers + " answers on record");
        }
    }

    private static int count(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    private String runId() {
        if (runId.isEmpty()) {
            try (LandscapeReader reader = Landscapes.read(URL, folder)) {
                runId = Optional.of(reader.runs().resolve("latest"));
            }
        }
        return runId.get();
    }

    private static byte[] emptyLandscape() {
        try {
            Path folder = Files.createTempDirectory("landscape");
            Landscapes.open(URL, folder, new SystemTime(), new SecureRandom()).close();
            byte[] file = Files.readAllBytes(folder.resolve("rowan.db"));
            GraphModelTest.delete(folder);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start(RunStartMode how, Predicate<LogEntry> killed) throws Exception {
        if (Files.notExists(landscape())) {
            Files.write(landscape(), EMPTY_LANDSCAPE);
        }
        try (var landscape = new WatchedLandscape(Landscapes.open(URL, folder, new SystemTime(), new SecureRandom()))) {
            landscape.breakAt(killed);
            var request = RunRequest.fresh(
                            "test", List.of("test"), "tester", OptionalLong.empty(), Sink.Existing.REFUSE)
                    .with(how)
                    .with(new BatchOptions(BatchOptions.Stay.UNTIL_DONE, List.of(), false, false));
            var environment = RunEnvironment.of(
                    wire, RunEnvironment.none().secrets(), RunEnvironment.none().simulator());
            var inputs =
                    RunInputs.of(pipeline(), landscape, request, environment, new SystemTime(), new SecureRandom());
            new PipelineRun(
                            inputs,
                            (nodes, around) -> new FakeBatches(
                                    nodes,
                                    around,
                                    FakeBatches.Plan.answering((body, _) -> Optional.of(ScriptedWire.ok(body)))
                                            .taking(row -> setting.mode() == Mode.BATCH || row % 2 == 0)
                                            .jobsOf(setting.jobItems())),
                            OrderedRelease.MAX_HELD)
                    .run();
        }
    }

    /// Some answers take longer than the shortest timeout of a join.
    private static WireReply answer(String body) {
        if (body.hashCode() % 4 == 0) {
            LockSupport.parkNanos(SLOW.toNanos());
        }
        return ScriptedWire.ok(body);
    }

    private Pipeline pipeline() {
        var plugins = new ArrayList<Plugin>();
        for (String name : ScriptedPlugins.TRANSFORMS) {
            boolean asks = name.equals(ScriptedPlugins.STEP) && setting.mode() != Mode.NO_CALLS;
            plugins.add(asks ? new AskingStepPlugin() : new ScriptedTransformPlugin(name));
        }
        plugins.add(new ScriptedAggregatorPlugin());
        var settings = new LinkedHashMap<>(made.settings());
        if (setting.mode() == Mode.BATCH || setting.mode() == Mode.AUTO) {
            settings.put("transforms", batched(Objects.requireNonNull(settings.get("transforms"))));
        }
        ReferenceModel model = made.graph().model();
        var run = new LinkedHashMap<String, Object>(
                Map.of("window", setting.window(), "order", model.ordered() ? "input" : "none"));
        if (setting.mode() == Mode.AUTO) {
            run.put("deadline", "1h");
        }
        settings.put("run", run);
        var sources = new LinkedHashMap<String, Object>();
        for (String name : model.starts().keySet()) {
            plugins.add(new FixedSourcePlugin("rows_" + name, ListSource.of(items(made, name))));
            sources.put(name, Map.of("plugin", "rows_" + name));
        }
        if (settings.containsKey("sources")) {
            settings.put("sources", sources);
        } else {
            settings.put("source", sources.get("source"));
        }
        var written = new LinkedHashMap<String, Object>();
        sinks.forEach((name, sink) -> {
            plugins.add(new FixedSinkPlugin("lines_" + name, sink));
            written.put(name, Map.of("plugin", "lines_" + name, "keep_error", model.keepsError(name)));
        });
        settings.put("sinks", written);
        return PipelineAssembly.assemble(
                ConfigNode.of(settings),
                new PipelineAssembly.Origin("a random graph", folder, Optional.empty()),
                PluginCatalog.of(plugins));
    }

    /// The same entries with the mode in the options of steps.
    private Object batched(Object entries) {
        return switch (entries) {
            case List<?> list -> list.stream().map(this::batched).toList();
            case Map<?, ?> map -> {
                var changed = new LinkedHashMap<Object, Object>();
                map.forEach((key, value) -> changed.put(key, batched(value)));
                if (ScriptedPlugins.STEP.equals(map.get("plugin"))) {
                    var options = new LinkedHashMap<Object, Object>();
                    if (map.get("options") instanceof Map<?, ?> given) {
                        options.putAll(given);
                    }
                    options.put("mode", setting.mode().name().toLowerCase(Locale.ROOT));
                    changed.put("options", options);
                }
                yield changed;
            }
            default -> entries;
        };
    }

    /// The sinks that an edge leads to; the engine refuses others.
    private static List<String> reached(ReferenceModel model) {
        var targets = new TreeSet<>(model.starts().values());
        model.nodes().forEach(node -> {
            targets.addAll(node.next());
            if (node instanceof ReferenceNode.Aggregate aggregate) {
                targets.add(aggregate.to());
            }
        });
        return model.sinks().stream().filter(targets::contains).toList();
    }

    private static List<Source.Item> items(GraphCase made, String source) {
        return made.rows().stream()
                .filter(row -> row.source().equals(source))
                .<Source.Item>map(row -> new Source.Item.Record("record " + row.rowSeq(), row.row(), Optional.empty()))
                .toList();
    }
}
