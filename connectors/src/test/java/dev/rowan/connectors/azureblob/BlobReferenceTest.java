package dev.rowan.connectors.azureblob;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The examples of the plugin reference are correct: settings, input, output.
@ExtendWith(AzuriteExtension.class)
@Tag("slow")
class BlobReferenceTest {

    @Test
    void theSourceReadsAsShown(Azurite azurite) throws Exception {
        List<String> blocks = blocks("Source");
        Map<?, ?> options = options(load(blocks.get(0)), "source");
        azurite.referee()
                .createBlobContainerIfNotExists(String.valueOf(options.get("container")))
                .getBlobClient(String.valueOf(options.get("blob")))
                .upload(BinaryData.fromString(blocks.get(1)), true);

        var plugin = new AzureBlobSourcePlugin();
        var said = new StringBuilder();
        try (Source source = plugin.configure(section(plugin, options))) {
            source.prepare(azurite.setup());
            source.open();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                said.append(
                        switch (item.get()) {
                            case Source.Item.Record(var _, var row, var _) -> json(row);
                            case Source.Item.Unreadable(var _, var reason, var _) -> json(Row.of(reason.asMap()));
                        });
            }
        }
        assertThat(said).hasToString(blocks.get(2));
    }

    @Test
    void theSinkWritesAsShown(Azurite azurite) throws Exception {
        List<String> blocks = blocks("Sink");
        Map<?, ?> options = options(map(load(blocks.get(0)), "sinks"), "output");
        var container = azurite.referee().createBlobContainerIfNotExists(String.valueOf(options.get("container")));

        var plugin = new AzureBlobSinkPlugin();
        try (Sink sink = plugin.configure(section(plugin, options))) {
            sink.prepare(azurite.setup());
            sink.open(Sink.Existing.OVERWRITE);
            for (String line : blocks.get(1).lines().toList()) {
                assertThat(sink.write(RowJson.readRow(line.getBytes(StandardCharsets.UTF_8))))
                        .isEmpty();
            }
            sink.sync();
        }
        assertThat(container
                        .getBlobClient(String.valueOf(options.get("blob")))
                        .downloadContent()
                        .toString())
                .isEqualTo(blocks.get(2));
    }

    private static List<String> blocks(String kind) throws Exception {
        String page = Files.readString(Path.of("..", "docs", "plugins-azure.md"));
        String section = page.substring(page.indexOf("## " + kind + " `azure_blob`"));
        int end = section.indexOf("\n## ");
        List<String> blocks = Pattern.compile("(?s)```[a-z]+\n(.*?)```")
                .matcher(end < 0 ? section : section.substring(0, end))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(blocks).as("settings, input and output").hasSize(3);
        return blocks;
    }

    private static Map<?, ?> load(String yaml) {
        return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }

    private static Map<?, ?> options(Map<?, ?> outer, String key) {
        Map<?, ?> entry = map(outer, key);
        assertThat(entry.containsValue("azure_blob")).isTrue();
        return map(entry, "options");
    }

    private static Map<?, ?> map(Map<?, ?> outer, String key) {
        return (Map<?, ?>) Objects.requireNonNull(outer.get(key), key);
    }

    private static Section section(Plugin plugin, Map<?, ?> options) {
        var problems = new Problems();
        var section = Section.check(ConfigNode.of(options), plugin.options(), Path.of(""), problems);
        problems.throwIfAny();
        return section.orElseThrow();
    }

    private static String json(Row row) {
        return new String(RowJson.write(row), StandardCharsets.UTF_8) + "\n";
    }
}
