package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `cat rows | rowan run FILE > out`: rows on the standard streams, and nothing else.
class PipeTest {
    private static final String ROWS = "id,text\n1,fine\n2,my password is hunter2\n3,good\n";
    private static final String PASSED = "{\"id\":\"1\",\"text\":\"fine\"}\n{\"id\":\"3\",\"text\":\"good\"}\n";

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
        program.write(
                "pipe.yaml",
                Program.PIPELINE
                        .replace("path: reviews.csv", "path: \"-\"")
                        .replace("path: out/output.jsonl", "path: \"-\""));
    }

    @Test
    void readsRowsFromStandardInputAndWritesThemToStandardOutput() {
        Ran ran = program.pipe(ROWS, "run", "pipe.yaml");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo(PASSED);
        assertThat(ran.err()).contains("completed", "blocked");
        assertThat(program.path("out/blocked.csv")).content().contains("hunter2");
        assertThat(program.path("-")).doesNotExist();
        assertThat(program.run("verify", "latest").code()).isZero();
    }

    @Test
    void writesCsvAndTheResultForMachinesApart() throws IOException {
        program.write(
                "csv.yaml",
                Program.PIPELINE.replace("jsonl, options: {path: out/output.jsonl}", "csv, options: {path: \"-\"}"));

        Ran ran = program.run("run", "csv.yaml", "--json");

        assertThat(ran.out()).isEqualTo("id,text\n1,fine\n3,good\n");
        assertThat(ran.err()).contains("\"status\":\"completed\"");
    }

    @Test
    void writesParquetAlone() throws IOException {
        program.write(
                "parquet.yaml",
                Program.PIPELINE.replace(
                        "jsonl, options: {path: out/output.jsonl}", "parquet, options: {path: \"-\"}"));
        var written = new ByteArrayOutputStream();
        Ran ran = program.runInto(written, "run", "parquet.yaml");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("completed", "standard output");
        Files.write(program.path("piped.parquet"), written.toByteArray());
        program.write("read.yaml", """
                source: {plugin: parquet, options: {path: piped.parquet}}
                sinks: {output: {plugin: jsonl, options: {path: "-"}}}
                """);
        assertThat(program.run("run", "read.yaml").out()).isEqualTo(PASSED);
    }

    @Test
    void aResumedRunFinishesTheRecordedRowsAndWarnsThatUnreadInputIsLost() {
        assertThat(program.pipe(ROWS, "run", "pipe.yaml", "--limit", "1").code())
                .isEqualTo(5);

        Ran resumed = program.pipe(ROWS, "resume", "latest");

        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.out()).as("nothing is read again").isEmpty();
        assertThat(resumed.err()).contains("warning: standard input cannot be read again", "unread input is lost");
    }

    @Test
    void stopsWhenNobodyReadsTheOutput() throws IOException {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        program.write("out.yaml", Program.PIPELINE.replace("path: out/output.jsonl", "path: \"-\""));

        Ran ran = program.runInto(closed, "run", "out.yaml");

        assertThat(ran.code()).as(ran.err()).isEqualTo(1);
        assertThat(ran.err()).contains("standard output cannot be written: Broken pipe");
    }

    @Test
    void refusesTwoSinksOnStandardOutput() throws IOException {
        program.write(
                "two.yaml",
                Program.PIPELINE
                        .replace("path: out/output.jsonl", "path: \"-\"")
                        .replace("path: out/blocked.csv", "path: \"-\""));

        Ran ran = program.run("validate", "two.yaml");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("another sink writes standard output; choose a file");
    }

    @Test
    void checksThePipelineWithoutReadingTheInput() {
        assertThat(program.run("validate", "pipe.yaml").out()).contains("standard input");
        assertThat(program.run("doctor", "pipe.yaml").out())
                .contains("standard input is not checked: only a run reads it");
    }
}
