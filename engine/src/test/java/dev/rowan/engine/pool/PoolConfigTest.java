package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolConfigTest {
    private final Problems problems = new Problems();

    @Test
    void readsEveryKey() {
        var config = read(Map.of(
                "pool_size", 12,
                "min_dispatch_delay_ms", 3,
                "max_dispatch_delay_ms", 700,
                "backoff_multiplier", 1.5,
                "recovery_step_ms", 20,
                "max_capacity_retry_seconds", 90,
                "throttle", "aimd",
                "requests_per_minute", 600,
                "tokens_per_minute", 90_000));

        assertThat(config)
                .contains(new PoolConfig(
                        12,
                        Duration.ofMillis(3),
                        Duration.ofMillis(700),
                        1.5,
                        Duration.ofMillis(20),
                        Duration.ofSeconds(90),
                        PoolConfig.Law.AIMD,
                        new DeclaredLimits(Optional.of(600L), Optional.of(90_000L))));
    }

    @Test
    void hasADefaultForEveryKey() {
        assertThat(read(Map.of()))
                .contains(new PoolConfig(
                        1,
                        Duration.ZERO,
                        Duration.ofSeconds(5),
                        2.0,
                        Duration.ofMillis(50),
                        Duration.ofHours(1),
                        PoolConfig.Law.AIMD,
                        DeclaredLimits.NONE));
    }

    @Test
    void searchesTheLimitWhenThereIsAPool() {
        assertThat(law(Map.of("pool_size", 2))).isEqualTo(PoolConfig.Law.ADAPTIVE);
        assertThat(law(Map.of("pool_size", 1))).isEqualTo(PoolConfig.Law.AIMD);
    }

    @Test
    void aKeyOfAimdSelectsIt() {
        assertThat(law(Map.of("pool_size", 2, "backoff_multiplier", 2.0))).isEqualTo(PoolConfig.Law.AIMD);
        assertThat(law(Map.of("pool_size", 2, "recovery_step_ms", 50))).isEqualTo(PoolConfig.Law.AIMD);
    }

    @Test
    void aNamedThrottleIsTaken() {
        assertThat(law(Map.of("pool_size", 2, "recovery_step_ms", 50, "throttle", "adaptive")))
                .isEqualTo(PoolConfig.Law.ADAPTIVE);
        assertThat(law(Map.of("pool_size", 2, "throttle", "aimd"))).isEqualTo(PoolConfig.Law.AIMD);
    }

    @Test
    void letsInMoreThanAreOnTheWireButNotManyMore() {
        assertThat(capacity(1)).isEqualTo(new LaneCapacity(1, 1));
        assertThat(capacity(2)).isEqualTo(new LaneCapacity(18, 22));
        assertThat(capacity(120)).isEqualTo(new LaneCapacity(150, 390));
        assertThat(capacity(256)).isEqualTo(new LaneCapacity(320, 832));
        assertThat(capacity(10_000)).isEqualTo(new LaneCapacity(10_064, 30_064));
    }

    @Test
    void claimsAreTheMaximumAdmitted() {
        assertThat(read(Map.of("pool_size", 256)).orElseThrow().claims()).isEqualTo(832);
    }

    private LaneCapacity capacity(int size) {
        return read(Map.of("pool_size", size)).orElseThrow().laneCapacity();
    }

    @Test
    void equalDelaysAreAFixedPace() {
        assertThat(read(Map.of("min_dispatch_delay_ms", 500, "max_dispatch_delay_ms", 500)))
                .isPresent();
    }

    @Test
    void refusesAShortestDelayOverTheLongest() {
        assertThat(refusal(Map.of("min_dispatch_delay_ms", 1_000, "max_dispatch_delay_ms", 100)))
                .containsExactly("must not be greater than max_dispatch_delay_ms (100), got 1000");
    }

    @Test
    void refusesAThrottleThatCouldNotSlowDown() {
        assertThat(refusal(Map.of("recovery_step_ms", 0)))
                .singleElement()
                .asString()
                .contains("greater than 0");
        assertThat(refusal(Map.of("recovery_step_ms", 0, "min_dispatch_delay_ms", 1)))
                .isEmpty();
        assertThat(refusal(Map.of("max_dispatch_delay_ms", 0)))
                .containsExactly(
                        "must be from 1 to 3600000 (with 0 no capacity error would slow anything down), got 0");
    }

    @Test
    void refusesValuesOutsideTheirRange() {
        assertThat(refusal(Map.of("pool_size", 0))).isNotEmpty();
        assertThat(refusal(Map.of("min_dispatch_delay_ms", -1))).isNotEmpty();
        assertThat(refusal(Map.of("backoff_multiplier", 1.0))).isNotEmpty();
        assertThat(refusal(Map.of("backoff_multiplier", "inf"))).isNotEmpty();
        assertThat(refusal(Map.of("max_capacity_retry_seconds", 0))).isNotEmpty();
        assertThat(refusal(Map.of("throttle", "none"))).isNotEmpty();
        assertThat(refusal(Map.of("requests_per_minute", 0))).isNotEmpty();
        assertThat(refusal(Map.of("tokens_per_minute", 0))).isNotEmpty();
    }

    @Test
    void refusesAMultiplierThatIsOneAsADouble() {
        assertThat(refusal(Map.of("backoff_multiplier", "1.00000000000000000000001")))
                .isNotEmpty();
    }

    @Test
    void refusesUnknownKeys() {
        assertThat(refusal(Map.of("pool_sise", 4))).singleElement().asString().contains("pool_sise");
    }

    private PoolConfig.Law law(Map<String, Object> settings) {
        return read(settings).orElseThrow().throttle();
    }

    private List<String> refusal(Map<String, Object> settings) {
        var found = new Problems();
        Section.check(ConfigNode.of(settings), PoolConfig.OPTIONS, Path.of(""), found)
                .ifPresent(PoolConfig::from);
        return found.list().stream().map(Problem::message).toList();
    }

    private Optional<PoolConfig> read(Map<String, Object> settings) {
        Optional<PoolConfig> config = Section.check(ConfigNode.of(settings), PoolConfig.OPTIONS, Path.of(""), problems)
                .map(PoolConfig::from);
        assertThat(problems.list()).isEmpty();
        return config;
    }
}
