package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.DisturbedRun.Status;
import dev.rowan.app.RowanProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `rowan resume` from outside, of runs that ended at a limit, and what it leaves alone.
class LimitedResumeIT extends BesideCalm {

    @Test
    void resumesARunThatReachedItsCapWhenTheCapIsRaised() throws Exception {
        run.pipeline(Map.of("max_cost_usd: 1", "max_cost_usd: 0.0008"));
        Ended capped = run.rowan("run", "pipeline.yaml");
        assertThat(capped.code()).as(capped.err()).isEqualTo(5);
        assertThat(run.rowan("resume", "latest").code()).isEqualTo(5);
        run.pipeline(Map.of());
        run.assertResumesLike(calm, "resume", "latest");
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
    }

    @Test
    void resumesARunThatReachedItsRowLimit() throws Exception {
        assertThat(run.rowan("run", "pipeline.yaml", "--limit", "100").code()).isEqualTo(5);
        assertThat(run.lines("output")).hasSize(90);
        assertThat(run.rowan("resume", "latest", "--limit", "200").code()).isEqualTo(5);
        assertThat(run.lines("output")).hasSize(180);
        run.assertResumesLike(calm, "resume", "latest");
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
    }

    /// Answers take a second here, so that some calls are surely on their way when the process is killed.
    @Test
    void callsThatMayBePaidOnceOnlyAreNotSentAgain(@TempDir Path folder) throws Exception {
        close();
        stage = Stage.open(folder, Map.of("latency", Map.of("typical", "1s")));
        run = new DisturbedRun(stage, folder);
        run.pipeline(Map.of("at_least_once", "at_most_once"));
        Path input = run.file("rows.jsonl");
        Files.write(input, Files.readAllLines(input).subList(0, 40));
        assertThat(run.signalled("KILL", 3, "run", "pipeline.yaml").code()).isEqualTo(128 + 9);
        Ended resumed = run.rowan("resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isEqualTo(4);
        Status status = run.status();
        long unknown = status.attempts("unknown");
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        assertThat(status.get("outcomes"))
                .isInstanceOfSatisfying(
                        Map.class,
                        outcomes -> assertThat(outcomes.get("indeterminate"))
                                .isInstanceOfSatisfying(
                                        Long.class, rows -> assertThat(rows).isBetween(1L, unknown)));
        assertThat(run.rowan("status", "latest").out()).contains("indeterminate");
        String row = run.lines("failed").stream().findFirst().orElseThrow();
        String number = row.replaceAll(".*\"n\":(\\d+).*", "$1");
        assertThat(run.rowan("explain", "latest", "--row", number).out()).contains("indeterminate", "unknown");
    }

    @Test
    void outputThatALaterRunWroteToIsNotTouched() throws Exception {
        run.signalled("KILL", 60, "run", "pipeline.yaml");
        String first = String.valueOf(run.status().get("run"));
        assertThat(run.rowan("run", "pipeline.yaml", "--overwrite", "--abandon", first)
                        .code())
                .isZero();
        Map<String, String> written = run.sinks();
        Ended refused = run.rowan("resume", first);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("run " + first + " cannot be resumed: it was abandoned by ");
        assertThat(run.sinks()).isEqualTo(written);
    }
}
