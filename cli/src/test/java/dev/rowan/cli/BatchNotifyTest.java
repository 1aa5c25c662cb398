package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `notify` and what a provider gets wrong about a job.
class BatchNotifyTest {
    @TempDir
    private Path folder;

    /// The notifications of one poll after the batches have ended.
    private List<String> notifications(Map<String, Object> lines) throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, Map.of("running", "10m", "lines", lines))) {
            stage.edit("run: {name: moods}", "run: {name: moods}\nnotify: {command: [sh, -c, 'cat >>told.txt']}");
            String run = stage.submit();
            stage.completeRunning();
            stage.program.run("batch", "poll", run, "-q");
            stage.program.run("batch", "poll", run, "-q");
            return Files.readAllLines(folder.resolve("told.txt"));
        }
    }

    @Test
    void reportsUnmatchedResultLinesOnce() throws Exception {
        assertThat(notifications(Map.of("duplicate", 1.0)))
                .filteredOn(line -> line.contains("\"event\":\"job_anomaly\""))
                .singleElement()
                .asString()
                .contains("\"stray_lines\":{\"duplicate\":6}", "\"other_batches\":0");
    }
}
