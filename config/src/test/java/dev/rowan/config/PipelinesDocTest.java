package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples of docs/pipelines.md and docs/pipeline-errors.md are true.
class PipelinesDocTest {
    private static final Path FILE_PAGE = Path.of("..", "docs", "pipelines.md");
    private static final Path ERRORS_PAGE = Path.of("..", "docs", "pipeline-errors.md");

    @TempDir
    Path folder;

    private static List<String> blocks(Path page, String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(page))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    @Test
    void showsAValidFile() throws IOException {
        assertThat(TestPipeline.problems(folder, blocks(FILE_PAGE, "yaml").getFirst(), Map.of()))
                .isEmpty();
    }

    @Test
    void showsTheMessagesOfTheBrokenFile() throws IOException {
        assertThat(TestPipeline.problems(folder, blocks(ERRORS_PAGE, "yaml").getLast(), Map.of()))
                .isEqualTo(blocks(ERRORS_PAGE, "text").getFirst().lines().toList());
    }
}
