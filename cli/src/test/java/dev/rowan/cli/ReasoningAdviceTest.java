package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `estimate` says about reasoning in answers on record.
@Tag("slow")
class ReasoningAdviceTest {
    private static final String PIPELINE = """
        run: {name: rating}
        source: {plugin: csv, options: {path: reviews.csv, id: id}}
        transforms:
          - plugin: llm
            name: rate
            options: {model: simulator/chat, user_prompt_template: "Rate: {{ text }}", output_key: rating, reasoning_effort: %s}
        sinks:
          output: {plugin: jsonl, options: {path: out/output.jsonl}}
        """;

    @TempDir
    private Path folder;

    @Test
    void namesTheOptionThatReducesReasoningOnRecord() throws Exception {
        var program = new Program(folder);
        program.write(
                "reviews.csv",
                IntStream.range(0, 50)
                        .mapToObj(i -> i + ",fine " + i)
                        .collect(Collectors.joining("\n", "id,text\n", "\n")));
        program.write("pipeline.yaml", PIPELINE.formatted("high"));
        assertThat(program.run("estimate", "pipeline.yaml").out()).doesNotContain("Reasoning");
        assertThat(program.run("run", "pipeline.yaml").code()).isZero();

        String estimate = program.run("estimate", "pipeline.yaml").out().replaceAll("\\s+", " ");
        assertThat(estimate)
                .containsPattern("Reasoning is 9\\d\\.\\d % of the output of 'rate', as in earlier runs, \\$[0-9.]+;"
                        + " reasoning_effort: low costs less, but answers may change\\.");
        assertThat(program.run("estimate", "pipeline.yaml", "--json").out())
                .contains("\"option\":\"reasoning_effort: low\"");

        program.write("pipeline.yaml", PIPELINE.formatted("low"));
        assertThat(program.run("estimate", "pipeline.yaml").out()).doesNotContain("Reasoning");
    }
}
