package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The README matches the project.
class ReadmeTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void showsTheQuickstart() throws Exception {
        assertThat(Files.readString(ROOT.resolve("README.md")))
                .contains("```yaml\n" + Files.readString(ROOT.resolve("examples/quickstart/pipeline.yaml")) + "```");
    }

    @Test
    void linksToPagesThatExist() throws Exception {
        for (String page : List.of(
                "README.md",
                "docs/architecture.md",
                "docs/java-api.md",
                "docs/plugins.md",
                "examples/moderation/README.md",
                "examples/batch/README.md",
                "examples/parquet/README.md",
                "examples/pipe/README.md",
                "docs/runbook.md",
                "examples/azure_blob_sentiment/README.md")) {
            Path file = ROOT.resolve(page);
            Pattern.compile("]\\(([^)#:]+)\\)")
                    .matcher(Files.readString(file))
                    .results()
                    .forEach(link -> assertThat(file.resolveSibling(link.group(1)))
                            .as(page)
                            .exists());
        }
    }
}
