package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A copy of a landscape where nothing can be written, as on the medium that an auditor gets: it is read and checked
/// there. A folder is mounted read-only for the one process alone.
class ReadOnlyFolderIT {
    private static final String SCRIPT = """
            mount --bind "archive 50%" "archive 50%" || exit 90
            mount -o remount,bind,ro "archive 50%" || exit 90
            "$@"
            """;

    @TempDir
    private Path folder;

    private Ended readOnly(List<String> command) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("archive 50%"));
        var whole = new ArrayList<>(List.of("unshare", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "sh"));
        whole.addAll(command);
        try (RowanProcess process = RowanProcess.start(folder, whole)) {
            return process.await();
        }
    }

    private void recordInto(String landscape) throws IOException, InterruptedException {
        assumeTrue(
                readOnly(List.of("true")).code() == 0,
                "NOT TESTED: a read-only folder needs the right to mount one (root, or user namespaces)");
        Files.writeString(folder.resolve("rows.jsonl"), "{\"n\":1}\n{\"n\":2}\n");
        Files.writeString(folder.resolve("pipeline.yaml"), """
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                sinks: {output: {plugin: jsonl, options: {path: output.jsonl}}}
                landscape: {url: "sqlite:%s"}
                """.formatted(landscape));
        Ended run = RowanProgram.run(folder, "run", "pipeline.yaml");
        assertThat(run.code()).as(run.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"runs", "status latest", "explain latest --row 1", "verify latest", "prove latest --row 2"})
    void aLandscapeIsReadWhereNothingCanBeWritten(String command) throws Exception {
        recordInto("archive 50%/rowan.db");
        var args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--landscape", "sqlite:archive 50%/rowan.db"));

        Ended read = readOnly(RowanProcess.command(args.toArray(String[]::new)));

        assertThat(read.code()).as(read.err()).isZero();
        assertThat(read.out()).isNotBlank();
    }

    @Test
    void aRunIsRefusedThereInWords() throws Exception {
        recordInto("archive 50%/rowan.db");

        Ended run = readOnly(RowanProcess.command("run", "--overwrite", "pipeline.yaml"));

        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).contains("rowan.db", "written").doesNotContain("\tat ");
    }
}
