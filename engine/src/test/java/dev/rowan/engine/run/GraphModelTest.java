package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.RandomGraphs;
import dev.rowan.testkit.graph.ReferenceChoices;
import dev.rowan.testkit.graph.ReferenceGraph.SourceRow;
import dev.rowan.testkit.graph.ReferenceResult;
import dev.rowan.testkit.graph.ScriptedPlugins;
import dev.rowan.testkit.graph.ScriptedTransformPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random graphs through the engine end as the reference says: the same outcomes and the same lines in each sink.
@Tag("slow")
class GraphModelTest {
    private static final int GRAPHS = Integer.getInteger("rowan.graphs", 60);
    private static final int ROWS = 30;
    private static final List<String> SOURCES = List.of("source", "mail", "chat");

    @TempDir
    private Path folder;

    @Test
    void runsEndAsTheReferenceSays() throws Exception {
        for (int seed = 0; seed < GRAPHS; seed++) {
            GraphCase made = new RandomGraphs(new Random(seed), Set.of(RandomGraphs.Feature.SOURCES)).next(ROWS);
            ReferenceResult expected = made.graph().interpret(made.rows(), ReferenceChoices.SEQUENTIAL);
            Path place = Files.createDirectory(folder.resolve("run-" + seed));

            assertThat(run(made, place, seed % 2 == 0 ? 1 : 1_000))
                    .as("seed %d\n%s", seed, made.yaml())
                    .isEqualTo(outcomes(made, expected));
        }
    }

    /// Outcomes by row, and the lines of each sink.
    private record Outcomes(List<String> rows, Map<String, List<String>> sinks) {}

    private static Outcomes outcomes(GraphCase made, ReferenceResult expected) {
        var rows = new ArrayList<String>();
        expected.ends()
                .forEach((token, end) -> rows.add(token.row() + " "
                        + end.ending().name().toLowerCase(Locale.ROOT)
                        + end.reason().map(code -> " " + code).orElse("")));
        var sinks = new LinkedHashMap<String, List<String>>();
        for (String name : sinkNames(made)) {
            sinks.put(
                    name,
                    expected.sinks().getOrDefault(name, List.of()).stream()
                            .map(line -> line.row()
                                    + line.error().map(code -> " " + code).orElse(""))
                            .toList());
        }
        return new Outcomes(rows, sorted(made, sinks));
    }

    private static List<String> sinkNames(GraphCase made) {
        return ((Map<?, ?>) made.settings().getOrDefault("sinks", Map.of()))
                .keySet().stream().map(String::valueOf).toList();
    }

    /// Without an order, lines are compared as sets.
    private static Map<String, List<String>> sorted(GraphCase made, Map<String, List<String>> sinks) {
        if (made.graph().model().ordered()) {
            return sinks;
        }
        var sorted = new LinkedHashMap<String, List<String>>();
        sinks.forEach((name, lines) -> sorted.put(name, lines.stream().sorted().toList()));
        return sorted;
    }

    private static Outcomes run(GraphCase made, Path place, int window) throws Exception {
        var plugins = new ArrayList<Plugin>();
        ScriptedPlugins.TRANSFORMS.forEach(name -> plugins.add(new ScriptedTransformPlugin(name)));
        var settings = new LinkedHashMap<>(made.settings());
        settings.put(
                "run", Map.of("window", window, "order", made.graph().model().ordered() ? "input" : "none"));
        for (String name : SOURCES) {
            plugins.add(new FixedSourcePlugin("rows_" + name, ListSource.of(items(made, name))));
        }
        settings.replace("source", Map.of("plugin", "rows_source"));
        if (settings.containsKey("sources")) {
            var sources = new LinkedHashMap<String, Object>();
            sources.put("mail", Map.of("plugin", "rows_mail"));
            sources.put("chat", Map.of("plugin", "rows_chat"));
            settings.put("sources", sources);
        }
        var lists = new LinkedHashMap<String, ListSink>();
        var sinks = new LinkedHashMap<String, Object>();
        for (String name : sinkNames(made)) {
            var sink = new ListSink();
            lists.put(name, sink);
            plugins.add(new FixedSinkPlugin("lines_" + name, sink));
            sinks.put(name, Map.of("plugin", "lines_" + name, "keep_error", keepsError(made, name)));
        }
        settings.put("sinks", sinks);
        var pipeline = PipelineAssembly.assemble(
                ConfigNode.of(settings),
                new PipelineAssembly.Origin("a random graph", place, Optional.empty()),
                PluginCatalog.of(plugins));
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", place, new SystemTime(), new SecureRandom())) {
            var request = RunRequest.fresh(
                            "test", List.of("test"), "tester", OptionalLong.empty(), Sink.Existing.REFUSE)
                    .with(new BatchOptions(BatchOptions.Stay.UNTIL_DONE, List.of(), false, false));
            var inputs = RunInputs.of(
                    pipeline, landscape, request, RunEnvironment.none(), new SystemTime(), new SecureRandom());
            new PipelineRun(
                            inputs,
                            (nodes, around) -> new FakeBatches(
                                    nodes, around, FakeBatches.Plan.answering((_, _) -> Optional.empty())),
                            OrderedRelease.MAX_HELD)
                    .run();
            return new Outcomes(recorded(landscape, made), sorted(made, lines(lists)));
        }
    }

    private static boolean keepsError(GraphCase made, String sink) {
        return made.graph().model().keepsError(sink);
    }

    private static List<Source.Item> items(GraphCase made, String source) {
        return made.rows().stream()
                .filter(row -> row.source().equals(source))
                .<Source.Item>map(GraphModelTest::item)
                .toList();
    }

    private static Source.Item item(SourceRow row) {
        return new Source.Item.Record("record " + row.rowSeq(), row.row(), Optional.empty());
    }

    private static Map<String, List<String>> lines(Map<String, ListSink> sinks) {
        var lines = new LinkedHashMap<String, List<String>>();
        sinks.forEach((name, sink) ->
                lines.put(name, sink.rows().stream().map(GraphModelTest::line).toList()));
        return lines;
    }

    private static String line(Row row) {
        String error = row.get("_error") instanceof Map<?, ?> map ? " " + map.get("reason") : "";
        return row.without(List.of("_error")) + error;
    }

    private static List<String> recorded(Landscape landscape, GraphCase made) {
        var rows = new ArrayList<String>();
        try (LandscapeReader reader = landscape.reader()) {
            String run = reader.runs().resolve("latest");
            for (SourceRow row : made.rows()) {
                reader.rows()
                        .history(run, row.rowSeq())
                        .orElseThrow()
                        .ends()
                        .forEach(end ->
                                rows.add(row.rowSeq() + " " + end.outcome().word()
                                        + end.reason().map(code -> " " + code).orElse("")));
            }
        }
        return rows;
    }
}
