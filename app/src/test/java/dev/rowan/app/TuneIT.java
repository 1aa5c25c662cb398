package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run in one process, watched and tuned from others.
class TuneIT {
    private static final int ROWS = 100_000;

    private static final String PIPELINE = """
            run: {name: tuned, window: 200}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                name: ask
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "Is this message positive, negative or neutral? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
                  pool_size: 2
                  throttle: aimd
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    @Test
    void anotherProcessWidensThePoolPausesAndStopsTheRun() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "50ms")))) {
            stage.write(
                    "rows.jsonl",
                    IntStream.rangeClosed(1, ROWS)
                            .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message number " + n + " is fine\"}")
                            .toList());
            stage.write("pipeline.yaml", List.of(PIPELINE));
            try (RowanProcess run = RowanProcess.start(
                            folder, RowanProcess.command("run", "pipeline.yaml"), stage.environment());
                    RowanProcess watch = watching(run)) {
                watch.awaitThat(() -> watch.hasSaid(" in flight"));
                Ended wider = RowanProgram.run(folder, "tune", "latest", "--pool", "ask=20", "--max-cost", "40");
                assertThat(wider.out()).as(wider.err()).isEqualTo("""
                        pool_size of 'ask' is 20, was 2
                        the cost cap is 40 USD, was none
                        """);
                assertThat(wider.code()).isZero();
                run.awaitThat(() -> peak(stage) > 2);

                Ended wrong = RowanProgram.run(folder, "tune", "latest", "--pool", "aks=20", "--pause", "--json");
                assertThat(wrong.code()).isEqualTo(1);
                assertThat(wrong.json().get("orders"))
                        .asString()
                        .contains("the run has no transform 'aks'; it has ask", "followed=true");
                long paused = stage.simulator().lines().size();

                assertThat(RowanProgram.run(folder, "tune", "latest", "--resume")
                                .out())
                        .isEqualTo("resumed\n");
                assertThat((long) stage.simulator().lines().size()).isLessThan(paused + 200);
                assertThat(RowanProgram.run(folder, "tune", "latest", "--drain").code())
                        .isZero();
                assertThat(run.await().code()).isEqualTo(3);
                Ended watched = watch.await();
                assertThat(watched.code()).as(watched.err()).isEqualTo(3);
                assertThat(watched.err()).contains("tuned: ", " in flight");
                assertThat(watched.out())
                        .startsWith("tuned (")
                        .contains("interrupted, stopped by a control request by ");
            }
            assertThat(peak(stage)).isBetween(3L, 20L);
            assertThat(RowanProgram.run(folder, "tune", "latest", "--pause").err())
                    .contains("accepts no control requests: no process is executing it");
            Ended verified = RowanProgram.run(folder, "verify", "latest");
            assertThat(verified.out()).as(verified.err()).doesNotContain("I12", "I7");
            assertThat(verified.code()).isIn(0, 11, 12);
        }
    }

    /// A watching process, started once the run is recorded.
    private RowanProcess watching(RowanProcess run) throws Exception {
        run.awaitThat(() -> Files.exists(folder.resolve("out.jsonl")));
        return RowanProcess.start(folder, RowanProcess.command("watch", "latest"));
    }

    private static long peak(Stage stage) {
        try {
            return stage.simulator().peakInFlight("openai_chat");
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
