package dev.rowan.connectors.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.schema.RowFields;
import dev.rowan.testkit.contract.FileSinkResumeContract;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CsvSinkResumeTest extends FileSinkResumeContract {
    private static final Row AB = Row.of("a", "1").with("b", "2");

    @Override
    protected SinkPlugin plugin() {
        return new CsvSinkPlugin();
    }

    @Override
    protected Map<String, Object> withHeader() {
        return Map.of("columns", List.of("text", "id"));
    }

    @Test
    void resumesWithColumnNamesThatNoSourceAccepts() throws Exception {
        Row odd = Row.of("", "1").with("'=a", "2").with("=a", "3").with("\uFEFFx", "4");
        Mark mark = written(Map.of(), odd);

        assertThat(resumedWith(Map.of(), mark, odd)).isEmpty();
        assertThat(Files.readString(folder.resolve("out"))).isEqualTo(",''=a,'=a,\"\uFEFFx\"\n1,2,3,4\n1,2,3,4\n");
    }

    @Test
    void refusesRowsWithOtherColumnsAsBeforeTheCrash() throws Exception {
        Mark mark = written(Map.of(), AB);

        assertThat(resumedWith(Map.of(), mark, AB.with("c", "3"))).isPresent();
        assertThat(resumedWith(Map.of(), mark, Row.of("b", "3"))).isEmpty();
        assertThat(folder.resolve("out")).hasContent("a,b\n1,2\n,3\n");
    }

    @Test
    void refusesToResumeWhenRowsAreKnownToHaveOtherFields() throws Exception {
        Mark mark = written(Map.of(), AB);
        try (Sink sink = sink(Map.of(), Faults.NONE)) {
            sink.expect(() -> new RowFields(List.of("a", "b", "c"), true));
            assertThatThrownBy(() -> sink.resume(mark))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("has the columns a, b, and rows may have other fields: c", "'columns'");
        }
        try (Sink sink = sink(Map.of("columns", List.of("a", "b")), Faults.NONE)) {
            sink.expect(() -> new RowFields(List.of("a", "b", "c"), true));
            sink.resume(mark);
            assertThat(sink.write(AB.with("c", "3"))).isEmpty();
        }
    }

    @Test
    void withoutAHeaderTheSettingsMustNameTheColumns() throws Exception {
        Map<String, Object> bare = Map.of("header", false);
        Mark mark = written(bare, AB);

        assertThatThrownBy(() -> resumedWith(bare, mark, AB))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("out has no header", "'columns'");
        assertThat(sink(bare, Faults.NONE).check(Existing.APPEND))
                .hasValueSatisfying(problem -> assertThat(problem).contains("has no header", "'columns'"));

        Map<String, Object> named = Map.of("header", false, "columns", List.of("a", "b"));
        assertThat(sink(named, Faults.NONE).check(Existing.APPEND)).isEmpty();
        assertThat(resumedWith(named, mark, Row.of("b", "4").with("a", "3"))).isEmpty();
        assertThat(folder.resolve("out")).hasContent("1,2\n3,4\n");
    }

    @Test
    void refusesToAddUnderOtherColumns() throws Exception {
        written(Map.of(), AB);

        assertThat(sink(Map.of("columns", List.of("b", "a")), Faults.NONE).check(Existing.APPEND))
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains("has the columns a, b, but 'columns' says b, a"));
    }

    private Mark written(Map<String, Object> options, Row row) throws Exception {
        try (Sink sink = sink(options, Faults.NONE)) {
            sink.open(Existing.REFUSE);
            assertThat(sink.write(row)).isEmpty();
            return sink.sync();
        }
    }

    private Optional<Reason> resumedWith(Map<String, Object> options, Mark mark, Row row) throws Exception {
        try (Sink sink = sink(options, Faults.NONE)) {
            sink.resume(mark);
            var refused = sink.write(row);
            sink.sync();
            return refused;
        }
    }
}
