package dev.rowan.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.testkit.contract.FileSinkContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextSinkContractTest extends FileSinkContract {

    @Override
    protected SinkPlugin plugin() {
        return new TextSinkPlugin();
    }

    @Test
    void writesTheFieldAsALine() throws Exception {
        try (Sink sink = open("out", Existing.REFUSE, Map.of("field", "a"))) {
            assertThat(sink.write(Row.of("a", "eins").with("b", 1))).isEmpty();
            assertThat(sink.write(Row.of("a", 1.50))).isEmpty();
            assertThat(sink.write(Row.of("a", null))).isEmpty();
            assertThat(sink.write(Row.of("a", List.of("x")))).isEmpty();
            sink.sync();
        }
        assertThat(folder.resolve("out")).hasContent("eins\n1.5\n\n[\"x\"]\n");
    }

    @Test
    void rejectsRowsWithoutTheFieldAndValuesOfSeveralLines() throws Exception {
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            assertThat(sink.write(Row.of("a", "x")))
                    .hasValueSatisfying(reason -> assertThat(reason.message()).contains("no field 'text'"));
            assertThat(sink.write(Row.of("text", "x\ny")))
                    .hasValueSatisfying(reason -> assertThat(reason.message()).contains("line break"));
            assertThat(sink.sync().rows()).isZero();
        }
    }
}
