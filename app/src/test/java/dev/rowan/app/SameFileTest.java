package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigException;
import dev.rowan.engine.builder.PipelineBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SameFileTest {
    private static final String ROWS = "id,text\n1,fine\n";

    @TempDir
    private Path folder;

    private Path rows;

    @BeforeEach
    void write() throws IOException {
        rows = Files.writeString(folder.resolve("rows.csv"), ROWS);
    }

    @Test
    void refusesASinkThatWouldWriteWhatTheSourceReads() {
        for (String mode : new String[] {"create", "append"}) {
            assertThatThrownBy(() -> run(rows, mode))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("the source reads " + rows);
        }
        assertThat(rows).hasContent(ROWS);
    }

    @Test
    void knowsTheFileBehindALinkAndADetour() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), rows);
        Path hard = Files.createLink(folder.resolve("hard.csv"), rows);

        for (Path same : new Path[] {link, hard, folder.resolve("there/../rows.csv")}) {
            assertThatThrownBy(() -> run(same, "append"))
                    .as(same.toString())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("the source reads ");
        }
        assertThat(rows).hasContent(ROWS);
    }

    @Test
    void refusesTwoSinksIntoOneFile() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path alias = Files.createSymbolicLink(folder.resolve("alias"), there);
        Files.createFile(there.resolve("out"));

        assertThatThrownBy(() -> PipelineBuilder.named("twice")
                        .source("csv", Map.of("path", rows.toString(), "on_error", "bad"))
                        .sink(
                                "output",
                                "jsonl",
                                Map.of("path", there.resolve("out").toString()))
                        .sink(
                                "bad",
                                "jsonl",
                                Map.of("path", alias.resolve("out").toString()))
                        .run("sqlite:" + folder.resolve("rowan.db")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("another sink writes ");
    }

    private void run(Path output, String mode) throws Exception {
        PipelineBuilder.named("same")
                .source("csv", Map.of("path", rows.toString()))
                .sink("output", "jsonl", Map.of("path", output.toString(), "mode", mode))
                .run("sqlite:" + folder.resolve("rowan.db"));
    }
}
