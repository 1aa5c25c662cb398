package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers that are taken and not paid for: of an earlier run with `--since`, and of equal requests with `dedupe`.
@Tag("slow")
class SinceTest {
    private static final String PIPELINE = """
            run: {name: rating}
            source: {plugin: csv, options: {path: reviews.csv, id: id}}
            transforms:
              - plugin: llm
                name: rate
                options: {model: simulator/chat, user_prompt_template: "Rate: {{ text }}", output_key: rating%s}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
            """;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void write() throws IOException {
        program = new Program(folder);
        program.write("pipeline.yaml", PIPELINE.formatted(""));
        program.write("reviews.csv", "id,text\n1,fine\n2,bad\n3,good\n");
    }

    private Map<?, ?> run(String... more) throws Exception {
        String[] arguments = new String[more.length + 4];
        arguments[0] = "run";
        arguments[1] = "pipeline.yaml";
        arguments[2] = "--json";
        arguments[3] = "--overwrite";
        System.arraycopy(more, 0, arguments, 4, more.length);
        Ran ran = program.run(arguments);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.json();
    }

    private void replayAndVerify() {
        assertThat(program.run("replay", "latest").out()).contains("byte-identical");
        assertThat(program.run("verify", "latest").code()).isZero();
    }

    @Test
    void sendsOnlyWhatHasChangedAfterAColumnWasAdded() throws Exception {
        run();
        String before = Files.readString(program.path("out/output.jsonl"));
        program.write("reviews.csv", "id,stars,text\n1,5,fine\n2,1,awful\n3,4,good\n");

        Map<?, ?> second = run("--since", "latest", "--max-age", "1d");

        assertThat(second.get("calls")).hasToString("1");
        assertThat(second.get("calls_reused")).hasToString("2");
        assertThat(Files.readAllLines(program.path("out/output.jsonl")).getFirst())
                .isEqualTo(before.lines()
                        .findFirst()
                        .orElseThrow()
                        .replace("\"id\":\"1\",", "\"id\":\"1\",\"stars\":\"5\","));
        assertThat(program.run("status", "latest").out()).contains("2 reused from an earlier run");
        assertThat(program.run("explain", "latest", "--row", "1").out()).contains("reused", "instead of $");
        replayAndVerify();
    }

    @Test
    void writesOnlyRowsWithNewAnswersIfAskedTo() throws Exception {
        run();
        program.write("reviews.csv", "id,text\n1,fine\n2,awful\n3,good\n");

        Map<?, ?> second = run("--since", "latest", "--only-changed");

        assertThat(second.get("sink_rows")).hasToString("{output=1}");
        assertThat(second.get("reasons")).hasToString("{unchanged=2}");
        assertThat(second.get("model_differences")).hasToString("[]");
        assertThat(Files.readAllLines(program.path("out/output.jsonl")))
                .singleElement()
                .asString()
                .contains("awful");
        assertThat(program.run("explain", "latest", "--row", "1").out()).contains("unchanged", "model chat");
        replayAndVerify();
        assertThat(run("--since", "latest").get("sink_rows"))
                .as("answers of rows that were not written are reused")
                .hasToString("{output=3}");
    }

    @Test
    void equalRequestsArePaidOnce() throws Exception {
        program.write("pipeline.yaml", PIPELINE.formatted(", temperature: 0"));
        program.write("reviews.csv", "id,text\n1,fine\n2,bad\n3,fine\n4,fine\n");

        Map<?, ?> ran = run();

        assertThat(ran.get("calls")).hasToString("2");
        assertThat(ran.get("calls_shared")).hasToString("2");
        assertThat(Files.readAllLines(program.path("out/output.jsonl"))).hasSize(4);
        assertThat(program.run("status", "latest").out()).contains("2 shared with equal requests");
        assertThat(program.run("explain", "latest", "--row", "4").out()).contains("shared", "equal request");
        replayAndVerify();
        assertThat(program.run("purge", "--run", "latest", "--row", "3", "--dry-run")
                        .out())
                .contains("rows 1, 4 share answers and lose them too");
        assertThat(program.run("purge", "--run", "latest", "--row", "3", "--yes")
                        .code())
                .isZero();
        assertThat(program.run("verify", "latest").code()).isZero();
        assertThat(program.run("explain", "latest", "--row", "1", "--requests").out())
                .contains("reply  not recorded");
    }

    @Test
    void refusesWhatItCannotTake() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--since", "latest").err())
                .contains("there is no");
        run();
        assertThat(program.run("run", "pipeline.yaml", "--max-age", "1d").err()).contains("requires --since");
        assertThat(program.run("run", "pipeline.yaml", "--only-changed").err()).contains("requires --since");
        assertThat(program.run("run", "pipeline.yaml", "--since", "nobody").code())
                .isEqualTo(1);
        assertThat(program.run("run", "pipeline.yaml", "--since", "latest", "--max-age", "soon")
                        .err())
                .contains("--max-age");
    }
}
