package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `purge` and the files of batch jobs, here and at the provider.
class BatchPurgeTest {
    private static final Map<String, Object> FAST = Map.of("running", "1ms");

    @TempDir
    private Path folder;

    private static String completed(BatchProgram stage) throws Exception {
        return String.valueOf(
                stage.ends(0, "run", "pipeline.yaml", "--json").json().get("run"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai/gpt-4o-mini",
                "azure/gpt-4o-mini",
                "anthropic/claude-haiku-4-5",
                "gemini/gemini-2.5-flash"
            })
    void purgingARunDeletesAllFilesHereAndAtTheProvider(String model) throws Exception {
        try (var stage = new BatchProgram(folder, model, FAST)) {
            String run = completed(stage);
            Path files = folder.resolve("artifacts/" + run);
            assertThat(files.resolve("1")).isDirectoryRecursivelyContaining("glob:**requests.jsonl");

            Program.Ran shown = stage.ends(0, "purge", "--run", run, "--dry-run");
            assertThat(shown.out())
                    .contains("would delete the files of batch jobs")
                    .containsPattern("[46] files of batch jobs and attachments \\(");
            assertThat(files).isDirectory();
            long before = deletions(stage);
            Map<?, ?> purged =
                    stage.ends(0, "purge", "--run", run, "--yes", "--json").json();

            assertThat(files).doesNotExist();
            assertThat((List<?>) purged.get("files")).hasSizeGreaterThanOrEqualTo(4);
            List<?> atProvider = purged.get("provider_files") instanceof List<?> list ? list : List.of();
            assertThat(atProvider)
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(file ->
                            assertThat(((Map<?, ?>) file).get("deleted")).isEqualTo(true));
            assertThat(deletions(stage)).isEqualTo(before + atProvider.size());
            assertThat(stage.program
                            .run("batch", "download", run, "1", "--to", "again")
                            .code())
                    .isEqualTo(1);
            stage.ends(0, "verify", run);
        }
    }

    /// How many deletions the provider has carried out.
    private static long deletions(BatchProgram stage) throws Exception {
        try (var in = stage.simulator().resolve("/_simulator/journal").toURL().openStream()) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> line.contains("\"method\":\"DELETE\"") && line.contains("\"status\":200"))
                    .count();
        }
    }

    @Test
    void purgingARowDeletesTheFilesOfItsJob() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, FAST)) {
            stage.rows(5, "fine");
            String more = Files.readString(stage.program.path("rows.jsonl"));
            stage.program.write("rows.jsonl", "{\"id\":0,\"text\":\"row one\"}\n" + more);
            String run = completed(stage);
            Path files = folder.resolve("artifacts/" + run);
            long jobOfRow = jobOfRow(run);

            stage.ends(0, "purge", "--run", run, "--row", "1", "--yes");

            assertThat(files.resolve(String.valueOf(jobOfRow))).doesNotExist();
            assertThat(files.resolve(String.valueOf(3 - jobOfRow))).isDirectory();
        }
    }

    private long jobOfRow(String run) throws Exception {
        for (long job = 1; job <= 2; job++) {
            Path requests = folder.resolve("artifacts/" + run + "/" + job + "/openai/requests.jsonl");
            if (Files.readString(requests).contains("row one")) {
                return job;
            }
        }
        return 1;
    }

    @Test
    void listsFilesThatCannotBeDeletedAtTheProvider() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, FAST)) {
            String run = completed(stage);
            stage.write("http://127.0.0.1:9/v1");

            Program.Ran purged = stage.ends(1, "purge", "--run", run, "--yes");

            assertThat(folder.resolve("artifacts/" + run)).doesNotExist();
            assertThat(purged.err())
                    .contains("not deleted: results file-", " of batch batch_", " at openai (job 1 of run " + run)
                    .contains("but the pipeline now names http://127.0.0.1:9", "delete it in the provider's console");
        }
    }

    @Test
    void listsAnOpenJobWithTheCommandThatCancelsIt() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, Map.of("running", "10m"))) {
            String run = stage.submit();

            Program.Ran purged = stage.ends(1, "purge", "--run", run, "--yes", "--even-incomplete");

            assertThat(purged.err())
                    .contains("files at openai of job 1", "which is running", " batch cancel " + run + " 1");
        }
    }
}
