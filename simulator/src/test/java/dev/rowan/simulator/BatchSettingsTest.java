package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.simulator.batch.BatchSimulationSettings;
import dev.rowan.simulator.batch.Quotas;
import dev.rowan.simulator.batch.ResultSettings;
import dev.rowan.simulator.batch.ServiceQuirks;
import dev.rowan.simulator.batch.Timing;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.FaultRule;
import dev.rowan.simulator.fault.PlannedFault;
import dev.rowan.simulator.fault.RetryAfter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BatchSettingsTest {

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.ofEntries(
                Map.entry("validating", "1s"),
                Map.entry("running", "2s"),
                Map.entry("finalizing", "3s"),
                Map.entry("cancelling", "4s"),
                Map.entry("window", "5s"),
                Map.entry("slow", 0.75),
                Map.entry("enqueued_tokens", 6),
                Map.entry("fail_fast", true),
                Map.entry("creates_per_hour", 7),
                Map.entry("max_jobs", 8),
                Map.entry("queued_requests", 9),
                Map.entry("min_requests", 1),
                Map.entry("max_requests", 10),
                Map.entry("max_bytes", "11B"),
                Map.entry("quota_held", "12s"),
                Map.entry("order", "reversed"),
                Map.entry("row_faults", Map.of("status:500", 0.5)),
                Map.entry("lines", Map.of("bad", 0.25)),
                Map.entry("low_credit", 0.125),
                Map.entry("list_lag", "13s"),
                Map.entry("get_lag", "14s"),
                Map.entry("file_lag", "15s"),
                Map.entry("kept", "16s"),
                Map.entry("azure", List.of("iso_times")),
                Map.entry("job_state", true),
                Map.entry("absent_ids", true),
                Map.entry("cache_hit_rate", 0.75),
                Map.entry("accepts_keys", false));

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(BatchSimulationSettings.OPTIONS.names());
        assertThat(TestBench.settings(Map.of("batch", all)).batch())
                .isEqualTo(new BatchSimulationSettings(
                        new Timing(seconds(1), seconds(2), seconds(3), seconds(4), Optional.of(seconds(5)), 0.75),
                        new Quotas(
                                Optional.of(6L),
                                true,
                                Optional.of(7L),
                                Optional.of(8L),
                                Optional.of(9L),
                                Optional.of(1L),
                                Optional.of(10L),
                                Optional.of(11L),
                                seconds(12)),
                        new ResultSettings(
                                ResultSettings.Order.REVERSED,
                                List.of(new FaultRule(
                                        Optional.empty(),
                                        new PlannedFault("status:500", new Fault.Fail(500, RetryAfter.NONE)),
                                        0.5)),
                                Map.of(ResultSettings.LineFault.BAD, 0.25),
                                0.125),
                        new ServiceQuirks(
                                seconds(13),
                                seconds(14),
                                seconds(15),
                                Optional.of(seconds(16)),
                                Set.of(ServiceQuirks.Azure.ISO_TIMES),
                                true,
                                true),
                        0.75,
                        false));
    }

    private static Duration seconds(long number) {
        return Duration.ofSeconds(number);
    }

    @Test
    void namesWhatDoesNotFit() {
        assertThatThrownBy(() -> TestBench.settings(Map.of("batch", Map.of("lines", Map.of("lost", 1)))))
                .hasMessageContaining("must be missing, duplicate, unknown or bad");
        assertThatThrownBy(() -> TestBench.settings(Map.of("batch", Map.of("azure", "iso_time"))))
                .hasMessageContaining("must be one of capitalised_status");
    }
}
