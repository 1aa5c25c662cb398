package dev.rowan.connectors.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.schema.RowFields;
import dev.rowan.testkit.contract.FileSinkContract;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CsvSinkContractTest extends FileSinkContract {
    private static final Row AB = Row.of("a", "1").with("b", "2");

    /// The known fields passed to the sink, if any.
    private Optional<RowFields> knownFields = Optional.empty();

    @Override
    protected SinkPlugin plugin() {
        return new CsvSinkPlugin();
    }

    @Test
    void takesItsColumnsFromTheFirstRow() throws Exception {
        assertThat(write(Map.of(), AB, Row.of("b", "3"), Row.empty())).containsOnly(Optional.empty());
        assertOut("a,b\n1,2\n,3\n,\n");
    }

    @Test
    void rejectsARowWithFieldsThatAreNoColumns() throws Exception {
        List<Optional<Reason>> answers = write(Map.of(), AB, AB.with("c", "3"), AB);

        assertThat(answers.get(1)).hasValueSatisfying(reason -> {
            assertThat(reason.code()).isEqualTo("sink_rejected");
            assertThat(reason.details()).isEqualTo(Map.of("fields", List.of("c")));
        });
        assertOut("a,b\n1,2\n1,2\n");
    }

    @Test
    void writesKnownFieldsAsColumnsAndPutsTheOthersIntoOne() throws Exception {
        Row row = Row.of("z", List.of("x")).with("b", "2").with("y", 1);
        knownFields = Optional.of(new RowFields(List.of("a", "b"), false));
        assertThat(write(Map.of(), AB, row, Row.empty(), AB.with("_more", "own")))
                .containsOnly(Optional.empty());
        assertOut("""
            a,b,_more
            1,2,
            ,2,"{""z"":[""x""],""y"":1}"
            ,,
            1,2,"{""_more"":""own""}"
            """);
    }

    @Test
    void needsNoSuchColumnWhenRowsHaveNoOtherFields() throws Exception {
        knownFields = Optional.of(new RowFields(List.of("b", "_more", "a"), true));
        assertThat(write(Map.of(), AB, AB.with("_more", "own"))).containsOnly(Optional.empty());
        assertOut("b,_more,a\n2,,1\n2,own,1\n");
    }

    @Test
    void writesTheHeaderOfKnownFieldsEvenWithoutRows() throws Exception {
        knownFields = Optional.of(new RowFields(List.of("a", "b"), true));
        write(Map.of());
        assertOut("a,b\n");
    }

    @Test
    void writesTheConfiguredColumns() throws Exception {
        knownFields = Optional.of(new RowFields(List.of("a", "b"), false));
        assertThat(write(Map.of("columns", List.of("b")), AB, AB.with("c", 3))).containsOnly(Optional.empty());
        assertOut("b\n2\n2\n");
    }

    @Test
    void keepsTheRestWhereTheSettingsNameTheColumnForIt() throws Exception {
        assertThat(write(Map.of("columns", List.of("_more", "b")), AB)).containsOnly(Optional.empty());
        assertOut("_more,b\n\"{\"\"a\"\":\"\"1\"\"}\",2\n");
    }

    @Test
    void refusesToAppendRowsWithFieldsThatTheHeaderLacks() throws Exception {
        for (RowFields fields : List.of(
                new RowFields(List.of("a", "c"), true), new RowFields(List.of("a"), false), RowFields.UNKNOWN)) {
            knownFields = Optional.of(fields);
            Files.writeString(folder.resolve("out"), "a,b\n");
            assertThatThrownBy(() -> write(Map.of("mode", "append"), AB))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("has the columns a, b, and rows may have other fields: ")
                    .hasMessageContaining("'columns'");
            Files.writeString(folder.resolve("out"), "a,_more\n");
            assertThat(write(Map.of("mode", "append"), AB)).containsOnly(Optional.empty());
            assertOut("a,_more\n1,\"{\"\"b\"\":\"\"2\"\"}\"\n");
        }
        knownFields = Optional.of(new RowFields(List.of("b"), true));
        Files.writeString(folder.resolve("out"), "a,b\n");
        assertThat(write(Map.of("mode", "append"), Row.of("b", "2"))).containsOnly(Optional.empty());
        assertOut("a,b\n,2\n");
    }

    @Test
    void writesTheColumnsThatItWasTold() throws Exception {
        write(Map.of("columns", List.of("b", "c", "a"), "delimiter", ";"), AB);
        assertOut("b;c;a\n2;;1\n");
    }

    @Test
    void writesTheHeaderEvenWithoutRowsWhenItKnowsTheColumns() throws Exception {
        write(Map.of("columns", List.of("a", "b")));
        assertOut("a,b\n");
    }

    @Test
    void omitsTheHeaderIfConfigured() throws Exception {
        write(Map.of("header", false), AB);
        assertOut("1,2\n");
    }

    @Test
    void writesEveryKindOfValue() throws Exception {
        Row row = Row.of("null", null)
                .with("yes", true)
                .with("whole", -12)
                .with("exact", new BigDecimal("-1.10"))
                .with("list", List.of(1, "x, y"))
                .with("object", Map.of("k", "v"))
                .with("lines", "one\ntwo");
        write(Map.of("header", false), row);
        assertOut(",true,-12,-1.10,\"[1,\"\"x, y\"\"]\",\"{\"\"k\"\":\"\"v\"\"}\",\"one\ntwo\"\n");
    }

    @Test
    void neutralisesFormulasInCellsAndHeader() throws Exception {
        write(Map.of(), Row.of("=a", "=1+1").with("b", "-12.5").with("c", "@x").with("d", "-x"));
        assertOut("'=a,b,c,d\n'=1+1,-12.5,'@x,'-x\n");
    }

    @Test
    void leavesFormulasIfConfiguredAndRecordsIt() throws Exception {
        write(Map.of("neutralise_formulas", false), Row.of("a", "=1+1"));
        assertOut("a\n=1+1\n");
        assertThat(plugin().configure(section(Map.of("path", "x", "neutralise_formulas", false)))
                        .manifest())
                .isEqualTo(Map.of("formula_neutralising", false));
        assertThat(plugin().configure(section(options())).manifest()).isEqualTo(Map.of("formula_neutralising", true));
    }

    @Test
    void appendsUnderTheHeaderThatIsThere() throws Exception {
        write(Map.of("mode", "append"), Row.of("=a", "1").with("b", "2"));
        write(Map.of("mode", "append"), Row.of("b", "4").with("=a", "3"));
        assertOut("'=a,b\n1,2\n3,4\n");
    }

    @Test
    void refusesToAppendUnderOtherColumns() throws Exception {
        Files.writeString(folder.resolve("out"), "a,b\n1,2\n");
        Sink sink = plugin().configure(section(Map.of("path", "out", "mode", "append", "columns", List.of("b", "a"))));

        assertThat(sink.check(Existing.REFUSE))
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains("has the columns a, b, but 'columns' says b, a"));
        assertThatThrownBy(() -> sink.open(Existing.REFUSE)).isInstanceOf(PluginException.class);
        assertOut("a,b\n1,2\n");
    }

    @Test
    void refusesToAppendToWhatIsNoCsv() throws Exception {
        Files.write(folder.resolve("out"), new byte[] {'P', 'K', 3, 4, '\n'});

        assertThat(plugin().configure(section(Map.of("path", "out", "mode", "append")))
                        .check(Existing.REFUSE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("spreadsheet"));
    }

    @Test
    void startsAnEmptyFileThatItAppendsTo() throws Exception {
        Files.writeString(folder.resolve("out"), "");
        write(Map.of("mode", "append"), AB);
        assertOut("a,b\n1,2\n");
    }

    @Test
    void rejectsHalfASurrogatePairInsteadOfLosingIt() throws Exception {
        List<Optional<Reason>> answers =
                write(Map.of(), AB.with("a", "\uD83D"), AB.with("a", "\uD83D\uDE00"), AB.with("a", "\uDE00\uD83D"));

        assertThat(answers).map(Optional::isPresent).containsExactly(true, false, true);
        assertOut("a,b\n\uD83D\uDE00,2\n");
    }

    @Test
    void rejectsAFirstRowWithoutFields() throws Exception {
        assertThat(write(Map.of(), Row.empty(), AB)).map(Optional::isPresent).containsExactly(true, false);
        assertOut("a,b\n1,2\n");
    }

    private List<Optional<Reason>> write(Map<String, Object> options, Row... rows) throws Exception {
        var answers = new ArrayList<Optional<Reason>>();
        try (Sink sink = sink("out", options)) {
            if (knownFields.isPresent()) {
                sink.expect(knownFields::get);
            }
            sink.open(Existing.REFUSE);
            for (Row row : rows) {
                answers.add(sink.write(row));
            }
            sink.sync();
        }
        return answers;
    }

    private void assertOut(String content) {
        assertThat(folder.resolve("out")).content().isEqualTo(content);
    }
}
