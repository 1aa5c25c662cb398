package dev.rowan.flink.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A child process as it runs the processes of a cluster.
@Tag("slow")
@Timeout(120)
class ChildMainTest {

    @TempDir
    private Path folder;

    @Test
    void ctrlCIsLeftToTheParentAndTheEndOfTheParentIsItsOwn() throws Exception {
        Path cluster = Files.createDirectories(folder.resolve("rowan-flink-1"));
        Files.writeString(
                Files.createDirectories(cluster.resolve("upload/jars")).resolve("job.jar"), "a jar");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChildMain.class.getName(),
                        cluster.toString(),
                        SignalledProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = child.inputReader()) {
            for (String signal : signals(output.readLine())) {
                new ProcessBuilder("kill", "-" + signal, String.valueOf(child.pid()))
                        .start()
                        .waitFor();
                assertThat(output.readLine()).isEqualTo("still alive after " + signal);
            }
            child.getOutputStream().close();
            assertThat(child.waitFor()).as("it ends with its parent").isEqualTo(1);
            assertThat(cluster).as("nobody else deletes it").doesNotExist();
            assertThat(folder).exists();
        } finally {
            child.destroyForcibly();
        }
    }

    /// The signals that reach the program: not those that the parent of this process ignores, as a shell does for its
    /// background jobs.
    private static List<String> signals(@Nullable String ready) {
        assertThat(ready).startsWith(SignalledProgram.READY);
        return List.of(Objects.requireNonNull(ready).split(" ")).stream()
                .skip(1)
                .toList();
    }
}
