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
        RunSettings settings = read(Map.of(
                "name", "nightly",
                "order", "none",
                "window", 17,
                "window_memory", "96MiB",
                "reorder_memory", "5MiB",
                "stop_grace", "7s",
                "deadline", "3h",
                "max_cost_usd", new BigDecimal("1.5"),
                "artifacts", "kept"));

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
                        Optional.of(BASE.resolve("kept"))));
        assertThat(settings.getClass().getRecordComponents())
                .hasSize(RunSettings.OPTIONS.list().size());
    }

    @Test
    void leavesTheMemoryOfTheWindowToTheHeap() {
        assertThat(read(Map.of()).windowMemory()).isEmpty();
    }
}
