package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void runAPipeline() throws IOException {
        program = new Program(folder);
        program.write(
                "reviews.csv", "id,text\n1,=1+1\n2,my password is hunter2\n3,\"a \u001b[2J\u202e b\"\nbad,line,here\n");
        assertThat(program.run("run", "pipeline.yaml").code()).isEqualTo(4);
    }

    private static List<Map<String, @Nullable Object>> lines(String jsonl) throws JsonException {
        var lines = new ArrayList<Map<String, @Nullable Object>>();
        for (String line : jsonl.lines().toList()) {
            lines.add(RowJson.readRow(line.getBytes(StandardCharsets.UTF_8)).asMap());
        }
        return lines;
    }

    @Test
    void writesEachRowAsReadAndAsItLeft() throws JsonException {
        Ran ran = program.run("export", "latest");
        assertThat(ran.code()).isZero();
        List<Map<String, @Nullable Object>> rows = lines(ran.out());
        assertThat(rows).extracting(row -> row.get("row_seq")).containsExactly(1L, 2L, 3L, 4L);
        assertThat(rows)
                .extracting(row -> row.get("outcome"))
                .containsExactly("completed", "blocked", "completed", "quarantined");
        Map<String, @Nullable Object> blocked = rows.get(1);
        assertThat(blocked.get("source_id")).isEqualTo("2");
        assertThat(blocked.get("position")).isEqualTo("line 3");
        assertThat(blocked.get("node")).isEqualTo("keyword_filter");
        assertThat(blocked.get("reason")).isEqualTo("blocked_content");
        assertThat(blocked.get("sink")).isEqualTo("blocked");
        assertThat(blocked.get("values_read")).isEqualTo(Map.of("id", "2", "text", "my password is hunter2"));
        assertThat(blocked.get("values_left")).isEqualTo(blocked.get("values_read"));
        assertThat(blocked.get("values_deleted")).isEqualTo(false);
        assertThat(blocked.get("cost_usd")).isEqualTo(0L);
        assertThat(rows.getFirst()).containsEntry("node", null).containsEntry("sink", "output");
        assertThat(rows.get(3).get("read_status")).isEqualTo("unreadable");
        assertThat(rows.get(3).get("values_left")).isNull();
    }

    @Test
    void keepsEveryCharacterAndLetsNoneActOnTheScreen() throws JsonException {
        String out = program.run("export", "latest").out();
        assertThat(out).doesNotContain("\u001b", "\u202e");
        assertThat(lines(out).get(2).get("values_read")).isEqualTo(Map.of("id", "3", "text", "a \u001b[2J\u202e b"));
        assertThat(program.run("export", "latest", "--format", "csv").out()).contains("\u202e");
        assertThat(program.on(new Terminal(100, true, false))
                        .run("export", "latest", "--format", "csv")
                        .out())
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void choosesRowsByOutcomeAndReason() throws JsonException {
        assertThat(lines(program.run("export", "latest", "--outcome", "blocked,quarantined")
                        .out()))
                .extracting(row -> row.get("row_seq"))
                .containsExactly(2L, 4L);
        assertThat(lines(program.run("export", "latest", "--reason", "blocked_content")
                        .out()))
                .extracting(row -> row.get("row_seq"))
                .containsExactly(2L);
        assertThat(program.run("export", "latest", "--outcome", "done").err())
                .contains("--outcome must be one of completed, blocked", "got 'done'");
    }

    @Test
    void writesCsvThatNoSpreadsheetTakesForAFormula() throws IOException {
        program.write("reviews.csv", "id,text\n=cmd(),x\n");
        program.run("run", "pipeline.yaml", "--overwrite");
        Ran ran = program.run("export", "latest", "--out", "rows.csv");
        assertThat(ran.out()).isEqualTo("1 row to rows.csv\n");
        List<String> lines = Files.readAllLines(program.path("rows.csv"));
        assertThat(lines.getFirst()).startsWith("run_id,row_seq,part,source_id,position,read_status,read_at,outcome");
        assertThat(lines.get(1)).contains(",1,0,'=cmd(),line 2,read,");
        assertThat(lines.get(1)).endsWith("\"{\"\"id\"\":\"\"=cmd()\"\",\"\"text\"\":\"\"x\"\"}\"");
    }

    @Test
    void createsAnOwnerOnlyFileAndOverwritesOnlyOnRequest() throws IOException {
        program.run("export", "latest", "--out", "rows.jsonl");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program.path("rows.jsonl"))))
                .isEqualTo("rw-------");
        Ran refused = program.run("export", "latest", "--out", "rows.jsonl");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("already exists", "--overwrite");
        assertThat(program.run("export", "latest", "--out", "rows.jsonl", "--overwrite")
                        .code())
                .isZero();
        assertThat(program.run("export", "latest", "--out", "gone/rows.jsonl").err())
                .contains("does not exist; create it first");
        assertThat(program.path("rows.jsonl.partial")).doesNotExist();
    }

    @Test
    void exportsAllRuns() throws JsonException {
        program.run("run", "pipeline.yaml", "--overwrite", "--limit", "1");
        List<Map<String, @Nullable Object>> runs =
                lines(program.run("export", "--all", "--what", "runs").out());
        assertThat(runs).extracting(run -> run.get("status")).containsExactly("completed", "limited");
        assertThat(runs.getFirst().get("quarantined")).isEqualTo(1L);
        assertThat(runs.getFirst().get("deleted_payloads")).isEqualTo(0L);
        assertThat(program.run("export", "--what", "runs").err()).contains("pass a run, such as 'latest'");
        assertThat(program.run("export", "latest", "--all").err()).contains("not both");
    }

    @Test
    void writesParquetWithItsFooter() throws IOException {
        assertThat(program.run("export", "latest", "--out", "rows.parquet").out())
                .isEqualTo("4 rows to rows.parquet\n");
        String bytes = Files.readString(program.path("rows.parquet"), StandardCharsets.ISO_8859_1);
        assertThat(bytes).startsWith("PAR1").endsWith("PAR1").contains("values_left");
    }

    @Test
    void aDashIsStandardOutput() {
        assertThat(program.run("export", "latest", "--out", "-"))
                .isEqualTo(program.run("export", "latest"))
                .satisfies(ran -> assertThat(ran.out().lines()).hasSize(4));
        assertThat(program.run("export", "latest", "--out", "-", "--format", "csv")
                        .out())
                .startsWith("run_id,row_seq");
        assertThat(program.path("-")).doesNotExist();
    }

    @Test
    void listsFormatsAndTables() {
        assertThat(program.run("export", "latest", "--what", "row").err())
                .contains("must be one of runs, rows, calls, costs, got 'row'");
        assertThat(program.run("export", "latest", "--out", "rows.xlsx").err())
                .contains(
                        ".jsonl, .csv, .json or .parquet, compressed as .jsonl.gz, .csv.gz or .json.gz, or pass --format");
        assertThat(program.run("export", "latest", "--format", "parquet").err()).contains("parquet requires a file");
    }
}
