package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.simulator.batch.BatchSimulationSettings;
import dev.rowan.simulator.latency.LatencySettings;
import dev.rowan.simulator.limit.LimitSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The tables of settings in `docs/simulator.md` name every key and a default that the simulator accepts.
class DocumentedDefaultsTest {
    /// What the page writes where a key has no default.
    private static final Set<String> ABSENT = Set.of("any", "none", "all", "the provider's");

    private static final Pattern ROW = Pattern.compile("\\| (`[^|]+`) \\| ([^|]*?) \\|.*");
    private static final Pattern KEY = Pattern.compile("`([a-z_]+)`");

    @Test
    void settings() throws Exception {
        Map<String, String> documented = table("| key | default | |");

        assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(SimulatorSettings.OPTIONS.names());
        assertThat(TestBench.settings(values(documented, SimulatorSettings.OPTIONS)))
                .isEqualTo(SimulatorSettings.DEFAULT);
    }

    @Test
    void batchSettings() throws Exception {
        Map<String, String> documented = table("| key of `batch` | default | |");

        assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(BatchSimulationSettings.OPTIONS.names());
        assertThat(TestBench.settings(Map.of("batch", values(documented, BatchSimulationSettings.OPTIONS))))
                .isEqualTo(SimulatorSettings.DEFAULT);
    }

    @Test
    void latencySettings() throws Exception {
        Map<String, String> documented = table("| key of `latency` | default | |");

        assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(LatencySettings.OPTIONS.names());
        assertThat(TestBench.settings(Map.of("latency", values(documented, LatencySettings.OPTIONS))))
                .isEqualTo(TestBench.settings(Map.of("latency", Map.of())));
    }

    @Test
    void limitSettings() throws Exception {
        Map<String, String> documented = table("| key of `limits` | default | |");

        assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(LimitSettings.OPTIONS.names());
        assertThat(TestBench.settings(Map.of("limits", values(documented, LimitSettings.OPTIONS))))
                .isEqualTo(SimulatorSettings.DEFAULT);
    }

    /// Every default as the page writes it, so that a file with all of them can be given to the simulator.
    private static Map<String, Object> values(Map<String, String> documented, Options options) {
        var values = new LinkedHashMap<String, Object>();
        for (Option<?> option : options.list()) {
            String text = documented.getOrDefault(option.name(), "");
            assertThat(ABSENT.contains(text))
                    .as("'%s' stands for the default of %s, as no default", text, option.name())
                    .isEqualTo(option.fallbackAsWritten()
                            .filter(value -> !value.equals(List.of()))
                            .isEmpty());
            option.fallbackAsWritten().filter(value -> !value.equals(List.of())).ifPresent(value -> {
                assertThat(text).as("default of %s", option.name()).isEqualTo(value.toString());
                values.put(option.name(), value);
            });
        }
        return values;
    }

    /// The keys below a table's heading with their defaults; several in one line have one each, or share it.
    private static Map<String, String> table(String heading) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "simulator.md"));
        var defaults = new LinkedHashMap<String, String>();
        for (String line : lines.subList(lines.indexOf(heading) + 2, lines.size())) {
            var row = ROW.matcher(line);
            if (!row.matches()) {
                return defaults;
            }
            var names = new ArrayList<String>();
            KEY.matcher(row.group(1)).results().forEach(key -> names.add(key.group(1)));
            List<String> values = List.of(row.group(2).split(", ", -1));
            for (int i = 0; i < names.size(); i++) {
                defaults.put(names.get(i), values.size() == 1 ? values.getFirst() : values.get(i));
            }
        }
        return defaults;
    }
}
