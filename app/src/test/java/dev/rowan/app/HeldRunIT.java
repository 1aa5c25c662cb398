package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.SystemTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunResume;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two processes and one run: while its own process lives no other gets it; when that is killed, everyone can see it.
class HeldRunIT {
    private static final RunResume BY =
            new RunResume("0.1.0", "ada", List.of("resume", "latest"), List.of(), Optional.empty());

    @TempDir
    private Path folder;

    @Test
    void isRefusedToOthersUntilItsProcessIsKilled() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "1h")));
                Landscape landscape =
                        Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom())) {
            stage.write(
                    "rows.jsonl",
                    IntStream.rangeClosed(1, 5)
                            .mapToObj(n -> "{\"text\":\"message number " + n + "\"}")
                            .toList());
            stage.write("pipeline.yaml", List.of("""
                    run: {name: held}
                    source: {plugin: jsonl, options: {path: rows.jsonl}}
                    transforms:
                      - plugin: llm
                        options: {model: openai/gpt-4o-mini, user_prompt_template: "say {{ text }}", output_key: said, pool_size: 5}
                    sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                    """));
            String run;
            try (RowanProcess rowan =
                    RowanProcess.start(folder, RowanProcess.command("run", "pipeline.yaml"), stage.environment())) {
                rowan.awaitThat(() -> inFlight(stage) == 5);
                try (LandscapeReader reader = landscape.reader()) {
                    run = reader.runs().resolve("latest");
                    assertThat(reader.runs().summary(run).status()).isEqualTo("running");
                }
                assertThatThrownBy(() -> landscape.resume(run, BY))
                        .isInstanceOf(LandscapeException.class)
                        .hasMessageContaining("run " + run + " is held by ")
                        .hasMessageContaining(String.valueOf(rowan.pid()))
                        .hasMessageContaining("it can be taken over as soon as that process has ended");
                RowanProcess.Ended refused = RowanProgram.run(folder, stage.environment(), "resume", "latest");
                assertThat(refused.code()).isEqualTo(1);
                assertThat(refused.err())
                        .contains("run " + run + " is held by ", String.valueOf(rowan.pid()), "it can be taken over");
                rowan.signal("KILL");
                assertThat(rowan.await().code()).isEqualTo(128 + 9);
            }

            assertThat(RowanProgram.run(folder, "status", "latest").out())
                    .contains("of held: killed, last heartbeat", "attempts  5: 5 open");
            assertThat(RowanProgram.run(folder, "runs").out()).contains("killed");
            ResumedRun resumed = landscape.resume(run, BY);
            resumed.recorder().close();
            assertThat(resumed.recovered().epoch()).isEqualTo(2);
            assertThat(resumed.recovered().unknown()).isEqualTo(5);
            assertThat(RowanProgram.run(folder, "status", "latest").out()).contains("attempts  5: 5 unknown");
        }
    }

    private static long inFlight(Stage stage) {
        try {
            return stage.simulator().peakInFlight("openai_chat");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
