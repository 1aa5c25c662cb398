package dev.rowan.connectors.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.json.RowJson;
import dev.rowan.testkit.contract.PluginContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonSinkTest extends PluginContract<SinkPlugin> {
    private static final int ROWS = 4;

    @Override
    protected SinkPlugin plugin() {
        return new JsonSinkPlugin();
    }

    @Override
    protected Class<SinkPlugin> service() {
        return SinkPlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("path", "out");
    }

    @Test
    void writesOneArray() throws Exception {
        Mark mark = straight();

        assertThat(out()).hasContent("[{\"n\":0}\n,{\"n\":1}\n,{\"n\":2}\n,{\"n\":3}\n]\n");
        assertThat(RowJson.readValue(Files.readAllBytes(out()))).isInstanceOf(List.class);
        assertThat(mark).isEqualTo(new Mark(ROWS, 0, Files.size(out()), Sha256.hex(out())));
    }

    @Test
    void writesAnEmptyArrayForNoRows() throws Exception {
        try (Sink sink = sink()) {
            sink.open(Existing.REFUSE);
            assertThat(sink.finish().rows()).isZero();
        }
        assertThat(out()).hasContent("[]\n");
    }

    @Test
    void aResumedRunWritesWhatOneWithoutACrashWrites() throws Exception {
        Mark whole = straight();
        byte[] expected = Files.readAllBytes(out());
        for (int durable = 0; durable <= ROWS; durable++) {
            Files.delete(out());
            Sink crashed = sink();
            crashed.open(Existing.REFUSE);
            Mark mark = crashed.sync();
            for (int i = 0; i < ROWS; i++) {
                crashed.write(Row.of("n", i));
                mark = i < durable ? crashed.sync() : mark;
            }
            crashed.finish();
            byte[] left = Files.readAllBytes(out());
            crashed.close();
            Files.write(out(), left);

            try (Sink sink = sink()) {
                sink.resume(mark);
                for (int i = durable; i < ROWS; i++) {
                    sink.write(Row.of("n", i));
                }
                assertThat(sink.finish()).isEqualTo(whole);
            }
            assertThat(out()).hasBinaryContent(expected);
        }
    }

    @Test
    void cannotAppend() {
        assertThat(sink().check(Existing.APPEND))
                .hasValueSatisfying(problem -> assertThat(problem).contains("cannot be appended to", "'jsonl'"));
    }

    private Mark straight() throws Exception {
        try (Sink sink = sink()) {
            sink.open(Existing.REFUSE);
            for (int i = 0; i < ROWS; i++) {
                assertThat(sink.write(Row.of("n", i))).isEmpty();
            }
            return sink.finish();
        }
    }

    private Sink sink() {
        return plugin().configure(section(options()));
    }

    private Path out() {
        return folder.resolve("out");
    }
}
