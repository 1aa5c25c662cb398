package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Warnings about prompts that show a model what no safety check before them has seen.
class PromptWarningsTest {
    private static final String FILTER = "{plugin: keyword_filter, options: {fields: %s, blocked_patterns: secret}}";
    private static final String SHIELD =
            "{plugin: azure_prompt_shield, options: {endpoint: simulator, fields: %s, rows_field: reviews}}";
    private static final String ANSWER =
            "{plugin: llm, options: {model: simulator/chat, user_prompt_template: \"%s\", output_key: %s}}";

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
        program.write("reviews.jsonl", """
                {"id":"1","text":"fine","title":"t","meta":{"note":"n","x":"x","y":1,"list":["l"]},"tags":["a"],"reviews":[]}
                """);
    }

    @Test
    void nameTheFieldThePlaceAndWhatToDoAndLeaveTheExitCode() throws Exception {
        Ran ran = validate(FILTER.formatted("text"), ANSWER.formatted("{{ text }} {{ title }} {{ id }}", "mood"));

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("ok  pipeline.yaml");
        assertThat(ran.err())
                .isEqualTo("warning: " + program.path("pipeline.yaml")
                        + ":4:74 transforms[1].options.user_prompt_template:"
                        + " the prompt uses 'title', 'id', but the safety checks before it cover 'text';"
                        + " add these fields to 'fields' of an earlier check, or set 'fields: all'\n");
    }

    @Test
    void areInTheJsonOfValidate() throws Exception {
        write(FILTER.formatted("text"), ANSWER.formatted("{{ row | tojson }}", "mood"));

        Map<?, ?> json = program.run("validate", "pipeline.yaml", "--json").json();

        assertThat(json.get("status")).isEqualTo("ok");
        assertThat(json.get("warnings"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .singleElement()
                .satisfies(
                        warning -> assertThat(((Map<?, ?>) warning).get("code")).isEqualTo("safety.unchecked_field"))
                .satisfies(warning -> assertThat(((Map<?, ?>) warning).get("message"))
                        .isEqualTo("the prompt uses the whole row, but the safety checks before it cover 'text'"));
        assertThat(program.run("validate", "pipeline.yaml", "--json").err()).isEmpty();
    }

    @Test
    void arePrintedWhenAPipelineIsRun() throws Exception {
        write(FILTER.formatted("text"), ANSWER.formatted("{{ id }}", "mood"));

        Ran ran = program.run("run", "pipeline.yaml");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("warning: ", "the prompt uses 'id'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            text           ; {{ text }}
            all            ; {{ row | tojson }} {{ meta.note }}
            meta           ; {{ meta.note }} {{ meta.list[0] }}
            [text, meta.x] ; {{ text }} {{ meta.x }} {% if meta.y == 1 %}!{% endif %}
            tags           ; {% for t in tags %}{{ t }}{% endfor %}
            """)
    void areNotGivenForWhatIsChecked(String fields, String prompt) throws Exception {
        assertThat(validate(FILTER.formatted(fields), ANSWER.formatted(prompt, "mood"))
                        .err())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            text      ; {{ row.title }}                        ; 'title'
            meta.note ; {{ meta | tojson }}                    ; 'meta'
            "tags[0]" ; {% for t in tags %}{{ t }}{% endfor %} ; 'tags[*]'
            text      ; {{ row }}                              ; the whole row
            """)
    void areGivenForWhatIsNot(String fields, String prompt, String used) throws Exception {
        assertThat(validate(FILTER.formatted(fields), ANSWER.formatted(prompt, "mood"))
                        .err())
                .contains("the prompt uses " + used + ",");
    }

    @Test
    void areNotGivenWhereNothingIsCheckedBeforeThePrompt() throws Exception {
        assertThat(validate(ANSWER.formatted("{{ text }}", "mood")).err()).isEmpty();
        assertThat(validate(ANSWER.formatted("{{ text }}", "mood"), FILTER.formatted("mood"))
                        .err())
                .isEmpty();
    }

    @Test
    void followAnswersAndNewNames() throws Exception {
        String rename = "{plugin: field_mapper, options: {mapping: {text: body}}}";
        String first = ANSWER.formatted("{{ body }}", "summary");

        assertThat(validate(FILTER.formatted("text"), rename, first).err()).isEmpty();
        assertThat(validate(FILTER.formatted("all"), rename, first, ANSWER.formatted("{{ summary }}", "mood"))
                        .err())
                .contains("the prompt uses 'summary', but the safety checks before it cover the row without 'summary'");
        assertThat(validate(
                                FILTER.formatted("all"),
                                rename,
                                first,
                                FILTER.formatted("summary"),
                                ANSWER.formatted("{{ summary }} {{ body }}", "mood"))
                        .err())
                .isEmpty();
    }

    @Test
    void areGivenForAnUncheckedFieldUnderTheNameOfACheckedOne() throws Exception {
        String replace = "{plugin: field_mapper, options: {drop: [text], mapping: {raw: text}}}";
        String swap = "{plugin: field_mapper, options: {mapping: {a: b, b: a}}}";

        assertThat(validate(FILTER.formatted("text"), replace, ANSWER.formatted("{{ text }}", "mood"))
                        .err())
                .contains("the prompt uses 'text', but the safety checks before it cover nothing");
        assertThat(validate(FILTER.formatted("a"), swap, ANSWER.formatted("{{ a }} {{ b }}", "mood"))
                        .err())
                .contains("the prompt uses 'a', but the safety checks before it cover 'b'");
    }

    @Test
    void lookIntoTheRowsOfAField() throws Exception {
        String loop = ANSWER.formatted("{% for r in reviews %}{{ r.text }}{% endfor %}", "mood");

        assertThat(validate(SHIELD.formatted("text"), loop).err()).isEmpty();
        assertThat(validate(SHIELD.formatted("title"), loop).err()).contains("the prompt uses 'reviews[*].text'");
    }

    private Ran validate(String... transforms) throws IOException {
        write(transforms);
        return program.run("validate", "pipeline.yaml");
    }

    private void write(String... transforms) throws IOException {
        program.write(
                "pipeline.yaml",
                "source: {plugin: jsonl, options: {path: reviews.jsonl}}\ntransforms:\n"
                        + String.join(
                                "",
                                List.of(transforms).stream()
                                        .map(t -> "  - " + t + "\n")
                                        .toList())
                        + "sinks: {output: {plugin: jsonl, options: {path: out/output.jsonl}}}\n");
    }
}
