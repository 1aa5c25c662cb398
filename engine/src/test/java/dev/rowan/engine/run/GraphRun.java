package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.FixedSinkPlugin;
import dev.rowan.engine.FixedSourcePlugin;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.ReferenceGraph;
import dev.rowan.testkit.graph.ReferenceModel;
import dev.rowan.testkit.graph.ReferenceNode;
import dev.rowan.testkit.graph.ReferenceResult;
import dev.rowan.testkit.graph.ScriptedAggregatorPlugin;
import dev.rowan.testkit.graph.ScriptedPlugins;
import dev.rowan.testkit.graph.ScriptedTransformPlugin;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// A run of a random graph by the real engine: what it recorded, the lines of its sinks, and what `verify` finds.
record GraphRun(RecordedGraph record, Map<String, List<String>> lines, List<String> findings) {
    private static final String URL = "sqlite:rowan.db";

    /// Runs a graph in an empty folder.
    static GraphRun of(GraphCase made, Path folder, int window) throws Exception {
        return of(made, folder, window, List.of());
    }

    /// The same, but the first processes die when they have recorded so many entries, and the next one resumes.
    static GraphRun of(GraphCase made, Path folder, int window, List<Integer> deaths) throws Exception {
        var plugins = new ArrayList<Plugin>();
        ScriptedPlugins.TRANSFORMS.forEach(name -> plugins.add(new ScriptedTransformPlugin(name)));
        plugins.add(new ScriptedAggregatorPlugin());
        var settings = new LinkedHashMap<>(made.settings());
        ReferenceGraph graph = made.graph();
        settings.put("run", Map.of("window", window, "order", graph.model().ordered() ? "input" : "none"));
        var sources = new LinkedHashMap<String, Object>();
        for (String name : graph.model().starts().keySet()) {
            plugins.add(new FixedSourcePlugin("rows_" + name, ListSource.of(items(made, name))));
            sources.put(name, Map.of("plugin", "rows_" + name));
        }
        if (settings.containsKey("sources")) {
            settings.put("sources", sources);
        } else {
            settings.put("source", sources.get("source"));
        }
        var lists = new TreeMap<String, ListSink>();
        var sinks = new LinkedHashMap<String, Object>();
        for (String name : reached(graph.model())) {
            var sink = new ListSink();
            lists.put(name, sink);
            plugins.add(new FixedSinkPlugin("lines_" + name, sink));
            sinks.put(
                    name,
                    Map.of(
                            "plugin",
                            "lines_" + name,
                            "keep_error",
                            graph.model().keepsError(name)));
        }
        settings.put("sinks", sinks);
        String run = "";
        for (int i = 0; i <= deaths.size(); i++) {
            int entries = i < deaths.size() ? deaths.get(i) : Integer.MAX_VALUE;
            run = process(settings, plugins, folder, Optional.of(run).filter(started -> !started.isEmpty()), entries);
        }
        var lines = new TreeMap<String, List<String>>();
        lists.forEach((name, sink) ->
                lines.put(name, sink.rows().stream().map(GraphRun::line).toList()));
        return new GraphRun(RecordedGraph.read(folder.resolve("rowan.db")), lines, findings(folder, run));
    }

    /// Starts or resumes the run, which dies when it has recorded so many entries; returns its id.
    private static String process(
            Map<String, Object> settings, List<Plugin> plugins, Path folder, Optional<String> resumed, int entries)
            throws Exception {
        var pipeline = PipelineAssembly.assemble(
                ConfigNode.of(settings),
                new PipelineAssembly.Origin("a random graph", folder, Optional.empty()),
                PluginCatalog.of(plugins));
        var left = new AtomicInteger(entries);
        try (var landscape = new WatchedLandscape(Landscapes.open(URL, folder, new SystemTime(), new SecureRandom()))) {
            landscape.breakAt(_ -> left.decrementAndGet() < 0);
            var request = RunRequest.fresh(
                            "test", List.of("test"), "tester", OptionalLong.empty(), Sink.Existing.REFUSE)
                    .with(resumed.<RunStartMode>map(run -> new RunStartMode.Resumed(run, false))
                            .orElseGet(RunStartMode.Fresh::new))
                    .with(new BatchOptions(BatchOptions.Stay.UNTIL_DONE, List.of(), false, false));
            var inputs = RunInputs.of(
                    pipeline, landscape, request, RunEnvironment.none(), new SystemTime(), new SecureRandom());
            try {
                new PipelineRun(
                                inputs,
                                (nodes, around) -> new FakeBatches(
                                        nodes, around, FakeBatches.Plan.answering((_, _) -> Optional.empty())),
                                OrderedRelease.MAX_HELD)
                        .run();
            } catch (RunDefect died) {
                if (left.get() >= 0) {
                    throw died;
                }
            }
            try (LandscapeReader reader = landscape.reader()) {
                return reader.runs().resolve("latest");
            }
        }
    }

    private static List<String> findings(Path folder, String run) {
        try (var check = ChainCheck.open(URL, folder)) {
            return check.verify(run, VerifyInputs.itself()).findings().stream()
                    .map(String::valueOf)
                    .toList();
        }
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

    private static String line(Row row) {
        Optional<String> error = row.get("_error") instanceof Map<?, ?> map
                ? Optional.of(String.valueOf(map.get("reason")))
                : Optional.empty();
        return line(row.without(List.of("_error")), error);
    }

    private static String line(Row row, Optional<String> error) {
        return row + error.map(code -> " " + code).orElse("");
    }

    /// How the run differs from what the reference allows; empty if it does not. The order between rows of sources and
    /// of
    /// aggregates is free; `verify` checks that of each.
    Optional<String> difference(GraphCase made) {
        ReferenceGraph graph = made.graph();
        ReferenceResult expected = graph.interpret(made.rows(), RecordedChoices.of(graph.model(), record));
        var differences = new ArrayList<>(findings);
        var ends = record.ends();
        var tokens = new TreeSet<>(expected.ends().keySet());
        tokens.addAll(ends.keySet());
        for (var token : tokens) {
            var wanted = Optional.ofNullable(expected.ends().get(token));
            var got = Optional.ofNullable(ends.get(token));
            if (!wanted.equals(got)) {
                differences.add(token + " must be " + wanted + ", got " + got);
            }
        }
        for (String sink : graph.model().sinks()) {
            List<String> wanted = expected.sinks().getOrDefault(sink, List.of()).stream()
                    .map(line -> line(line.row(), line.error()))
                    .toList();
            List<String> got = lines.getOrDefault(sink, List.of());
            boolean inOrder = graph.model().ordered() && record.groups().isEmpty();
            boolean same = inOrder
                    ? wanted.equals(got)
                    : wanted.stream()
                            .sorted()
                            .toList()
                            .equals(got.stream().sorted().toList());
            if (!same) {
                differences.add("sink " + sink + " must have\n" + wanted + "\ngot\n" + got);
            }
        }
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", differences));
    }
}
