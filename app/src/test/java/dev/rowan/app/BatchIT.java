package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The batch example: on a first run, and stopped and resumed against a simulator in its own process.
class BatchIT {
    private static final Path BATCH = Path.of("..", "examples", "batch");

    @TempDir
    private Path folder;

    @BeforeEach
    void copyTheExample() throws IOException {
        for (String name : List.of("pipeline.yaml", "tickets.csv")) {
            Files.copy(BATCH.resolve(name), folder.resolve(name));
        }
    }

    @Test
    void runsWithoutAKeyAndReportsItsBatches() throws Exception {
        Ended run = RowanProgram.run(folder, "run", "pipeline.yaml");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("SIMULATED", "2 batches: 2 settled");
        files();
        Ended list = RowanProgram.run(folder, "batch", "list", "latest", "--json");
        assertThat(list.json().get("jobs"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
        assertThat(RowanProgram.run(folder, "batch", "list").out()).isEqualTo("no open batch jobs\n");
        assertThat(RowanProgram.run(folder, "batch", "show", "latest", "1").out())
                .contains("settled", "= 100: all items accounted for", "requests.jsonl", "verified")
                .doesNotContain("absent", "different");
        assertThat(RowanProgram.run(folder, "explain", "latest", "--id", "t0001")
                        .out())
                .containsPattern("in batch: job [12], item ");
        Ended download = RowanProgram.run(folder, "batch", "download", "latest", "1", "--to", "copies");
        assertThat(download.code()).as(download.err()).isZero();
        assertThat(folder.resolve("copies/results.jsonl")).isNotEmptyFile();
        assertThat(RowanProgram.run(folder, "verify", "latest").code()).isZero();
    }

    /// The README's text on each file.
    private void files() throws IOException {
        String readme = Files.readString(BATCH.resolve("README.md"));
        for (String name : List.of("moods", "blocked", "failed")) {
            int rows =
                    Files.readAllLines(folder.resolve("out/" + name + ".jsonl")).size();
            assertThat(readme)
                    .containsPattern("`out/" + name + ".jsonl` \\| (" + (rows == 0 ? "nothing" : rows) + ")\\b");
        }
        assertThat(Files.readAllLines(folder.resolve("out/moods.jsonl")))
                .isSorted()
                .allSatisfy(line -> assertThat(line).containsPattern("\"mood\":\"(positive|negative|neutral)\""));
    }

    @Test
    void isLeftWhileTheServiceWorksAndResumed() throws Exception {
        try (RowanProcess simulator = simulator("30s")) {
            Map<String, String> variables = variables(simulator);
            Ended left = RowanProgram.run(folder, variables, "batch", "submit", "pipeline.yaml");
            assertThat(left.code()).as(left.err()).isEqualTo(6);
            assertThat(left.out())
                    .contains("waiting after", "2 batches: 2 running", "awaiting results", " batch watch ")
                    .doesNotContain("SIMULATED");
            assertThat(RowanProgram.run(folder, "batch", "list").out()).contains("batch_", "running");
            assertThat(RowanProgram.run(folder, "runs").out()).contains("waiting");
            assertThat(RowanProgram.run(folder, "status", "latest").out())
                    .contains("waiting", "awaiting results", "2 batches: 2 running");
            assertThat(RowanProgram.run(folder, "explain", "latest", "--id", "t0001")
                            .out())
                    .containsPattern("awaiting results in job [12], item \\d+, openai batch_");

            Ended polled = RowanProgram.run(folder, variables, "batch", "poll", "latest");
            assertThat(polled.code()).as(polled.err()).isEqualTo(6);

            Ended cancelled = RowanProgram.run(folder, variables, "batch", "cancel", "latest", "1");
            assertThat(cancelled.code()).as(cancelled.err()).isEqualTo(6);
            assertThat(RowanProgram.run(folder, "batch", "list", "latest").out())
                    .containsPattern("1 .*(cancelling|settled)");
            assertThat(RowanProgram.run(folder, variables, "batch", "cancel", "latest", "9")
                            .err())
                    .contains("has no job 9; it has job 1, 2");
            assertThat(RowanProgram.run(folder, variables, "batch", "adopt", "latest", "2", "batch_x")
                            .err())
                    .contains("only a job that is held is adopted for");
            assertThat(RowanProgram.run(folder, variables, "batch", "retry", "latest", "2")
                            .err())
                    .contains("job 2 is not held");
        }
    }

    @Test
    void finishesAfterItWasLeft() throws Exception {
        try (RowanProcess simulator = simulator("3s")) {
            Map<String, String> variables = variables(simulator);
            Ended left = RowanProgram.run(folder, variables, "run", "pipeline.yaml", "--detach");
            assertThat(left.code()).as(left.err()).isEqualTo(6);
            Ended done = RowanProgram.run(folder, variables, "batch", "watch", "latest");
            assertThat(done.code()).as(done.err()).isZero();
            files();
            try (Stream<Path> files = Files.walk(folder.resolve("artifacts"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.delete(file);
                }
            }
            Ended again =
                    RowanProgram.run(folder, variables, "batch", "download", "latest", "1", "--to", "copies", "--json");
            assertThat(String.valueOf(again.json().get("files"))).contains("results.jsonl", "fetched_again=true");
        }
    }

    @Test
    void notifiesAProgramWhenJobsAndTheRunEnd() throws Exception {
        Path file = folder.resolve("pipeline.yaml");
        Files.writeString(file, Files.readString(file) + "notify: {command: [sh, -c, 'cat >>told.txt']}\n");
        Ended run = RowanProgram.run(folder, "run", "pipeline.yaml");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("told.txt")))
                .hasSize(3)
                .satisfies(told -> assertThat(told.getLast()).contains("\"event\":\"run_ended\""))
                .satisfies(told -> assertThat(told.subList(0, 2)).allMatch(line -> line.contains("job_ended")));
    }

    private RowanProcess simulator(String running) throws IOException {
        Files.writeString(folder.resolve("simulator.yaml"), "batch: {running: " + running + "}\n");
        return RowanProcess.start(folder, RowanProcess.command("simulate", "--json", "--settings", "simulator.yaml"));
    }

    /// The variables that lead to the simulator, and the pipeline with a price, which nobody knows there.
    private Map<String, String> variables(RowanProcess simulator) throws Exception {
        Map<?, ?> serving =
                RowJson.readValue(simulator.firstLine().getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map
                        ? map
                        : Map.of();
        var variables = new HashMap<String, String>();
        if (serving.get("environment") instanceof Map<?, ?> environment) {
            environment.forEach((name, value) -> variables.put(String.valueOf(name), String.valueOf(value)));
        }
        variables.put("MODEL", "openai/gpt-4o-mini");
        Path file = folder.resolve("pipeline.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "      max_tokens: 16\n",
                                "      max_tokens: 16\n      price: {input: 0.15, output: 0.6}\n"));
        return variables;
    }
}
