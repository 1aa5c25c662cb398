package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `--engine flink` refuses before anything starts, each with what to do. No database and no cluster is there.
class FlinkRefusalsTest {
    private static final String POSTGRES = "postgresql://nobody@127.0.0.1:1/none";

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void prepare() throws IOException {
        program = new Program(folder);
        Files.createDirectory(folder.resolve("cluster"));
        program.write("cluster/rowan-flink.jar", "");
        program.variable("ROWAN_FLINK_HOME", folder.resolve("cluster").toString());
        program.variable("ROWAN_LANDSCAPE", POSTGRES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--engine flink --landscape sqlite:rowan.db | this one is SQLite; pass --landscape postgresql://",
                "--engine spark | --engine must be local or flink, got 'spark'",
                "--engine flink --workers 512 | --workers must be 1 to 511, got 512",
                "--engine flink --split-rows 0 | --split-rows must be 1 to 250000, got 0",
                "--engine flink --limit 5 | --limit needs all rows in one process",
                "--engine flink --ui | show a single process",
                "--cluster http://cluster.example:8081 | use https, or pass --insecure-cluster",
                "--cluster ftp://cluster.example | must be an address such as http://host:8081",
                "--cluster http://[broken | must be an address such as http://host:8081",
                "--cluster https://ada:secret@cluster.example | without user and password",
                "--cluster http://127.0.0.1:1 --workers 3 | all its free slots are workers",
                "--engine local --cluster http://127.0.0.1:1 | --cluster requires --engine flink",
                "--workers 3 | --workers requires --engine flink",
                "--split-rows 100 | --split-rows requires --engine flink",
                "--insecure-cluster | --insecure-cluster requires --cluster"
            })
    void refusesOptions(String options, String message) throws Exception {
        assertRefused(options, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{plugin: deduplicate, options: {key: id}} | depends on all earlier rows",
                "{plugin: collect, aggregate: {count: 2}, options: {}} | needs all rows in one process"
            })
    void refusesTransformsThatNeedAllRows(String transform, String message) throws Exception {
        program.write("pipeline.yaml", Program.PIPELINE.replace("sinks:\n", "  - " + transform + "\nsinks:\n"));

        assertRefused("--engine flink", message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{path: '-'} | it writes to standard output",
                "{path: out/output.jsonl, mode: append} | several workers cannot append to a file"
            })
    void refusesOutputThatIsNotWrittenInParts(String options, String message) throws Exception {
        program.write("pipeline.yaml", Program.PIPELINE.replace("{path: out/output.jsonl}", options));

        assertRefused("--engine flink", "sink 'output' cannot be written by several workers: " + message);
    }

    @Test
    void refusesAFileWithOneWriterAsATarget() throws Exception {
        program.write(
                "pipeline.yaml", Program.PIPELINE.replace("{plugin: jsonl, options: {path: out/output.jsonl}}", """
                {plugin: jdbc, options: {url: "jdbc:sqlite:rows.db", table: t, create: create table t (id)}}"""));

        assertRefused("--engine flink", "its database is a file with one writer; use a database server");
    }

    @Test
    void refusesTheValueOfAKeyInTheFile() throws Exception {
        program.variable("OPENAI_API_KEY", "hidden-key-1234");
        program.write("pipeline.yaml", Program.PIPELINE.replace("transforms:\n", """
                transforms:
                  - plugin: llm
                    options: {model: openai/gpt-4o-mini, user_prompt_template: "hidden-key-1234 {{ text }}", output_key: mood}
                """));

        assertRefused("--engine flink", "the pipeline file contains a key");
    }

    @Test
    void refusesNotifications() throws Exception {
        program.write("pipeline.yaml", Program.PIPELINE + "notify: {command: [\"true\"]}\n");

        assertRefused("--engine flink", "'notify' is not sent by runs on Flink yet");
    }

    @Test
    void refusesTheBuiltInSimulator() throws Exception {
        program.write("pipeline.yaml", Program.PIPELINE.replace("transforms:\n", """
                transforms:
                  - plugin: llm
                    options: {model: simulator/chat, user_prompt_template: "{{ text }}", output_key: mood}
                """));

        assertRefused("--engine flink", "start 'rowan simulate'");
    }

    @Test
    void saysWhatIsMissingWithoutFlink() throws Exception {
        program.variable("ROWAN_FLINK_HOME", folder.resolve("elsewhere").toString());

        assertRefused("--engine flink", "rowan-flink.jar does not exist; check ROWAN_FLINK_HOME");
    }

    private void assertRefused(String options, String message) throws IOException {
        Program.Ran ran = program.run(("run pipeline.yaml " + options).split(" "));

        assertThat(ran.err()).containsIgnoringWhitespaces(message);
        assertThat(ran.code()).as(ran.out() + ran.err()).isNotZero();
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
