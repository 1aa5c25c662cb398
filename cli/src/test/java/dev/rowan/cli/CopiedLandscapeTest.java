package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// After every command, `rowan.db` alone holds the whole record: people copy that file.
class CopiedLandscapeTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    private void isOneFile(String status, int code, String... arguments) throws IOException {
        Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + ": " + ran.err())
                .isEqualTo(code);
        assertThat(filesBeside()).as("after %s", String.join(" ", arguments)).isEmpty();
        Path copy = Files.createDirectories(folder.resolve("copied")).resolve("copy.db");
        Files.copy(folder.resolve("rowan.db"), copy, StandardCopyOption.REPLACE_EXISTING);
        Ran copied = program.run("status", "latest", "--landscape", "sqlite:copied/copy.db");
        assertThat(copied.out()).as(copied.err()).contains(status);
        assertThat(program.run("verify", "latest", "--landscape", "sqlite:copied/copy.db")
                        .out())
                .contains(": intact");
    }

    private List<String> filesBeside() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("rowan.db-"))
                    .toList();
        }
    }

    @Test
    void holdsTheRecordAfterEveryCommand() throws IOException {
        isOneFile("stopped", 5, "run", "pipeline.yaml", "--limit", "2");
        isOneFile("completed", 0, "resume", "latest");
        program.write("reviews.csv", "id,text\n1,fine\n2\n3,good\n");
        isOneFile("completed", 4, "run", "pipeline.yaml", "--overwrite");
        isOneFile("completed", 0, "runs");
        isOneFile("completed", 0, "explain", "latest", "--row", "1");
        isOneFile("completed", 0, "export", "latest");
        isOneFile("completed", 0, "prove", "latest", "--row", "1");
        isOneFile("completed", 0, "purge", "--run", "latest", "--row", "1", "--yes");
    }

    @Test
    void holdsTheRecordOfACommandDuringWhichAPageWasOpen() throws IOException {
        program.run("run", "pipeline.yaml");
        try (LandscapeReader page = Landscapes.read("sqlite:rowan.db", folder)) {
            page.runs().newest(1);
            program.run("run", "pipeline.yaml", "--overwrite");
            Path copy = folder.resolve("copy.db");
            Files.copy(folder.resolve("rowan.db"), copy);
            assertThat(program.run("status", "latest", "--landscape", "sqlite:copy.db")
                            .out())
                    .contains("completed");
            assertThat(program.run("runs", "--landscape", "sqlite:copy.db")
                            .out()
                            .lines())
                    .hasSameSizeAs(program.run("runs").out().lines().toList());
        }
        assertThat(filesBeside()).isEmpty();
    }
}
