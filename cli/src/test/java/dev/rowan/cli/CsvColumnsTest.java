package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The columns of csv sinks are known before the first row, and no row is lost to them.
class CsvColumnsTest {
    private static final int ROWS = 200;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    private List<String> lines(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name));
    }

    /// Each row has a field that the first one lacks, and those from 151 on one that none of the first 100 has.
    private void writeShapes() throws IOException {
        program.write(
                "rows.jsonl",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> "{\"id\":" + n + (n > 1 ? ",\"b\":\"x\"" : "")
                                + (n > 150 ? ",\"late\":" + n : "") + "}")
                        .collect(Collectors.joining("\n", "", "\n")));
        program.write("shapes.yaml", """
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            sinks: {output: {plugin: csv, options: {path: shapes.csv}}}
            """);
    }

    @Test
    void rowsOfManyShapesAreAllWritten() throws Exception {
        writeShapes();
        Ran ran = program.run("run", "shapes.yaml");
        assertThat(ran.code()).as(ran.err()).isZero();
        List<String> lines = lines("shapes.csv");
        assertThat(lines).hasSize(ROWS + 1);
        assertThat(lines.getFirst()).isEqualTo("id,b,_more");
        assertThat(lines.get(1)).isEqualTo("1,,");
        assertThat(lines.get(2)).isEqualTo("2,x,");
        assertThat(lines.getLast()).isEqualTo("200,x,\"{\"\"late\"\":200}\"");
    }

    @Test
    void aResumedRunHasTheSameBytes() throws Exception {
        writeShapes();
        assertThat(program.run("run", "shapes.yaml").code()).isZero();
        String straight = Files.readString(folder.resolve("shapes.csv"));
        assertThat(program.run("run", "shapes.yaml", "--overwrite", "--limit", "120")
                        .code())
                .isEqualTo(5);
        assertThat(program.run("resume", "latest").code()).isZero();
        assertThat(folder.resolve("shapes.csv")).hasContent(straight);
        Ran replayed = program.run("replay", "latest");
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
    }

    @Test
    void aHeaderlessFileIsResumedByTheFieldsOnRecord() throws Exception {
        writeShapes();
        program.write(
                "shapes.yaml",
                Files.readString(folder.resolve("shapes.yaml")).replace("shapes.csv", "shapes.csv, header: false"));
        assertThat(program.run("run", "shapes.yaml", "--limit", "2").code()).isEqualTo(5);
        assertThat(program.run("resume", "latest").code()).isZero();
        assertThat(lines("shapes.csv")).hasSize(ROWS).startsWith("1,,", "2,x,", "3,x,");
    }

    @Test
    void nodesWithRowsOfDifferentShapesShareAnErrorSink() throws Exception {
        program.write("mixed.csv", "id,n,text\n1,one,fine\n2\n3,3,my password\n4,4,fine\n");
        program.write("mixed.yaml", """
            source: {plugin: csv, options: {path: mixed.csv, on_error: bad}}
            transforms:
              - {plugin: type_coerce, options: {fields: {n: int}, on_error: bad}}
              - {plugin: field_mapper, options: {mapping: {text: body}, drop: [n]}}
              - {plugin: keyword_filter, options: {fields: [body], blocked_patterns: [password], on_error: bad}}
            sinks:
              output: {plugin: csv, options: {path: good.csv}}
              bad: {plugin: csv, options: {path: bad.csv}}
            """);
        Ran ran = program.run("run", "mixed.yaml");
        assertThat(ran.code()).as(ran.err()).isEqualTo(4);
        assertThat(lines("good.csv")).containsExactly("id,body", "4,fine");
        List<String> bad = lines("bad.csv");
        assertThat(bad).hasSize(4);
        assertThat(bad.getFirst()).isEqualTo("id,n,text,body,position,raw,_error");
        assertThat(bad.get(1)).startsWith("1,one,fine,,,,\"{\"\"node\"\":\"\"type_coerce\"\"");
        assertThat(bad.get(2)).startsWith(",,,,line 3,2,\"{\"\"node\"\":\"\"source\"\"");
        assertThat(bad.get(3)).startsWith("3,,,my password,,,\"{\"\"node\"\":\"\"keyword_filter\"\"");

        Ran retried = program.run("retry", "latest");
        assertThat(retried.code()).as(retried.err()).isEqualTo(4);
        assertThat(lines("bad.csv")).hasSize(5);
        assertThat(lines("bad.csv").getLast()).startsWith("1,one,fine,,,,\"{\"\"node\"\":\"\"type_coerce\"\"");
    }

    @Test
    void aHeaderThatDoesNotFitIsRefusedBeforeAnythingIsDone() throws Exception {
        writeShapes();
        program.write(
                "shapes.yaml",
                Files.readString(folder.resolve("shapes.yaml")).replace("shapes.csv", "shapes.csv, mode: append"));
        program.write("shapes.csv", "id,b\n0,y\n");
        Ran refused = program.run("run", "shapes.yaml");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("shapes.csv has the columns id, b, and rows may have other fields", "'columns'");
        assertThat(folder.resolve("shapes.csv")).hasContent("id,b\n0,y\n");
        assertThat(folder.resolve("rowan.db")).doesNotExist();
    }
}
