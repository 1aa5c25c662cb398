package dev.rowan.providers.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.json.RowJson;
import dev.rowan.providers.service.WrittenTransform;
import dev.rowan.providers.template.PromptTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page about prompts shows what happens.
class PromptsPageTest {

    @Test
    void theTemplateGivesWhatIsShown() throws Exception {
        Row row = RowJson.readRow(block("json").strip().getBytes(StandardCharsets.UTF_8));

        assertThat(PromptTemplate.parse(block("jinja")))
                .isInstanceOfSatisfying(
                        PromptTemplate.Parsed.Ready.class,
                        ready -> assertThat(ready.template().render(row))
                                .isEqualTo(new PromptTemplate.Rendered.Prompt(block("text"))));
    }

    @Test
    void theExamplesCanBeUsedAsTheyStand(@TempDir Path folder) throws Exception {
        for (String example : blocks("yaml")) {
            WrittenTransform.read(example, Map.of(), folder).configured(new LlmPlugin());
        }
    }

    @Test
    void theFiltersAndTestsAreAllOfThem() {
        String filters = complaint("{{ a | nothing }}");
        String tests = complaint("{{ a is nothing }}");

        assertThat(page().replaceAll("\\s+", " "))
                .contains("Filters: " + quoted(filters) + ".")
                .contains("Tests after `is`: " + quoted(tests) + ".");
    }

    private static String complaint(String template) {
        return PromptTemplate.parse(template) instanceof PromptTemplate.Parsed.Broken(var message)
                ? message.substring(message.indexOf("there are ") + 10)
                : "";
    }

    private static String quoted(String names) {
        return "`" + names.replace(", ", "`, `") + "`";
    }

    private static List<String> blocks(String language) {
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(page())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String block(String language) {
        List<String> blocks = blocks(language);
        assertThat(blocks).as(language).hasSize(1);
        return blocks.getFirst();
    }

    private static String page() {
        try {
            return Files.readString(Path.of("..", "docs", "prompts.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
