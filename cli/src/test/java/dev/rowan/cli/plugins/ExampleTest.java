package dev.rowan.cli.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExampleTest {
    @TempDir
    private Path folder;

    /// Aggregators are part of graphs, which have examples of their own.
    static List<Plugin> plugins() {
        return PluginCatalog.load().all().stream()
                .filter(plugin -> !(plugin instanceof AggregatorPlugin))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void isPartOfAPipelineThatIsValid(Plugin plugin) throws IOException {
        String source = "source: {plugin: csv, options: {path: a.csv}}";
        String sinks = "sinks: {output: {plugin: jsonl, options: {path: b.jsonl}}}";
        String example = Example.of(plugin);
        List<String> parts = switch (PluginKind.of(plugin)) {
            case SOURCE -> List.of(example, sinks);
            case TRANSFORM, AGGREGATOR -> List.of(source, example, sinks);
            case SINK -> List.of(source, example);
        };
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), String.join("\n", parts));
        assertThat(PipelineLoader.load(file, new TestShell(folder, new FakeTime()).shell())
                        .sinks())
                .hasSize(1);
    }
}
