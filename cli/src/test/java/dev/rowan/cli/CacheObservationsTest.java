package dev.rowan.cli;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.BIG_DECIMAL;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What runs find out about prompt caches, and what later runs make of it.
@Tag("slow")
class CacheObservationsTest {
    private static final String CLAUDE = "anthropic/claude-sonnet-5";

    @TempDir
    private Path folder;

    @Test
    void theMeasuredShareOfHitsDecidesAfterFiftyAnswersOnRecord() throws Exception {
        try (Simulator simulator = simulator(Map.of("cache", Map.of("eviction", BigDecimal.ONE)))) {
            Map<?, ?> run = run(simulator, CLAUDE, "pool_size: 1", 80);
            // 50 calls wrote their prefix of 1,500 tokens, the others did not mark it
            assertThat((Long) run.get("cache_write_tokens")).isBetween(50 * 1_450L, 51 * 1_550L);
            assertThat(observations()).singleElement().satisfies(note -> {
                assertThat(String.valueOf(note.get("topic"))).startsWith("prompt_cache decision claude-sonnet-5 at ");
                assertThat((Map<?, ?>) note.get("facts"))
                        .extracting("marked", "answers")
                        .containsExactly(false, 50L);
            });
            assertThat(program().run("verify", "latest").code()).isZero();
        }
    }

    @Test
    void aBatchExpectsTheHitsOfEarlierOnes() throws Exception {
        Map<String, Object> settings =
                Map.of("batch", Map.of("running", "100ms", "cache_hit_rate", new BigDecimal("0.1")));
        try (Simulator simulator = simulator(settings)) {
            String options = "mode: batch\n      batch: {poll_interval: 50ms}";
            Map<?, ?> first = run(simulator, CLAUDE, options, 120);
            assertThat((Long) first.get("cache_write_tokens")).isPositive();
            assertThat(observations())
                    .hasSize(2)
                    .allSatisfy(note -> assertThat((Map<?, ?>) note.get("facts"))
                            .extracting("hits", as(BIG_DECIMAL))
                            .isLessThan(new BigDecimal("0.3")));
            assertThat(run(simulator, CLAUDE, options, 120).get("cache_write_tokens"))
                    .isEqualTo(0L);
        }
    }

    @Test
    void aRefusalOfTheKeysIsRemembered() throws Exception {
        try (Simulator simulator = simulator(Map.of("cache", Map.of("accepts_keys", false)))) {
            assertThat(rejected(run(simulator, "azure/gpt-6-luna", "pool_size: 1", 5)))
                    .isEqualTo(1);
            assertThat(observations()).hasSize(1);
            assertThat(rejected(run(simulator, "azure/gpt-6-luna", "pool_size: 1", 5)))
                    .isZero();
            assertThat(observations()).isEmpty();
        }
    }

    private static long rejected(Map<?, ?> run) {
        Map<?, ?> node = (Map<?, ?>) ((List<?>) Objects.requireNonNull(run.get("nodes"))).getFirst();
        return count(node, "attempts") - count(node, "answered");
    }

    private static long count(Map<?, ?> node, String name) {
        return (Long) Objects.requireNonNull(node.get(name));
    }

    private Simulator simulator(Map<String, Object> settings) throws Exception {
        return Simulator.start(
                Section.check(ConfigNode.of(settings), SimulatorSettings.OPTIONS, folder, new Problems())
                        .map(SimulatorSettings::read)
                        .orElseThrow(),
                new SystemTime());
    }

    private Program program() throws Exception {
        return new Program(folder)
                .variable("ANTHROPIC_API_KEY", "a-key-of-this-test")
                .variable("AZURE_OPENAI_API_KEY", "a-key-of-this-test");
    }

    private Map<?, ?> run(Simulator simulator, String model, String options, int rows) throws Exception {
        Program program = program();
        program.write("system.txt", "You answer briefly. ".repeat(300));
        var lines = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            lines.append("{\"text\":\"This is row ").append(i).append("\"}\n");
        }
        program.write("rows.jsonl", lines.toString());
        program.write("pipeline.yaml", """
                run: {name: observed}
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - plugin: llm
                    options:
                      model: MODEL
                      base_url: ADDRESS
                      price: {input: 3, output: 15}
                      system_prompt_file: system.txt
                      user_prompt_template: "{{ text }}"
                      output_key: answer
                      max_tokens: 50
                      OPTIONS
                sinks: {output: {plugin: jsonl, options: {path: out/observed.jsonl}}}
                """.replace("MODEL", model)
                .replace("ADDRESS", simulator.address().toString())
                .replace("OPTIONS", options));
        Program.Ran ran = program.run("run", "pipeline.yaml", "--json", "-q", "--overwrite");
        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
        return ran.json();
    }

    /// Of the latest run.
    private List<Map<String, @Nullable Object>> observations() {
        try (LandscapeReader reader = Landscapes.read("sqlite:rowan.db", folder)) {
            return reader.notes().list(reader.runs().resolve("latest"), "observation");
        }
    }
}
