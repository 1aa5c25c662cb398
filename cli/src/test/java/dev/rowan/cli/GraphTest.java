package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @Test
    void drawsAPipelineToStandardOutputOrAFile() throws IOException {
        Program.Ran shown = program.run("graph", "pipeline.yaml");
        assertThat(shown.code()).isZero();
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out())
                .startsWith("<svg ")
                .contains("keyword_filter", "unreadable")
                .endsWith("</svg>\n");
        Program.Ran written = program.run("graph", "pipeline.yaml", "-o", "picture.svg");
        assertThat(written.code()).isZero();
        assertThat(written.out()).isEmpty();
        assertThat(Files.readString(folder.resolve("picture.svg"))).isEqualTo(shown.out());
    }

    @Test
    void drawsWhatItCanOfAFileWithProblemsAndListsThemAsValidateDoes() throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE.replace("on_error: blocked", "on_error: blokked"));
        Program.Ran shown = program.run("graph", "pipeline.yaml");
        Program.Ran validated = program.run("validate", "pipeline.yaml");
        assertThat(shown.code()).isEqualTo(1).isEqualTo(validated.code());
        assertThat(shown.out()).contains("⚠ 1 problem", "no such sink");
        assertThat(shown.err()).contains("there is no sink 'blokked'").isEqualTo(validated.err());
    }

    @Test
    void drawsNothingOfAFileThatIsNoPipeline() throws IOException {
        program.write("pipeline.yaml", "a: [");
        Program.Ran shown = program.run("graph", "pipeline.yaml");
        assertThat(shown.code()).isEqualTo(1);
        assertThat(shown.out()).isEmpty();
        assertThat(shown.err()).contains("pipeline.yaml");
    }
}
