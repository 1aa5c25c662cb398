package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.CallPlanner;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Prompts that are in files beside the pipeline.
class LlmPromptFilesTest {
    private static Map<String, Object> inFiles(Object... more) {
        Map<String, Object> all = asking("user_prompt_file", "question.txt");
        all.remove("user_prompt_template");
        all.putAll(options(more));
        return all;
    }

    @Test
    void areReadAsTheTextOfTheSettingsWouldBe() throws Exception {
        LlmTransform transform =
                Given.prepared(inFiles("system_prompt_file", "system.txt")).transform();

        assertThat(((CallPlanner.Plan.Sends) transform.plan(Row.of("text", "Why")))
                        .calls()
                        .getFirst()
                        .request()
                        .body()
                        .asText())
                .contains("{\"role\":\"system\",\"content\":\"Be kind.\"}", "{\"role\":\"user\",\"content\":\"Why?\"}");
        assertThat(transform.files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("question.txt", "system.txt");
        assertThat(transform.promptFields()).hasToString("[text]");
    }

    @Test
    void queriesHaveFilesOfTheirOwn() {
        var settings = options(
                "model", "simulator/chat",
                "system_prompt_file", "system.txt",
                "queries",
                        List.of(
                                options("output_key", "a", "user_prompt_file", "question.txt"),
                                options(
                                        "output_key",
                                        "b",
                                        "user_prompt_template",
                                        "{{ text }}",
                                        "system_prompt",
                                        "Own.")));

        assertThat(Given.of(new LlmPlugin(), settings).transform().settings().queries())
                .extracting(query -> query.system().orElseThrow())
                .containsExactly("Be kind.", "Own.");
    }

    static List<Arguments> problems() {
        return List.of(
                Arguments.of(
                        inFiles("user_prompt_file", "none.txt"), "must be a file of at most 1048576 bytes, found none"),
                Arguments.of(
                        asking("user_prompt_file", "question.txt"),
                        "must be absent where 'user_prompt_template' is given"),
                Arguments.of(inFiles("user_prompt_file", "blank.txt"), "must be a file with a prompt"),
                Arguments.of(inFiles("user_prompt_file", "latin1.txt"), "must be a file of text in UTF-8"),
                Arguments.of(inFiles("user_prompt_file", "broken.txt"), "line 2 of the template"),
                Arguments.of(
                        inFiles("schema", options("mode", "strict", "fields", List.of("txt: str"))),
                        "must use fields of the schema (txt), got 'text'"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void sayWhatIsWrong(Map<String, Object> settings, String message) {
        assertThat(Given.problems(new LlmPlugin(), settings))
                .extracting(Problem::message)
                .anySatisfy(found -> assertThat(found).contains(message));
    }
}
