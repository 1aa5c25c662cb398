package dev.rowan.connectors.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CsvSettingsTest {
    private static final Path BASE = Path.of("/base");

    private final Problems problems = new Problems();

    @Test
    void readsEveryKeyOfTheSource() {
        Map<String, Object> all = Map.of(
                "id",
                "key",
                "delimiter",
                ";",
                "quote",
                "'",
                "header",
                false,
                "skip_rows",
                2,
                "columns",
                List.of("key", "text"),
                "max_record_bytes",
                "64KiB");

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(CsvSourceSettings.OPTIONS.names());
        assertThat(CsvSourceSettings.read(section(all, CsvSourceSettings.OPTIONS)))
                .isEqualTo(new CsvSourceSettings(
                        Optional.of("key"),
                        new CsvDialect(';', '\''),
                        false,
                        2,
                        Optional.of(List.of("key", "text")),
                        64 * 1024));
    }

    @Test
    void readsEveryKeyOfTheSink() {
        Map<String, Object> all = Map.of(
                "columns",
                List.of("a", "b"),
                "delimiter",
                "\t",
                "quote",
                "'",
                "header",
                false,
                "neutralise_formulas",
                false);

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(CsvSinkSettings.OPTIONS.names());
        assertThat(CsvSinkSettings.read(section(all, CsvSinkSettings.OPTIONS)))
                .isEqualTo(
                        new CsvSinkSettings(Optional.of(List.of("a", "b")), new CsvDialect('\t', '\''), false, false));
    }

    @Test
    void reportsCharactersThatCannotSeparate() {
        for (String wrong : List.of("", ",,", "\n", "ü", "\u0000")) {
            Section.check(ConfigNode.of(Map.of("delimiter", wrong)), CsvSourceSettings.OPTIONS, BASE, problems);
        }
        assertThat(problems.list()).hasSize(5).map(Problem::path).containsOnly("delimiter");
    }

    @Test
    void reportsRulesThatSpanKeys() {
        CsvSourceSettings.read(
                section(Map.of("delimiter", "'", "quote", "'", "max_record_bytes", "2GiB"), CsvSourceSettings.OPTIONS));
        CsvSourceSettings.read(section(Map.of("header", false), CsvSourceSettings.OPTIONS));
        CsvSinkSettings.read(section(Map.of("columns", List.of()), CsvSinkSettings.OPTIONS));
        CsvSinkSettings.read(section(Map.of("columns", List.of("a", "a")), CsvSinkSettings.OPTIONS));

        assertThat(problems.list())
                .map(Problem::message)
                .satisfiesExactlyInAnyOrder(
                        message -> assertThat(message).startsWith("must differ from 'delimiter'"),
                        message -> assertThat(message).startsWith("must be at most 1GiB"),
                        message -> assertThat(message).startsWith("needs 'columns'"),
                        message -> assertThat(message).startsWith("must name at least one column"),
                        message -> assertThat(message).startsWith("must name each column once"));
    }

    private Section section(Map<String, Object> values, Options options) {
        return Section.check(ConfigNode.of(values), options, BASE, problems).orElseThrow();
    }
}
