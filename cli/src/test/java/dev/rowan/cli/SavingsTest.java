package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Prompt caching by Anthropic's rules: a prefix of 3,000 tokens, rows of 200, answers of about 20. What the ledger
/// counts is what the simulator bills. `-Drowan.savings.rows=10000` is the full measurement.
@Tag("slow")
class SavingsTest {
    private static final int ROWS = Integer.getInteger("rowan.savings.rows", 400);

    private static final String PIPELINE = """
            run: {name: savings}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options:
                  model: anthropic/claude-sonnet-5
                  base_url: ADDRESS
                  price: {input: 3, cached_input: 0.3, output: 15}
                  system_prompt_file: system.txt
                  user_prompt_template: "{{ text }}"
                  output_key: answer
                  max_tokens: 100
                  pool_size: 32
                  OPTIONS
            sinks: {output: {plugin: jsonl, options: {path: OUT}}}
            """;

    @TempDir
    private Path folder;

    /// The cost of a run and the bill of the service.
    private record Paid(BigDecimal ledger, BigDecimal bill, long cached, List<String> output) {}

    @Test
    void aSharedPrefixIsWrittenOnceAndReadByAllOthers() throws Exception {
        Paid today = run("off", "cache: off", Map.of());
        Paid realtime = run("auto", "cache: auto", Map.of("latency", Map.of("typical", "20ms")));
        Paid batch = run(
                "batch",
                "mode: batch\n      batch: {poll_interval: 100ms}",
                Map.of("batch", Map.of("running", "1s", "cache_hit_rate", new BigDecimal("0.9"))));

        BigDecimal inRealtime = realtime.ledger().divide(today.ledger(), 4, RoundingMode.HALF_UP);
        BigDecimal inBatch = batch.ledger().divide(today.ledger(), 4, RoundingMode.HALF_UP);
        System.out.printf(
                Locale.ROOT,
                "rows %d: as today $%s, real time %s of it, batch %s of it%n",
                ROWS,
                today.ledger(),
                inRealtime,
                inBatch);
        assertThat(today.cached()).isZero();
        assertThat(inRealtime).isLessThanOrEqualTo(new BigDecimal("0.35"));
        assertThat(inBatch).isLessThanOrEqualTo(new BigDecimal("0.25"));
        assertThat(realtime.output()).isEqualTo(today.output()).hasSize(ROWS);
        assertThat(batch.output()).isEqualTo(today.output());
        assertThat(List.of(today, realtime, batch))
                .allSatisfy(paid -> assertThat(paid.ledger()).isEqualByComparingTo(paid.bill()));
    }

    private Paid run(String name, String options, Map<String, Object> simulated) throws Exception {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(simulated), SimulatorSettings.OPTIONS, folder, new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        try (Simulator simulator = Simulator.start(settings, new SystemTime())) {
            var program = new Program(folder).variable("ANTHROPIC_API_KEY", "a-key-of-this-test");
            program.write("system.txt", "You answer briefly. ".repeat(600));
            var rows = new StringBuilder();
            for (int i = 0; i < ROWS; i++) {
                rows.append("{\"text\":\"")
                        .append(String.format(
                                Locale.ROOT, "%05d Answer with one of: %s. %s", i, labels(), "x ".repeat(360)))
                        .append("\"}\n");
            }
            program.write("rows.jsonl", rows.toString());
            program.write(
                    "pipeline.yaml",
                    PIPELINE.replace("ADDRESS", simulator.address().toString())
                            .replace("OPTIONS", options)
                            .replace("OUT", name + ".jsonl"));
            Program.Ran ran = program.run("run", "pipeline.yaml", "--json");
            assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
            Map<?, ?> calls = program.run("status", "latest", "--json").json();
            @Nullable Object bill;
            try (var in =
                    simulator.address().resolve("/_simulator/bill").toURL().openStream()) {
                bill = RowJson.readValue(in.readAllBytes()) instanceof Map<?, ?> read ? read.get("usd") : null;
            }
            return new Paid(
                    new BigDecimal(String.valueOf(calls.get("cost_usd"))),
                    new BigDecimal(String.valueOf(bill)),
                    Long.parseLong(String.valueOf(calls.get("cached_tokens"))),
                    Files.readAllLines(folder.resolve(name + ".jsonl")));
        }
    }

    private static String labels() {
        return "a rather long answer of about twenty tokens which is always the same for this test";
    }
}
