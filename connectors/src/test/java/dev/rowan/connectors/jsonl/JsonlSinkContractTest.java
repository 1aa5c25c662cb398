package dev.rowan.connectors.jsonl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.OutputPath;
import dev.rowan.connectors.file.SinkOptions;
import dev.rowan.testkit.contract.FileSinkContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonlSinkContractTest extends FileSinkContract {

    @Override
    protected SinkPlugin plugin() {
        return new JsonlSinkPlugin();
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.of(
                "path", "out.jsonl", "mode", "append", "assemble", false, "compression", "zstd", "storage", Map.of());

        assertThat(all.keySet())
                .containsExactlyInAnyOrderElementsOf(plugin().options().names());
        assertThat(SinkOptions.read(section(all), "application/jsonl"))
                .isEqualTo(new OutputPath(folder.resolve("out.jsonl"), OutputPath.Mode.APPEND, false));
        assertThat(section(all).get(SinkOptions.COMPRESSION)).isEqualTo(Compression.ZSTD);
    }

    @Test
    void writesOneObjectPerLine() throws Exception {
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            sink.write(Row.of("text", "zwei\nZeilen").with("n", 1.50).with("list", List.of(1, "ü")));
            sink.write(Row.of("other", null));
            sink.sync();
        }
        assertThat(folder.resolve("out")).content().isEqualTo("""
                        {"text":"zwei\\nZeilen","n":1.5,"list":[1,"ü"]}
                        {"other":null}
                        """);
    }
}
