package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Source;
import dev.rowan.parquet.ParquetSourcePlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// examples/embeddings by the whole program.
@Tag("slow")
@Timeout(120)
class EmbeddingsTest extends ProgramFixture {

    @ParameterizedTest
    @ValueSource(strings = {"realtime", "batch"})
    void addsAVectorToEachProductAndPaysForEqualTextsOnce(String mode) throws Exception {
        Path example = Path.of("..", "examples", "embeddings");
        Files.copy(example.resolve("products.csv"), folder.resolve("products.csv"));
        program.write(
                "pipeline.yaml",
                Files.readString(example.resolve("pipeline.yaml")).replace("${MODE:-realtime}", mode));

        Map<?, ?> run = exits(0, "run", "pipeline.yaml", "--json").json();

        assertThat(run.get("calls")).hasToString("4");
        assertThat(run.get("calls_shared")).hasToString("2");
        assertThat(run.get("cost_known")).isEqualTo(true);
        List<Row> rows = rows();
        assertThat(rows)
                .hasSize(6)
                .allSatisfy(row -> assertThat((List<?>) row.get("vector")).hasSize(64));
        assertThat(rows.get(2).get("vector")).isEqualTo(rows.get(0).get("vector"));
        assertThat(rows.get(1).get("vector")).isNotEqualTo(rows.get(0).get("vector"));
        verifiesAndReplays();
        Map<?, ?> again = exits(0, "run", "pipeline.yaml", "--json", "--overwrite", "--since", "latest")
                .json();
        assertThat(again.get("calls")).hasToString("0");
        assertThat(rows()).isEqualTo(rows);
        assertThat(exits(0, "estimate", "pipeline.yaml").out()).contains("embed");
    }

    private List<Row> rows() throws Exception {
        var plugin = new ParquetSourcePlugin();
        Section section = Section.check(
                        ConfigNode.of(Map.of("path", "out/products.parquet")), plugin.options(), folder, new Problems())
                .orElseThrow();
        var rows = new ArrayList<Row>();
        try (Source source = plugin.configure(section)) {
            source.open();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                rows.add(((Source.Item.Record) item.get()).row());
            }
        }
        return rows;
    }
}
