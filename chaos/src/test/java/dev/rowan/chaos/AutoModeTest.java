package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.image.AcceleratedTime;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs with `mode: auto` whose batch service is slower than their deadline, and faster.
@Tag("slow")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AutoModeTest {
    private static final int ROWS = 200;
    private static final int CANARIES = 20;
    /// Three seconds of the clock, the time to cancel and collect batches, are then a second of idle threads at least.
    private static final Duration IDLE = Duration.ofMillis(30);

    @TempDir
    Path folder;

    @Test
    void callsBackWhatTheBatchServiceHasNotDoneInTimeForTheDeadline() throws Exception {
        Ended ended = run("10d", "5m");

        assertThat(ended.result().status()).as("%s", ended.result()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(ended.rows()).isEqualTo(ROWS);
        assertThat(ended.submitted()).isEqualTo(ROWS - CANARIES);
        assertThat(ended.batched()).isZero();
        assertThat(ended.findings()).isEmpty();
    }

    @Test
    void leavesToTheBatchServiceWhatItDoesInTime() throws Exception {
        Ended ended = run("50ms", "1h");

        assertThat(ended.result().status()).as("%s", ended.result()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(ended.rows()).isEqualTo(ROWS);
        assertThat(ended.batched()).isEqualTo(ROWS - CANARIES);
        assertThat(ended.findings()).isEmpty();
    }

    /// The result of a run: its status, the rows in its sink, the calls submitted in batches, those of them that a
    /// batch answered, and the violations.
    private record Ended(RunResult result, long rows, long submitted, long batched, String findings) {}

    private Ended run(String running, String deadline) throws IOException, InterruptedException {
        Path site = Files.createDirectories(folder.resolve("site"));
        Files.createDirectories(site.resolve("work"));
        Trial trial = trial(site, running, deadline);
        SimulatorWire service = trial.newService();
        RunResult result = trial.run(service, Faults.NONE);
        assertThat(service.unserved()).isEmpty();
        try (var check = ChainCheck.open(trial.landscape(), site);
                LandscapeReader reader = Landscapes.read(trial.landscape(), site)) {
            var items = reader.jobs().list(result.runId()).stream()
                    .flatMap(job -> reader.jobs().manifest(result.runId(), job.job()).stream())
                    .toList();
            long batched = items.stream()
                    .filter(item -> item.end().equals(Optional.of(CallState.ANSWERED)))
                    .count();
            return new Ended(
                    result,
                    Files.readAllLines(site.resolve("work/out.jsonl")).size(),
                    items.size(),
                    batched,
                    check.verify(result.runId(), VerifyInputs.itself())
                            .findings()
                            .toString()
                            .replace("[]", ""));
        }
    }

    private static Trial trial(Path site, String running, String deadline) throws IOException {
        String pipeline = """
                run: {name: auto, deadline: %s, artifacts: work/artifacts}
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - plugin: llm
                    options:
                      model: simulator/chat
                      mode: auto
                      pool_size: 8
                      batch: {poll_interval: 1s, poll_max: 5s}
                      max_tokens: 50
                      user_prompt_template: "positive or negative? {{ text }}"
                      output_key: mood
                sinks:
                  output: {plugin: jsonl, options: {path: work/out.jsonl}}
                """.formatted(deadline);
        return new MessageTrial(site, ROWS, Map.of(), Map.of("batch", Map.of("running", running)))
                .of(pipeline, FaultVariation.none(), new Trial.Outer(new AcceleratedTime(IDLE), new SecureRandom()));
    }
}
