package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Source;
import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.json.RowJson;
import dev.rowan.parquet.ParquetSourcePlugin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples of formats, each in its own process.
class FormatExamplesIT {
    private static final Path EXAMPLES = Path.of("..", "examples");

    @TempDir
    private Path folder;

    private void copy(String example, String... names) throws IOException {
        for (String name : names) {
            Files.copy(EXAMPLES.resolve(example).resolve(name), folder.resolve(name));
        }
    }

    @Test
    void labelsAParquetFileAndKeepsItsTypes() throws Exception {
        copy("parquet", "pipeline.yaml", "reviews.parquet");

        Ended run = RowanProgram.run(folder, "run", "pipeline.yaml", "--json");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.json().get("outcomes")).isEqualTo(Map.of("completed", 250L));
        List<Row> before = rows("reviews.parquet");
        List<Row> after = rows("out");
        assertThat(after)
                .hasSize(250)
                .allSatisfy(row -> assertThat(row.get("mood")).isNotNull());
        assertThat(after.stream().map(row -> row.without(List.of("mood"))).toList())
                .isEqualTo(before);
        assertThat(folder.resolve("out/reviews-3.parquet")).exists();
        assertThat(folder.resolve("out/reviews-4.parquet")).doesNotExist();
        assertThat(RowanProgram.run(folder, "verify", "latest").code()).isZero();
    }

    private List<Row> rows(String path) throws Exception {
        var plugin = new ParquetSourcePlugin();
        String files = Files.isDirectory(folder.resolve(path)) ? path + "/*.parquet" : path;
        Section section = Section.check(ConfigNode.of(Map.of("path", files)), plugin.options(), folder, new Problems())
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

    @Test
    void worksInAShellPipe() throws Exception {
        copy("pipe", "pipe.yaml", "messages.csv");
        var command = new ArrayList<>(List.of("sh", "-c", "cat messages.csv | \"$@\" | cat", "sh"));
        command.addAll(RowanProcess.command("run", "pipe.yaml"));

        Ended ended;
        try (RowanProcess pipe = RowanProcess.start(folder, command)) {
            ended = pipe.await();
        }

        assertThat(ended.code()).as(ended.err()).isZero();
        List<String> lines = ended.out().lines().toList();
        assertThat(lines).hasSize(40);
        for (int n = 1; n <= lines.size(); n++) {
            Row row = RowJson.readRow(lines.get(n - 1).getBytes(StandardCharsets.UTF_8));
            assertThat(row.get("id")).isEqualTo("m%03d".formatted(n));
            assertThat(row.get("mood")).isNotNull();
        }
        assertThat(ended.err()).contains("SIMULATED");
    }
}
