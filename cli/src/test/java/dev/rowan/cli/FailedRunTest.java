package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run with failed rows reports it first, names the most common failure, and gives the command
/// that lists them.
class FailedRunTest {
    private static final String GREEN = "\u001b[32m";
    private static final String RED = "\u001b[31m";
    private static final String PIPELINE = """
            run: {name: moods}
            source: {plugin: jsonl, options: {path: rows.jsonl, id: id}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: openai/own
                  base_url: ADDRESS
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
            """;

    @TempDir
    private Path folder;

    private Program program;
    private ScriptedChat chat;

    @BeforeEach
    void start() throws IOException {
        chat = new ScriptedChat((body, _) -> body.contains("odd")
                ? ScriptedChat.error(413, "too_large", "the text is too large")
                : ScriptedChat.error(400, "invalid_value", "Unsupported value: 'temperature' must be 1"));
        program = new Program(folder);
        program.write("pipeline.yaml", PIPELINE.replace("ADDRESS", chat.address()));
        program.write("rows.jsonl", """
                {"id":1,"text":"fine"}
                {"id":2,"text":"odd"}
                {"id":3,"text":"well"}
                """);
    }

    @AfterEach
    void stop() {
        chat.close();
    }

    @Test
    void aRunInWhichEveryRowFailedIsNotGreen() {
        program.on(new Terminal(100, false, true));
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(4);
        String headline = ran.out().lines().findFirst().orElseThrow();
        assertThat(headline).contains(RED + "completed, all failed").doesNotContain(GREEN);
        assertThat(program.run("status", "latest").out().lines().findFirst().orElseThrow())
                .contains(RED + "completed, all failed");
        assertThat(program.run("runs").out())
                .contains(RED + "completed, all failed")
                .doesNotContain(GREEN);
    }

    @Test
    void theSummaryNamesTheMostFrequentFailureAndTheCommandThatListsItsRows() throws Exception {
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.out())
                .contains("most frequent failure, 3 rows failed at mood (api_error): Unsupported value: 'temperature'");
        String command = ran.out()
                .lines()
                .filter(line -> line.contains(" rows ") && line.contains("--outcome failed"))
                .findFirst()
                .orElseThrow();
        assertThat(command).contains("--reason api_error");
        Ran listed = program.paste(command);
        assertThat(listed.code()).as(listed.err()).isZero();
        assertThat(listed.out()).contains("Unsupported value", "3 rows");
    }

    @Test
    void anUnknownPriceIsNotZero() throws Exception {
        chat.close();
        chat = new ScriptedChat((_, _) -> ScriptedChat.answer("fine"));
        program.write("pipeline.yaml", PIPELINE.replace("ADDRESS", chat.address()));
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).containsPattern("cost +unknown").contains("no price is known for 3 attempts");
        for (List<String> arguments :
                List.of(List.of("status", "latest"), List.of("runs"), List.of("explain", "latest", "--row", "1"))) {
            assertThat(program.run(arguments.toArray(String[]::new)).out())
                    .as(arguments.toString())
                    .contains("unknown")
                    .doesNotContain("$0");
        }
        assertThat(program.run("status", "latest", "--json").out()).contains("\"cost_usd\":null");
        assertThat(program.run("export", "latest", "--what", "calls").out()).contains("\"cost_usd\":null");
    }
}
