package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The quickstart in its own process.
class QuickstartIT {
    private static final Path QUICKSTART = Path.of("..", "examples", "quickstart");

    @TempDir
    private Path folder;

    @BeforeEach
    void copyTheExample() throws IOException {
        for (String name : List.of("pipeline.yaml", "reviews.csv")) {
            Files.copy(QUICKSTART.resolve(name), folder.resolve(name));
        }
    }

    @Test
    void runsRefusesToOverwriteAndExplains() throws Exception {
        Map<?, ?> run =
                RowanProcess.run(folder, "run", "pipeline.yaml", "--json").json();
        assertThat(run.get("exit_code")).isEqualTo(0L);
        assertThat(run.get("rows_read")).isEqualTo(3_000L);
        assertThat(run.get("outcomes")).isEqualTo(Map.of("completed", 2_871L, "blocked", 129L));
        List<String> output = Files.readAllLines(folder.resolve("out/reviews.jsonl"));
        assertThat(output).hasSize(2_871).isSorted();
        assertThat(folder.resolve("out/unreadable.jsonl")).isEmptyFile();
        for (String name : List.of("rowan.db", "out/reviews.jsonl", "out/blocked.csv", "out/unreadable.jsonl")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }

        Ended again = RowanProcess.run(folder, "run", "pipeline.yaml");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("out/reviews.jsonl already exists; use --overwrite to replace it");
        assertThat(Files.readAllLines(folder.resolve("out/reviews.jsonl"))).isEqualTo(output);

        Ended explained = RowanProcess.run(folder, "explain", "latest", "--row", "7");
        assertThat(explained.code()).isZero();
        assertThat(explained.out())
                .contains("id R-00007", "blocked at keyword_filter: blocked_content, in sink 'blocked'");
    }

    @Test
    void anExpressionLetsNoLibraryPrintAWarning() throws Exception {
        Files.writeString(folder.resolve("gate.yaml"), """
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms: [{gate: {by: "row.rating == '5'", routes: {"true": output}, else: discard}}]
                sinks: {output: {plugin: jsonl, options: {path: five.jsonl}}}
                """);
        Ended run = RowanProcess.run(folder, "run", "gate.yaml", "--json");
        assertThat(run.code()).isZero();
        assertThat(run.err()).doesNotContain("WARNING");
    }
}
