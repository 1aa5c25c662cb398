package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RunSettingsTest {
    private static final Path BASE = Path.of("/base");

    private static RunSettings read(Map<String, ?> keys) {
        var problems = new Problems();
        RunSettings settings = Section.check(ConfigNode.of(keys), RunSettings.OPTIONS, BASE, problems)
                .map(RunSettings::from)
                .orElseThrow();
        assertThat(problems.list()).isEmpty();
        return settings;
    }

    @Test
    void mapsEveryKey() {
        RunSettings settings = read(Map.ofEntries(
                Map.entry("name", "nightly"),
                Map.entry("order", "none"),
                Map.entry("window", 17),
                Map.entry("window_memory", "96MiB"),
                Map.entry("reorder_memory", "5MiB"),
                Map.entry("stop_grace", "7s"),
                Map.entry("deadline", "3h"),
                Map.entry("max_cost_usd", new BigDecimal("1.5")),
                Map.entry("service_down_timeout", "4m"),
                Map.entry("landscape_down_timeout", "90s"),
                Map.entry("max_same_error", 7),
                Map.entry("row_parallelism", 3),
                Map.entry("max_row_tokens", 500),
                Map.entry("artifacts", "kept")));

        assertThat(settings)
                .isEqualTo(new RunSettings(
                        Optional.of("nightly"),
                        RunSettings.Order.NONE,
                        17,
                        Optional.of(96L << 20),
                        5L << 20,
                        Duration.ofSeconds(7),
                        Optional.of(Duration.ofHours(3)),
                        Optional.of(Usd.of(new BigDecimal("1.5"))),
                        Duration.ofMinutes(4),
                        Duration.ofSeconds(90),
                        OptionalInt.of(7),
                        3,
                        OptionalInt.of(500),
                        Optional.of(BASE.resolve("kept"))));
        assertThat(settings.getClass().getRecordComponents())
                .hasSize(RunSettings.OPTIONS.list().size());
    }

    @Test
    void letsRowsFailForTheSameErrorWithOff() {
        assertThat(read(Map.of("max_same_error", "off")).maxSameError()).isEmpty();
        assertThat(read(Map.of()).maxSameError()).hasValue(20);
    }

    @Test
    void leavesTheMemoryOfTheWindowToTheHeap() {
        assertThat(read(Map.of()).windowMemory()).isEmpty();
    }
}
