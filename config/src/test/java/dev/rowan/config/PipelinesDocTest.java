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

/// The examples of docs/pipelines.md do what the page says.
class PipelinesDocTest {
    private static final Path PAGE = Path.of("..", "docs", "pipelines.md");

    @TempDir
    Path folder;

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    @Test
    void showsAFileThatIsRead() throws IOException {
        assertThat(TestPipeline.problems(folder, blocks("yaml").getFirst(), Map.of()))
                .isEmpty();
    }

    @Test
    void showsTheMessagesOfTheBrokenFile() throws IOException {
        assertThat(TestPipeline.problems(folder, blocks("yaml").getLast(), Map.of()))
                .isEqualTo(blocks("text").getFirst().lines().toList());
    }
}
