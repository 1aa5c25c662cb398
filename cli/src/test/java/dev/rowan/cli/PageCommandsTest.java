package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.terminal.CommandText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands on the page start with the name that the program was called by, as in a terminal.
class PageCommandsTest {
    private static final String PROGRAM = "./rowan";
    private static final Pattern HARD_CODED =
            Pattern.compile("(?<![\\w./-])rowan (?:" + String.join("|", CommandText.COMMANDS) + ")\\b.{0,40}");

    @TempDir
    private Path folder;

    @Test
    void commandsBeginWithTheWordThatTheProgramWasCalledBy() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, Map.of("running", "10m"))) {
            String run = stage.submit();
            stage.toBatch(1, "show?status=mysterious");
            stage.ends(6, "batch", "watch", run, "-q");
            try (var site = new ServedSite(folder, PROGRAM)) {
                String here = "/runs/" + run;
                for (String path : List.of(
                        "/", here, here + "/record", here + "/rows/1", here + "/jobs", here + "/jobs/1", "/pipeline")) {
                    assertThat(HARD_CODED.matcher(site.get(path)).results().map(MatchResult::group))
                            .as(path)
                            .isEmpty();
                }
                assertThat(site.get(here)).contains(PROGRAM + " resume " + run, "data-status=\"./rowan status\"");
                assertThat(site.get(here + "/rows/1")).contains(PROGRAM + " resume " + run, PROGRAM + " prove --check");
                assertThat(site.get("/pipeline")).contains(PROGRAM + " serve --pipeline pipeline.yaml");
            }
        }
    }

    @Test
    void theFirstStepsDoToo() throws Exception {
        try (var site = new ServedSite(folder, PROGRAM)) {
            assertThat(site.get("/")).contains(PROGRAM + " run pipeline.yaml");
        }
    }
}
