package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// The base of tests that type commands in a folder.
abstract class ProgramFixture {
    @TempDir
    Path folder;

    Program program;

    @BeforeEach
    void openProgram() throws IOException {
        program = new Program(folder);
    }

    /// Runs a command that must exit with `code`.
    final Ran exits(int code, String... arguments) {
        Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.out() + ran.err())
                .isEqualTo(code);
        return ran;
    }

    final List<String> lines(String file) throws IOException {
        return Files.readAllLines(folder.resolve(file));
    }

    /// Writes a pipeline that reads `rows.csv`; a sink writes the file of its name in `out`.
    final void pipeline(String transforms, String... sinks) throws IOException {
        var text = new StringBuilder(
                "source: {plugin: csv, options: {path: rows.csv, id: id}}\n" + transforms + "sinks:\n");
        for (String sink : sinks) {
            text.append("  %s: {plugin: jsonl, options: {path: out/%s.jsonl}}\n".formatted(sink, sink));
        }
        program.write("pipeline.yaml", text.toString());
    }

    final void verifiesAndReplays() throws Exception {
        exits(0, "verify", "latest");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }
}
