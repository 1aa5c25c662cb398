package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Headers;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.record.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// How long a row is tried again while the service has no capacity, through the whole engine by a clock of the test.
class CapacityBudgetTest extends EngineTest {
    private static final int BUDGET_SECONDS = 2;

    static Arguments[] holds() {
        return new Arguments[] {
            Arguments.of("its own back-off", Map.of("throttle", "aimd"), ""),
            Arguments.of("a Retry-After beyond the budget", Map.of("throttle", "aimd"), "15"),
            Arguments.of("the same in an adaptive pool", Map.of("pool_size", 4), "15"),
            Arguments.of("a declared rate", Map.of("throttle", "aimd", "requests_per_minute", 4), ""),
            Arguments.of(
                    "the pace that aimd fell to",
                    Map.of("max_dispatch_delay_ms", 20_000, "recovery_step_ms", 16_000),
                    "")
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("holds")
    void isKeptToWithinASecondWhateverHoldsTheRow(String what, Map<String, ?> pool, String retryAfter)
            throws Exception {
        Map<String, Object> options = new HashMap<>(pool);
        options.put("max_capacity_retry_seconds", BUDGET_SECONDS);
        Headers headers = retryAfter.isEmpty() ? Headers.none() : Headers.of("Retry-After", retryAfter);
        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("ask", new CallingTransform(), options, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(new ScriptedWire((_, _) -> ScriptedWire.reply(429, "{}", headers)))
                .at(new RowDrivenTime())
                .run();

        assertThat(result.counts().outcomes()).as(what).isEqualTo(only(Outcome.FAILED, 1));
        assertThat(tried()).as(what).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
        assertThat(pipeline.story(1).visits().getFirst().reason().orElseThrow())
                .containsEntry("reason", "retry_timeout")
                .containsEntry("max_seconds", (long) BUDGET_SECONDS)
                .containsEntry("last_status", 429L);
    }

    /// The time from the first attempt to the end of the visit.
    private Duration tried() {
        Instant first = pipeline.landscape()
                .entries(LogEntry.CallIntended.class)
                .getFirst()
                .at();
        Instant end = pipeline.landscape()
                .entries(LogEntry.StateClosed.class)
                .getFirst()
                .closed();
        return Duration.between(first, end);
    }
}
