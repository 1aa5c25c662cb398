package dev.rowan.engine.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class JobFilesTest {
    @TempDir
    private Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void tellsThatADiskIsFullWithAdvice() {
        var files = new JobFiles(folder, 1, "openai");
        assertThatThrownBy(() -> files.checkSpace(Path.of("/dev/full")))
                .isInstanceOfSatisfying(
                        IOException.class,
                        full -> assertThat(new ArtifactsException(folder, full))
                                .hasMessageContaining("cannot be kept in " + folder)
                                .hasMessageContaining("No space left on device")
                                .hasMessageContaining("name another one in run.artifacts"));
    }

    @Test
    void findsNoProblemWithAFolderThatCanBeMade() throws IOException {
        assertThat(ArtifactsException.problem(folder.resolve("a/b"))).isEmpty();
        Path file = Files.writeString(folder.resolve("a"), "");
        assertThat(ArtifactsException.problem(folder.resolve("a/b")).orElseThrow())
                .contains(file + " is not a folder");
    }
}
