package dev.rowan.connectors.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.schema.RowFields;
import dev.rowan.testkit.contract.PluginContract;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DocumentSourceTest extends PluginContract<SourcePlugin> {
    private static final byte[] PDF = {'%', 'P', 'D', 'F', 0, (byte) 0xFF};

    @BeforeEach
    void writeDocuments() throws IOException {
        Files.createDirectories(folder.resolve("docs/more"));
        Files.write(folder.resolve("docs/b.PDF"), PDF);
        Files.writeString(folder.resolve("docs/a"), "");
        Files.writeString(folder.resolve("docs/more/c.html"), "<p>ü");
    }

    @Override
    protected SourcePlugin plugin() {
        return new DocumentSourcePlugin();
    }

    @Override
    protected Class<SourcePlugin> service() {
        return SourcePlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("path", "docs/**/*");
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.of("content", true, "max_record_bytes", "64KiB");

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(DocumentSettings.OPTIONS.names());
        assertThat(DocumentSettings.read(
                        Section.check(ConfigNode.of(all), DocumentSettings.OPTIONS, folder, new Problems())
                                .orElseThrow()))
                .isEqualTo(new DocumentSettings(true, 64 * 1024));
    }

    @Test
    void readsEachFileAsARow() throws Exception {
        assertThat(readAll(Map.of()))
                .containsExactly(
                        document("docs/a", "application/octet-stream", new byte[0]),
                        document("docs/b.PDF", "application/pdf", PDF),
                        document("docs/more/c.html", "text/html", "<p>ü".getBytes(UTF_8)));
    }

    private static Item document(String path, String type, byte[] bytes) {
        Row row = Row.of("path", path)
                .with("media_type", type)
                .with("sha256", Sha256.hex(bytes))
                .with("size", bytes.length);
        return new Item.Record(path + " file", row, Optional.of(path));
    }

    @Test
    void addsTheContentOnRequest() throws Exception {
        assertThat(readAll(Map.of("path", "docs/b.PDF", "content", true)))
                .map(item -> ((Item.Record) item).row().get("content"))
                .containsExactly("JVBERgD/");
        assertThat(((Item.Unreadable) readAll(Map.of("path", "docs/b.PDF", "content", true, "max_record_bytes", 5))
                                .getFirst())
                        .reason()
                        .code())
                .isEqualTo("record_too_large");
    }

    @Test
    void declaresItsFields() throws Exception {
        Source source = plugin().configure(section(options()));
        assertThat(source.peek()).isEqualTo(new RowFields(List.of("path", "media_type", "sha256", "size"), true));
    }

    private List<Item> readAll(Map<String, Object> more) throws Exception {
        var options = new HashMap<String, Object>(options());
        options.putAll(more);
        try (Source source = plugin().configure(section(options))) {
            source.open();
            var items = new ArrayList<Item>();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
            assertThat(source.progress()).isEqualTo(source.size().orElseThrow());
            return items;
        }
    }
}
