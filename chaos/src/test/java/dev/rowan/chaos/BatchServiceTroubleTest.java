package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.image.AcceleratedTime;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A batch service that cannot be reached, and one that rejects every row, through the whole engine.
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("slow")
class BatchServiceTroubleTest {
    private static final int ROWS = 60;
    private static final Map<String, String> ENVIRONMENT =
            Map.of("OPENAI_API_KEY", Scenario.KEY, "ANTHROPIC_API_KEY", Scenario.KEY);
    private static final Map<String, Object> WELL = Map.of("batch", Map.of("running", "10m"));

    private volatile BooleanSupplier down = () -> false;

    @TempDir
    Path site;

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectories(site.resolve("work"));
    }

    @Test
    @Tag("slow")
    void whileItCannotBeReachedItsRowsWaitUntilTheTimeoutAndTheRunIsResumed() throws Exception {
        Trial trial = trial("openai/gpt-4o-mini", "mode: batch", WELL);
        SimulatorWire service = trial.newService();
        long began = service.time().nanos();
        down = () -> true;

        RunResult stopped = trial.run(service, Faults.NONE);

        assertThat(stopped.status()).as("%s", stopped.why()).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(stopped.why().orElseThrow())
                .contains("run.service_down_timeout", "https://api.openai.com", "nobody listens", "resume");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(Duration.ofNanos(service.time().nanos() - began))
                .isBetween(Duration.ofMinutes(10), Duration.ofMinutes(12));

        for (int i = 0; i < 5; i++) {
            assertThat(trial.resume(service, Faults.NONE).orElseThrow().status())
                    .isEqualTo(RunEnd.Status.LIMITED);
        }
        down = () -> false;
        assertCompletes(trial, service);
    }

    @Test
    void anOutageDuringABatchIsWaitedFor() throws Exception {
        Trial trial = trial("openai/gpt-4o-mini", "mode: batch", WELL);
        SimulatorWire service = trial.newService();
        long began = service.time().nanos();
        down = () -> {
            Duration passed = Duration.ofNanos(service.time().nanos() - began);
            return passed.compareTo(Duration.ofMinutes(1)) > 0 && passed.compareTo(Duration.ofMinutes(8)) < 0;
        };

        RunResult result = trial.run(service, Faults.NONE);

        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, (long) ROWS));
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        "openai/gpt-4o-mini, status:404",
        "openai/gpt-4o-mini, status:400",
        "anthropic/claude-haiku-4-5, status:404"
    })
    void whenItRejectsEveryRowTheRunStopsWithoutAnOutcomeAndIsResumedOnceThatIsFixed(String model, String fault)
            throws Exception {
        Trial trial = trial(model, "mode: batch", rejecting(fault));
        SimulatorWire service = trial.newService();

        RunResult stopped = trial.run(service, Faults.NONE);

        assertThat(stopped.status()).as("%s", stopped.why()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.why().orElseThrow()).contains("rows in a row", "'llm'", fault.substring(7), "resume");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(Files.readString(site.resolve("work/out.jsonl"))).isEmpty();

        assertThat(trial.resume(service, Faults.NONE).orElseThrow().status())
                .as("nothing was fixed")
                .isEqualTo(RunEnd.Status.FAILED);

        assertCompletes(trial, SimulatorWire.open(Scenario.settings(WELL), service.time()));
    }

    @Test
    void rowsThatItRejectsBesideAnswersFail() throws Exception {
        Map<String, Object> half = Map.of("batch", Map.of("running", "10m", "row_faults", Map.of("status:404", 0.6)));
        Trial trial = trial("openai/gpt-4o-mini", "mode: batch", half);

        RunResult result = trial.run(trial.newService(), Faults.NONE);

        assertThat(result.status()).as("%s", result.why()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().outcomes().get(Outcome.FAILED)).isGreaterThan(20);
        assertThat(result.counts().outcomes().get(Outcome.COMPLETED)).isPositive();
        assertVerifies(trial, result.runId());
    }

    @Test
    void aMistakeInRealTimeStopsARunWithBatchesToo() throws Exception {
        Map<String, Object> rejecting =
                Map.of("batch", Map.of("running", "10m"), "faults", Map.of("openai_chat/status:404", 1));
        Trial trial = trial("openai/gpt-4o-mini", "mode: realtime", rejecting);
        SimulatorWire service = trial.newService();

        RunResult stopped = trial.run(service, Faults.NONE);

        assertThat(stopped.status()).as("%s", stopped.why()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.why().orElseThrow())
                .containsPattern("\\b2\\d rows in a row")
                .contains("404");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertCompletes(trial, SimulatorWire.open(Scenario.settings(WELL), service.time()));
    }

    private static Map<String, Object> rejecting(String fault) {
        return Map.of("batch", Map.of("running", "10m", "row_faults", Map.of(fault, 1)));
    }

    private void assertCompletes(Trial trial, SimulatorWire service) throws Exception {
        RunResult resumed = trial.resume(service, Faults.NONE).orElseThrow();

        assertThat(resumed.status()).as("%s", resumed.why()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(resumed.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, (long) ROWS));
        assertThat(Files.readAllLines(site.resolve("work/out.jsonl"))).hasSize(ROWS);
        assertVerifies(trial, resumed.runId());
    }

    private void assertVerifies(Trial trial, String run) throws Exception {
        try (var check = ChainCheck.open(trial.landscape(), site)) {
            assertThat(check.verify(run, VerifyInputs.itself()).findings()).isEmpty();
        }
    }

    /// A pipeline of two models: the first called as `mode` says, the second in batch mode.
    private Trial trial(String model, String mode, Map<String, Object> service) throws IOException {
        String pipeline = """
                run: {name: trouble, artifacts: work/artifacts}
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - plugin: llm
                    options:
                      model: %1$s
                      %2$s
                      max_tokens: 50
                      output_key: mood
                      user_prompt_template: "positive or negative? {{ text }}"
                  - plugin: llm
                    options:
                      model: %1$s
                      mode: batch
                      max_tokens: 50
                      output_key: topic
                      user_prompt_template: "one of: post, price. {{ text }}"
                sinks:
                  output: {plugin: jsonl, options: {path: work/out.jsonl}}
                """.formatted(model, mode);
        return new MessageTrial(site, ROWS, ENVIRONMENT, service)
                .of(
                        pipeline,
                        FaultVariation.none().out(Unreliable::new),
                        new Trial.Outer(new AcceleratedTime(), new Random(1)));
    }

    /// A wire that cannot connect while the service is down.
    private final class Unreliable implements Wire {
        private final Wire wire;

        Unreliable(Wire wire) {
            this.wire = wire;
        }

        @Override
        public WireReply exchange(WireRequest request) {
            return down.getAsBoolean() ? refused() : wire.exchange(request);
        }

        @Override
        public WireReply transfer(Transfer transfer) {
            return down.getAsBoolean() ? refused() : wire.transfer(transfer);
        }

        private static WireReply refused() {
            return new WireReply.NotSent(
                    WireReply.NotSentReason.CONNECT,
                    "nobody listens",
                    new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
        }
    }
}
