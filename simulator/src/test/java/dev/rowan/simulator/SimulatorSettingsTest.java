package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigException;
import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.batch.BatchSimulationSettings;
import dev.rowan.simulator.cache.CacheSettings;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.FaultRule;
import dev.rowan.simulator.fault.FaultSettings;
import dev.rowan.simulator.fault.PlannedFault;
import dev.rowan.simulator.latency.Latency;
import dev.rowan.simulator.latency.LatencySettings;
import dev.rowan.simulator.limit.LimitSettings;
import dev.rowan.simulator.service.Models;
import dev.rowan.simulator.tier.TierSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulatorSettingsTest {
    private static final Map<String, Object> LIMITS = Map.of(
            "requests",
            20,
            "tokens",
            4_000,
            "per",
            "10s",
            "shape",
            "window",
            "burst",
            5,
            "headers",
            false,
            "retry_after",
            false);

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.ofEntries(
                Map.entry("port", 4_711),
                Map.entry("max_body", "1MiB"),
                Map.entry("journal_size", 9),
                Map.entry("full_journal", true),
                Map.entry("seed", -3),
                Map.entry("keys", List.of("a", "b")),
                Map.entry("dead_keys", "c"),
                Map.entry("unpaid_keys", "d"),
                Map.entry("models", List.of("m")),
                Map.entry("latency", Map.of("typical", "2s")),
                Map.entry("limits", LIMITS),
                Map.entry("faults", Map.of("openai_chat/ending:length", 0.25)),
                Map.entry("fault_attempts", 2),
                Map.entry("cache", Map.of("on", false, "eviction", 0.5, "accepts_keys", false)),
                Map.entry("flex", Map.of("refused", 0.25, "standard", 0.125, "project", "priority")),
                Map.entry("batch", Map.of()));

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(SimulatorSettings.OPTIONS.names());
        assertThat(LIMITS.keySet()).containsExactlyInAnyOrderElementsOf(LimitSettings.OPTIONS.names());
        assertThat(TestBench.settings(all))
                .isEqualTo(new SimulatorSettings(
                        new SimulatorSettings.Place(4_711, 1 << 20, 9, true),
                        -3,
                        new KeySettings(Optional.of(Set.of("a", "b")), Set.of("c"), Set.of("d")),
                        new Models(Optional.of(Set.of("m"))),
                        new SimulatorSettings.Conduct(
                                new Latency.Fixed(Duration.ofSeconds(2)),
                                new LimitSettings(
                                        Optional.of(20L),
                                        Optional.of(4_000L),
                                        Duration.ofSeconds(10),
                                        LimitSettings.Shape.WINDOW,
                                        Optional.of(5L),
                                        false,
                                        false),
                                new FaultSettings(
                                        List.of(new FaultRule(
                                                Optional.of("openai_chat"),
                                                new PlannedFault("ending:length", new Fault.Ends(AnswerEnding.LENGTH)),
                                                0.25)),
                                        Optional.of(2L)),
                                new CacheSettings(false, 0.5, false),
                                new TierSettings(0.25, 0.125, TierSettings.ProjectTier.PRIORITY)),
                        BatchSimulationSettings.DEFAULT));
    }

    @Test
    void nothingGivenIsTheDefault() {
        assertThat(TestBench.settings(Map.of())).isEqualTo(SimulatorSettings.DEFAULT);
        assertThat(TestBench.settings(Map.of("limits", Map.of(), "faults", Map.of())))
                .isEqualTo(SimulatorSettings.DEFAULT);
    }

    @Test
    void readsEveryShapeOfLatency() {
        Map<String, Object> all =
                Map.of("shape", "lognormal", "typical", "1s", "high", "9s", "sigma", 0.75, "alpha", 2.5);

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(LatencySettings.OPTIONS.names());
        assertThat(latency("lognormal"))
                .isEqualTo(new Latency.Lognormal(Duration.ofSeconds(1), 0.75, Duration.ofSeconds(9)));
        assertThat(latency("heavy_tail"))
                .isEqualTo(new Latency.HeavyTail(Duration.ofSeconds(1), 2.5, Duration.ofSeconds(9)));
        assertThat(latency("uniform")).isEqualTo(new Latency.Uniform(Duration.ofSeconds(1), Duration.ofSeconds(9)));
        assertThat(latency("fixed")).isEqualTo(new Latency.Fixed(Duration.ofSeconds(1)));
    }

    private static Latency latency(String shape) {
        return TestBench.settings(Map.of(
                        "latency", Map.of("shape", shape, "typical", "1s", "high", "9s", "sigma", 0.75, "alpha", 2.5)))
                .conduct()
                .latency();
    }

    @Test
    void drawsTimesFromTheDistributionNamed() {
        assertThat(quantile("uniform", 0.5)).isBetween(4.9, 5.1);
        assertThat(quantile("lognormal", 0.5)).isBetween(0.97, 1.03);
        assertThat(quantile("heavy_tail", 0.0)).isBetween(1.0, 1.01);
        assertThat(quantile("heavy_tail", 0.5)).isBetween(1.30, 1.34);
        assertThat(quantile("heavy_tail", 1.0)).isEqualTo(9.0);
    }

    /// The quantile `q` of 100,000 draws, in seconds.
    private static double quantile(String shape, double q) {
        Latency latency = latency(shape);
        var random = new SplittableRandom(5);
        double[] draws = new double[100_000];
        for (int i = 0; i < draws.length; i++) {
            draws[i] = latency.draw(random).toNanos() / 1e9;
        }
        Arrays.sort(draws);
        return draws[(int) (q * (draws.length - 1))];
    }

    @Test
    void namesWhatDoesNotFit() {
        assertThatThrownBy(() -> TestBench.settings(
                        Map.of("latency", Map.of("shape", "uniform", "typical", "9s", "high", "1s"))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must be at least 'typical'");
        assertThatThrownBy(() -> TestBench.settings(Map.of("max_body", "2GiB")))
                .hasMessageContaining("must be at most 1GiB");
    }
}
