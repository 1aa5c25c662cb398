package dev.rowan.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.ConfigNode.Mapping;
import dev.rowan.api.config.ConfigNode.Scalar;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.UsageException;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SinkRedirectionTest {
    private static final SinkRedirection REDIRECTION =
            new SinkRedirection(Path.of("/again"), PluginCatalog.load(), Map.of("more", new Sink.Mark(1, 10, 20, "")));

    private static String redirected(Map<String, Object> sinks) {
        var root = (Mapping) ConfigNode.of(Map.of("sinks", sinks));
        return shown(REDIRECTION.of(root));
    }

    private static String shown(ConfigNode node) {
        return switch (node) {
            case Scalar(var _, var _, var value) -> String.valueOf(value);
            case Mapping(var _, var _, var entries) -> {
                var values = new LinkedHashMap<String, String>();
                entries.forEach((key, entry) -> values.put(key, shown(entry.value())));
                yield new java.util.TreeMap<>(values).toString();
            }
            default -> throw new IllegalArgumentException(Objects.toString(node));
        };
    }

    @Test
    void putsFilesIntoOneFolderUnderNamesOfTheirOwn() {
        var sinks = new LinkedHashMap<String, Object>();
        sinks.put("output", Map.of("plugin", "csv", "options", Map.of("path", "a/x.csv", "header", false)));
        sinks.put("other", Map.of("plugin", "csv", "options", Map.of("path", "b/x.csv", "mode", "append")));
        sinks.put("more", Map.of("plugin", "jsonl", "options", Map.of("path", "more.jsonl")));
        assertThat(redirected(sinks))
                .isEqualTo("{sinks={more={options={mode=append, path=/again/more.jsonl}, plugin=jsonl},"
                        + " other={options={mode=create, path=/again/other-x.csv}, plugin=csv},"
                        + " output={options={header=false, mode=create, path=/again/x.csv}, plugin=csv}}}");
    }

    @Test
    void writesABlobAsAFileOfItsFormat() {
        var options = Map.of(
                "container",
                "reviews",
                "blob",
                "2026/moods.csv",
                "format",
                "csv",
                "connection_string",
                "${X}",
                "header",
                true);
        assertThat(redirected(Map.of("output", Map.of("plugin", "azure_blob", "options", options))))
                .isEqualTo("{sinks={output={options={header=true, mode=create, path=/again/moods.csv}, plugin=csv}}}");
    }

    @Test
    void refusesASinkThatWritesNoFile() {
        assertThatThrownBy(() -> redirected(Map.of("output", Map.of("plugin", "queue", "options", Map.of()))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("sink 'output' does not write a file");
    }
}
