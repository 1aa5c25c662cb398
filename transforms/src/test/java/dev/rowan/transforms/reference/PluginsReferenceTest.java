package dev.rowan.transforms.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.RowObserver;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.reference.OptionTable;
import dev.rowan.testkit.reference.ReferencePage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The plugin reference is true: it has every plugin with its options, and its examples come out as shown.
/// Plugins that call a service are held to it in their own module.
class PluginsReferenceTest {
    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> showsEveryPluginWithItsOptions() throws IOException {
        ReferencePage page = ReferencePage.read();
        return plugins()
                .map(plugin -> DynamicTest.dynamicTest(
                        title(plugin),
                        () -> assertThat(page.section(title(plugin))).hasValueSatisfying(section -> {
                            assertThat(section.text()).contains(plugin.description());
                            if (!plugin.options().list().isEmpty()) {
                                assertThat(section.text()).contains(OptionTable.of(plugin.options()));
                            }
                        })));
    }

    @TestFactory
    Stream<DynamicTest> runsEveryExample() throws IOException {
        ReferencePage page = ReferencePage.read();
        return plugins()
                .filter(plugin -> !Set.of("azure_blob", "jdbc", "http").contains(plugin.name())) // run elsewhere
                .filter(plugin -> !Set.of("xlsx", "parquet").contains(plugin.name())) // their files are no text
                .map(plugin -> DynamicTest.dynamicTest(title(plugin), () -> {
                    List<String> blocks =
                            page.section(title(plugin)).orElseThrow().blocks();
                    if (plugin.name().equals("lookup")) {
                        Files.writeString(folder.resolve("products.csv"), blocks.getFirst());
                        blocks = blocks.subList(1, blocks.size());
                    }
                    assertThat(blocks).as("settings, input and output").hasSize(3);
                    assertThat(run(plugin, settings(plugin, blocks.get(0)), blocks.get(1)))
                            .isEqualTo(blocks.get(2));
                }));
    }

    private static Stream<Plugin> plugins() {
        return Stream.of(SourcePlugin.class, TransformPlugin.class, AggregatorPlugin.class, SinkPlugin.class)
                .flatMap(service -> ServiceLoader.load(service).stream().map(ServiceLoader.Provider::get));
    }

    private static String title(Plugin plugin) {
        return switch (plugin) {
                    case SourcePlugin _ -> "Source";
                    case TransformPlugin _ -> "Transform";
                    case AggregatorPlugin _ -> "Aggregator";
                    case SinkPlugin _ -> "Sink";
                }
                + " `" + plugin.name() + "`";
    }

    private Section settings(Plugin plugin, String yaml) {
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        Map<?, ?> entry =
                (Map<?, ?>) (loaded instanceof List<?> list ? list.getFirst() : outermostValue(loaded, plugin));
        assertThat(entry.get("plugin")).isEqualTo(plugin.name());
        var options = entry.containsKey("options") ? entry.get("options") : Map.of();
        var problems = new Problems();
        var section = Section.check(ConfigNode.of(options), plugin.options(), folder, problems);
        problems.throwIfAny();
        return section.orElseThrow();
    }

    /// A source stands under `source:`, a sink under its own name in `sinks:`.
    private static Object outermostValue(Object loaded, Plugin plugin) {
        Object first = ((Map<?, ?>) loaded).values().iterator().next();
        return plugin instanceof SinkPlugin
                ? ((Map<?, ?>) first).values().iterator().next()
                : first;
    }

    private String run(Plugin plugin, Section settings, String input) throws Exception {
        return switch (plugin) {
            case SourcePlugin source -> read(source.configure(settings), input);
            case TransformPlugin transform -> transform((RowTransform) transform.configure(settings), input);
            case AggregatorPlugin aggregator -> aggregate(aggregator.configure(settings), input);
            case SinkPlugin sink -> write(sink.configure(settings), input);
        };
    }

    private static String read(Source source, String input) throws Exception {
        Files.writeString(Path.of(source.describe()), input);
        var said = new StringBuilder();
        try (source) {
            source.open();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                said.append(
                        switch (item.get()) {
                            case Source.Item.Record(var _, Row row, var _) -> json(row);
                            case Source.Item.Unreadable(var _, Reason reason, var _) -> json(Row.of(reason.asMap()));
                        });
            }
        }
        return said.toString();
    }

    private static String transform(RowTransform transform, String input) throws Exception {
        var said = new StringBuilder();
        transform.prepare(FakeSetup.of(Map.of()));
        long rowSeq = 0;
        for (Row row : rows(input)) {
            rowSeq++;
            if (transform instanceof RowObserver observer) {
                observer.observe(rowSeq, row);
            }
            said.append(json(transform.process(row, new FakeContext().atRow(rowSeq))));
        }
        return said.toString();
    }

    /// The input is one group.
    private static String aggregate(Aggregator aggregator, String input) throws JsonException {
        var said = new StringBuilder();
        Aggregator.Group group = aggregator.begin();
        for (Row row : rows(input)) {
            group.add(row).ifPresent(reason -> said.append(json(Row.of(reason.asMap()))));
        }
        return said.append(json(group.close())).toString();
    }

    private static String json(TransformResult result) {
        return switch (result) {
            case TransformResult.Success(Row changed) -> json(changed);
            case TransformResult.SuccessMulti(List<Row> rows) ->
                rows.stream().map(PluginsReferenceTest::json).collect(Collectors.joining());
            case TransformResult.Error(Reason reason, var _) -> json(Row.of(reason.asMap()));
        };
    }

    private static String write(Sink sink, String input) throws Exception {
        try (sink) {
            sink.open(Sink.Existing.REFUSE);
            for (Row row : rows(input)) {
                assertThat(sink.write(row)).isEmpty();
            }
            sink.finish();
        }
        return Files.readString(sink.file().orElseThrow());
    }

    private static List<Row> rows(String jsonl) throws JsonException {
        var rows = new java.util.ArrayList<Row>();
        for (String line : jsonl.lines().toList()) {
            rows.add(RowJson.readRow(line.getBytes(StandardCharsets.UTF_8)));
        }
        return rows;
    }

    private static String json(Row row) {
        return new String(RowJson.write(row), StandardCharsets.UTF_8) + "\n";
    }
}
