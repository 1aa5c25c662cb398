package dev.rowan.connectors.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.testkit.contract.RecordSourceContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextSourceContractTest extends RecordSourceContract {
    private static final byte[] POEM = "\n  eins \r\nzwei\n \t\n\ndrei\n\n".getBytes(UTF_8);

    @Override
    protected SourcePlugin plugin() {
        return new TextSourcePlugin();
    }

    @Override
    protected byte[] content() {
        return "eins\r\n\nzwei, drei\n\"vier\" ".getBytes(UTF_8);
    }

    @Override
    protected List<Row> rows() {
        return List.of(row("eins", 1), row("zwei, drei", 3), row("\"vier\" ", 4));
    }

    @Override
    protected boolean namesItsFile() {
        return true;
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.of("unit", "paragraph", "max_record_bytes", "64KiB");

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(TextSourceSettings.OPTIONS.names());
        assertThat(TextSourceSettings.read(
                        Section.check(ConfigNode.of(all), TextSourceSettings.OPTIONS, folder, new Problems())
                                .orElseThrow()))
                .isEqualTo(new TextSourceSettings(TextUnit.PARAGRAPH, 64 * 1024));
    }

    @Test
    void readsParagraphsUpToABlankLine() throws Exception {
        assertThat(readAll(POEM, Map.of("unit", "paragraph")))
                .map(item -> ((Item.Record) item).row())
                .containsExactly(row("  eins \r\nzwei", 2), row("drei", 6));
    }

    @Test
    void readsAWholeFileAsOneRow() throws Exception {
        assertThat(readAll(POEM, Map.of("unit", "file")))
                .map(item -> ((Item.Record) item).row())
                .containsExactly(row("  eins \r\nzwei\n \t\n\ndrei", 2));
        assertThat(readAll("\n \n".getBytes(UTF_8), Map.of("unit", "file"))).isEmpty();
    }

    @Test
    void quarantinesWhatIsTooLargeAndReadsOn() throws Exception {
        byte[] content = ("x".repeat(300_000) + "\ny\n\nok\n").getBytes(UTF_8);

        List<Item> items = readAll(content, Map.of("unit", "paragraph", "max_record_bytes", "1KiB"));

        assertThat(((Item.Unreadable) items.get(0)).reason().details())
                .containsEntry("bytes", 300_002L)
                .containsEntry("line", 1L);
        assertThat(((Item.Unreadable) items.get(0)).raw()).startsWith("xxx").hasSize(1024);
        assertThat(((Item.Record) items.get(1)).row()).isEqualTo(row("ok", 4));
    }

    @Test
    void quarantinesOnlyTheLineWithMalformedBytes() throws Exception {
        List<Item> items = readAll(new byte[] {'a', (byte) 0xC0, '\n', 'b', '\n'});

        assertThat(((Item.Unreadable) items.get(0)).reason().code()).isEqualTo("invalid_utf8");
        assertThat(((Item.Record) items.get(1)).row()).isEqualTo(row("b", 2));
    }

    private static Row row(String text, long line) {
        return Row.of("text", text).with("path", "input").with("line", line);
    }
}
