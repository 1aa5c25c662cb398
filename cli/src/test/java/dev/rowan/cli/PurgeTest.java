package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.JsonException;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PurgeTest {
    private static final String CANARY = "hunter2";

    @TempDir
    private Path folder;

    private Program program;
    private String run;

    @BeforeEach
    void runAPipeline() throws IOException, JsonException {
        program = new Program(folder);
        run = String.valueOf(
                program.run("run", "pipeline.yaml", "--json").json().get("run"));
    }

    /// Whether the database or a file next to it contains the text.
    private boolean isInFiles(String text) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith("rowan.db"))
                    .toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Verdict verdict() {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            return check.check(run, Optional.empty());
        }
    }

    @Test
    void deletesARowFromEveryByteOfTheFilesAndTheRestVerifies() throws IOException, JsonException {
        assertThat(isInFiles(CANARY)).isTrue();

        Ran ran = program.run("purge", "--run", run, "--row", "2", "--yes");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("row 2, 2 values", "deleted 2 values");
        assertThat(isInFiles(CANARY)).isFalse();
        assertThat(isInFiles("fine")).isTrue();
        assertThat(verdict())
                .isInstanceOfSatisfying(
                        Verdict.Intact.class,
                        intact -> assertThat(intact.gone()).isEqualTo(2));
        assertThat(program.run("explain", run, "--row", "2").out())
                .contains("values deleted at 20", "keyword_filter  failed", "blocked at keyword_filter")
                .doesNotContain("unchanged", CANARY);
        Map<?, ?> history = program.run("explain", run, "--row", "2", "--json").json();
        assertThat(history.get("values_deleted")).isEqualTo(true);
        assertThat(history.get("row")).isNull();
        assertThat(program.run("explain", run, "--row", "1").out()).contains("\"fine\"");
        assertThat(program.run("export", run, "--reason", "blocked_content").out())
                .contains("\"values_deleted\":true,\"values_read\":null,\"values_left\":null");
        assertThat(program.run("export", run, "--what", "runs").out()).contains("\"deleted_payloads\":2");
    }

    @Test
    void aRunWithAJoinVerifiesWithoutTheValuesOfARowOrOfAll() throws IOException, JsonException {
        Files.writeString(folder.resolve("graph.yaml"), """
                source: {plugin: csv, options: {path: reviews.csv, id: id}}
                transforms:
                  - name: both
                    fork:
                      left: [{plugin: compute, name: left, options: {set: {a: "1"}}}]
                      right: [{plugin: compute, name: right, options: {set: {b: "2"}}}]
                  - join: {}
                sinks:
                  output: {plugin: jsonl, options: {path: joined.jsonl}}
                """);
        run = String.valueOf(program.run("run", "graph.yaml", "--json").json().get("run"));
        assertThat(verdict()).isInstanceOf(Verdict.Intact.class);

        assertThat(program.run("purge", "--run", run, "--row", "2", "--yes").code())
                .isZero();
        assertThat(verdict()).isInstanceOf(Verdict.Intact.class);

        assertThat(program.run("purge", "--run", run, "--yes").code()).isZero();
        assertThat(verdict()).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void deletesTheWholeRunWithItsConfiguration() throws IOException {
        assertThat(isInFiles("blocked_patterns")).isTrue();
        assertThat(program.run("purge", "--run", "latest", "--yes").out()).contains("the whole run");
        assertThat(isInFiles("blocked_patterns")).isFalse();
        assertThat(isInFiles("fine")).isFalse();
        assertThat(verdict()).isInstanceOf(Verdict.Intact.class);
        assertThat(program.run("status", run)).returns("", Ran::err).returns(0, Ran::code);
        assertThat(program.run("purge", "--run", run, "--yes").out())
                .isEqualTo("no values to delete\ndeleted 0 values (0 bytes)\n");
    }

    @Test
    void deletesASourceIdFromAllRuns() {
        program.run("run", "pipeline.yaml", "--overwrite");
        assertThat(program.run("purge", "--source-id", "2", "--yes").out().lines())
                .hasSize(4)
                .first()
                .asString()
                .startsWith("will delete 4 values");
        assertThat(program.run("export", "--all").out().lines())
                .filteredOn(line -> line.contains("\"values_deleted\":true"))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("\"source_id\":\"2\""));
    }

    @Test
    void dryRunDeletesNothing() throws IOException, JsonException {
        Ran ran = program.run("purge", "--older-than", "1ms", "--dry-run");
        assertThat(ran.out()).startsWith("would delete ").contains(run);
        assertThat(isInFiles(CANARY)).isTrue();
        Map<?, ?> json = program.run("purge", "--older-than", "1ms", "--dry-run", "--json")
                .json();
        assertThat(json.get("dry_run")).isEqualTo(true);
        assertThat(program.run("purge", "--older-than", "90d", "--yes").out()).contains("no values to delete");
        assertThat(program.run("purge", "--older-than", "soon", "--yes").err()).contains("--older-than must be");
    }

    @Test
    void doesNothingWithoutConsent() throws IOException {
        Ran ran = program.run("purge", "--run", run);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("nothing was deleted", "--yes");
        assertThat(isInFiles(CANARY)).isTrue();
    }

    @Test
    void refusesARunThatMayBeResumedUnlessTold() throws IOException {
        program.run("run", "pipeline.yaml", "--overwrite", "--limit", "2");
        Ran refused = program.run("purge", "--run", "latest", "--yes");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("is not complete (limited)", "--even-incomplete");
        Ran rest = program.run("purge", "--source-id", "2", "--yes");
        assertThat(rest.code()).isEqualTo(1);
        assertThat(rest.out()).contains("deleted 2 values");
        assertThat(rest.err()).contains("skipped: run ", "is not complete");
        assertThat(isInFiles(CANARY)).isTrue();
        assertThat(program.run("purge", "--source-id", "2", "--yes", "--even-incomplete")
                        .code())
                .isZero();
        assertThat(isInFiles(CANARY)).isFalse();
    }

    @Test
    void reportsWhatIsMissing() {
        for (List<String> arguments : List.of(List.of("purge"), List.of("purge", "--yes"))) {
            assertThat(program.run(arguments.toArray(String[]::new)).err())
                    .contains("choose what to delete: pass --run, --source-id or --older-than");
        }
        assertThat(program.run("purge", "--row", "1").err()).contains("--row requires --run");
        assertThat(program.run("purge", "--run", run, "--row", "9").err()).contains("has no row 9");
        assertThat(program.run("purge", "--run", "x", "--landscape", "sqlite:none.db")
                        .err())
                .contains("there is no landscape");
        assertThat(program.path("none.db")).doesNotExist();
    }
}
