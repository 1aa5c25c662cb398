package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.app.RowanProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Several processes and one output: one of them writes it, the others are rejected before they send anything.
@Timeout(180)
class SharedSinkIT {
    private static final int ROWS = 5;
    private static final String SERVICE = "openai_chat";
    private static final String PIPELINE = """
        run: {name: shared}
        source: {plugin: jsonl, options: {path: rows.jsonl}}
        transforms:
          - plugin: llm
            options: {model: openai/gpt-4o-mini, user_prompt_template: "say {{ text }}", output_key: said,
                      pool_size: 5, on_error: failed}
        sinks:
          output: {plugin: jsonl, options: {path: out.jsonl, mode: MODE}}
          failed: {plugin: jsonl, options: {path: failed.jsonl, mode: MODE}}
        """;

    @TempDir
    private Path folder;

    private Stage stage(Map<String, Object> service) throws Exception {
        Stage stage = Stage.open(folder, service);
        stage.write(
                "rows.jsonl",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message number " + n + "\"}")
                        .toList());
        stage.write("create.yaml", List.of(PIPELINE.replace("MODE", "create")));
        stage.write("append.yaml", List.of(PIPELINE.replace("MODE", "append")));
        return stage;
    }

    @Test
    void anOutputThatALiveRunWritesIsRefusedToEveryOther() throws Exception {
        try (Stage stage = stage(Map.of("latency", Map.of("typical", "1h")));
                RowanProcess live =
                        RowanProcess.start(folder, RowanProcess.command("run", "append.yaml"), stage.environment())) {
            live.awaitThat(() -> inFlight(stage) == ROWS);
            for (List<String> args : List.of(
                    List.of("run", "append.yaml"),
                    List.of("run", "create.yaml", "--overwrite"),
                    List.of("run", "append.yaml", "--abandon", "latest"))) {
                Ended refused = RowanProgram.run(folder, stage.environment(), args.toArray(String[]::new));
                assertThat(refused.code()).as(refused.err()).isEqualTo(1);
                assertThat(refused.err()).contains("is being written by run ", "rowan watch ");
            }
            Files.createSymbolicLink(folder.resolve("link.jsonl"), folder.resolve("out.jsonl"));
            stage.write("link.yaml", List.of(PIPELINE.replace("MODE", "append").replace("out.jsonl", "link.jsonl")));
            for (String pipeline : List.of("append.yaml", "link.yaml")) {
                Ended elsewhere = RowanProgram.run(
                        folder, stage.environment(), "run", pipeline, "--landscape", "sqlite:other.db");
                assertThat(elsewhere.code()).as(elsewhere.err()).isEqualTo(1);
                assertThat(elsewhere.err())
                        .contains(
                                "out.jsonl is being written by run ",
                                "rowan.db, process " + live.pid(),
                                "rowan watch ");
            }
            assertThat(inFlight(stage)).isEqualTo(ROWS);
            assertThat(folder.resolve("other.db")).doesNotExist();
            live.signal("KILL");
            live.await();
            Ended unfinished = RowanProgram.run(folder, stage.environment(), "run", "create.yaml", "--overwrite");
            assertThat(unfinished.code()).isEqualTo(1);
            assertThat(unfinished.err()).contains("which is not finished", "rowan resume ", "--abandon ");
        }
    }

    @Test
    void ofThreeWhoRetryAtOnceOneSends() throws Exception {
        try (Stage stage = stage(Map.of("faults", Map.of("status:400", 1.0), "fault_attempts", 1))) {
            Ended failed = RowanProgram.run(folder, stage.environment(), "run", "create.yaml");
            assertThat(failed.code()).as(failed.err()).isEqualTo(4);
            assertThat(answered(stage)).isEqualTo(ROWS);

            List<Ended> retried = atOnce(3, stage, "retry", "latest");

            assertThat(retried).filteredOn(ended -> ended.code() == 0).hasSize(1);
            assertThat(retried).filteredOn(ended -> ended.code() != 0).allSatisfy(ended -> {
                assertThat(ended.code()).as(ended.err()).isEqualTo(1);
                assertThat(ended.err()).containsAnyOf("is being written by run ", "was continued by run ");
            });
            assertThat(answered(stage)).isEqualTo(2 * ROWS);
            assertThat(Files.readAllLines(folder.resolve("out.jsonl"))).hasSize(ROWS);
        }
    }

    @Test
    void ofThreeWhoRetryAtOnceOneSendsAlsoWhereNoFileIsLocked() throws Exception {
        try (Stage stage = stage(Map.of("faults", Map.of("status:400", 1.0), "fault_attempts", 1))) {
            String devices = PIPELINE.replace("MODE", "append")
                    .replace("path: out.jsonl", "path: /dev/null")
                    .replace("path: failed.jsonl", "path: /dev/null");
            stage.write("devices.yaml", List.of(devices));
            assertThat(RowanProgram.run(folder, stage.environment(), "run", "devices.yaml")
                            .code())
                    .isEqualTo(4);

            List<Ended> retried = atOnce(3, stage, "retry", "latest");

            assertThat(retried).filteredOn(ended -> ended.code() == 0).hasSize(1);
            assertThat(retried)
                    .filteredOn(ended -> ended.code() != 0)
                    .allSatisfy(ended -> assertThat(ended.err()).contains("was continued by run "));
            assertThat(answered(stage)).isEqualTo(2 * ROWS);
        }
    }

    private List<Ended> atOnce(int count, Stage stage, String... args) throws Exception {
        String run = String.valueOf(
                RowanProgram.run(folder, "status", args[1], "--json").json().get("run"));
        var ready = new CyclicBarrier(count);
        try (var scope = CallScope.openPlatform("retry")) {
            var tasks = new ArrayList<FutureTask<Ended>>();
            for (int i = 0; i < count; i++) {
                tasks.add(scope.fork(() -> {
                    ready.await();
                    return RowanProcess.run(folder, stage.environment(), args[0], run);
                }));
            }
            var ended = new ArrayList<Ended>();
            for (FutureTask<Ended> task : tasks) {
                ended.add(task.get());
            }
            return ended;
        }
    }

    private static long inFlight(Stage stage) {
        try {
            return stage.simulator().peakInFlight(SERVICE);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static long answered(Stage stage) {
        try {
            return stage.simulator().answered(SERVICE);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
