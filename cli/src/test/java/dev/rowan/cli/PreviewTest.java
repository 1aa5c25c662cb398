package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreviewTest {
    private static final String KEY = "canary-key-of-the-safety-service";

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAPipelineThatCallsOut() throws IOException {
        program = new Program(folder)
                .on(Terminal.plain(80))
                .variable("AZURE_CONTENT_SAFETY_KEY", KEY)
                .variable("OPENAI_API_KEY", "key-of-the-model");
        program.write("pipeline.yaml", PlanPipeline.TEXT);
    }

    @Test
    void showsTheRequestsOfARow() {
        Ran ran = program.run("preview", "pipeline.yaml", "--row", "3");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .isEqualTo("""
                Row 3: nothing was sent
                  from %s, line 4, id 3

                azure_content_safety  1 call
                  no tokens; likely $0.00075, worst case $0.00075

                POST https://safety.example.com/contentsafety/text:analyze?api-version=2024-09-01 HTTP/1.1
                Content-Type: application/json
                Accept: application/json
                Ocp-Apim-Subscription-Key: [secret]

                {"text":"good","categories":["Hate","SelfHarm","Sexual","Violence"],"outputType":"FourSeverityLevels"}

                mood (llm)  1 call
                  about 5 tokens in and 10 out; likely $0.000045, worst case $0.000215

                POST https://api.openai.com/v1/chat/completions HTTP/1.1
                Content-Type: application/json
                Accept: application/json
                Authorization: [secret]

                {"model":"small","messages":[{"role":"user","content":"What mood is this? good"}],"max_completion_tokens":40}

                reply (llm)  depends on the answer of 'mood'

                Goes to sink 'output', unless an answer blocks it.
                """.formatted(shortened(program.path("reviews.csv").toString())));
        assertThat(program.path("rowan.db")).doesNotExist();
        assertThat(program.path("out")).doesNotExist();
    }

    private static String shortened(String path) {
        return dev.rowan.cli.terminal.Columns.cutMiddle(path, 80 - "  from , line 4, id 3".length());
    }

    @Test
    void showsWhyARowEndsBeforeAnyCall() {
        Ran ran = program.run("preview", "pipeline.yaml", "--row", "2");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("blocked at keyword_filter: blocked_content, in sink 'blocked'\n  reason  ")
                .doesNotContain("POST");
    }

    @Test
    void reportsTheRowCount() {
        Ran ran = program.run("preview", "pipeline.yaml", "--row", "4");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("rowan: no row 4; the source has rows 1 to 3\n");
        assertThat(program.run("preview", "pipeline.yaml", "--row", "0").err()).contains("--row must be at least 1");
    }

    @Test
    void needsNoKeyAndNeverShowsOne() throws IOException {
        program.write("reviews.csv", "id,text\n1,my key is " + KEY + "\n");
        assertThat(program.run("preview", "pipeline.yaml").out())
                .contains("my key is [secret]")
                .doesNotContain(KEY);
        program.variable("AZURE_CONTENT_SAFETY_KEY", "");
        assertThat(program.run("preview", "pipeline.yaml").out())
                .contains(
                        "my key is " + KEY,
                        "POST https://safety",
                        "A run would fail to start: ${AZURE_CONTENT_SAFETY_KEY} must hold");
        program.write("my.env", "AZURE_CONTENT_SAFETY_KEY=" + KEY + "\n");
        assertThat(program.run("preview", "pipeline.yaml", "--env-file", "my.env")
                        .out())
                .contains("my key is [secret]");
    }

    @Test
    void keepsBytesInAPipeAndTheScreenCleanOnATerminal() throws IOException {
        program.write("reviews.csv", "id,text\n1,a\u202eb\u009b2Jc\n");
        assertThat(program.run("preview", "pipeline.yaml").out()).contains("{\"text\":\"a\u202eb\u009b2Jc\"");
        assertThat(program.on(new Terminal(80, true, false))
                        .run("preview", "pipeline.yaml")
                        .out())
                .contains("{\"text\":\"a\\u202eb\\u009b2Jc\"")
                .doesNotContain("\u202e", "\u009b");
        assertThat(program.on(Terminal.plain(80))
                        .run("preview", "pipeline.yaml", "--pretty")
                        .out())
                .contains("{\n  \"text\": \"a\\u202eb\\u009b2Jc\",\n  \"categories\": [\n    \"Hate\",\n");
    }

    @Test
    void refusesAServiceWithoutAnAddress() throws IOException {
        program.write("pipeline.yaml", PlanPipeline.TEXT.replace("endpoint: https://safety.example.com", ""));
        Ran ran = program.run("preview", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("transform 'azure_content_safety': needs an address");
    }
}
