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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Explicit caches of Gemini: created where the caches that Gemini fills by itself miss, paid for within the budget,
/// and deleted at the end. What the ledger counts is what the simulator bills.
@Tag("slow")
class CachedContentTest {
    private static final int ROWS = 300;
    private static final int FEW = 8;

    private static final String PIPELINE = """
            run: {name: explicit, window: 16 CAP}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options:
                  model: gemini/gemini-2.5-flash
                  base_url: ADDRESS
                  price: {input: 0.3, cached_input: 0.03, output: 2.5, cache_storage: 1}
                  system_prompt_file: system.txt
                  user_prompt_template: "Answer with one word: positive or negative. {{ text }}"
                  output_key: answer
                  max_tokens: 100
                  pool_size: 8
                  OPTIONS
            sinks: {output: {plugin: jsonl, options: {path: OUT}}}
            """;

    @TempDir
    private Path folder;

    /// The result of a run: what was paid and billed, and how many caches were created and are left.
    private record Paid(BigDecimal ledger, BigDecimal bill, long creates, int left, List<String> output) {}

    @Test
    void aPrefixThatTheServiceForgetsIsKeptInACacheOfItsOwn() throws Exception {
        Map<String, Object> forgetful = Map.of("cache", Map.of("eviction", new BigDecimal("0.7")));
        Paid implicit = run("implicit", "cache: off", forgetful, "", ROWS);
        Paid explicit = run("explicit", "cache: auto", forgetful, "", ROWS);
        Paid reliable = run("reliable", "cache: auto", Map.of(), "", ROWS);

        assertThat(List.of(implicit, explicit, reliable)).allSatisfy(paid -> {
            assertThat(paid.ledger()).isEqualByComparingTo(paid.bill());
            assertThat(paid.output()).isEqualTo(implicit.output()).hasSize(ROWS);
            assertThat(paid.left()).isZero();
        });
        assertThat(implicit.creates()).isZero();
        assertThat(explicit.creates()).isOne();
        assertThat(reliable.creates()).isZero();
        assertThat(explicit.ledger()).isLessThan(implicit.ledger().multiply(new BigDecimal("0.6")));
    }

    @Test
    void withAnHourTheCacheIsCreatedAtOnceAndTheRunCanBeReplayed() throws Exception {
        Paid hour = run("hour", "cache: {ttl: 1h}", Map.of("cache", Map.of("on", false)), "", ROWS);

        assertThat(hour.creates()).isOne();
        assertThat(hour.ledger()).isEqualByComparingTo(hour.bill());
        var program = new Program(folder);
        assertThat(program.run("verify", "latest").code()).isZero();
        Program.Ran replayed = program.run("replay", "latest", "-q");
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
    }

    /// Too little money for a cache is no reason to stop.
    @Test
    void aCacheThatTheBudgetDoesNotCoverIsNotCreated() throws Exception {
        Map<String, Object> without = Map.of("cache", Map.of("on", false));
        BigDecimal cap = new BigDecimal("0.012"); // one of 12,000 bytes may cost 0.0156
        Paid free = run("free", "cache: off", without, "", FEW);
        Paid capped = run("capped", "cache: {ttl: 1h}", without, ", max_cost_usd: " + cap, FEW);

        assertThat(capped.creates()).isZero();
        assertThat(capped.output()).isEqualTo(free.output());
        assertThat(capped.ledger()).isLessThanOrEqualTo(cap).isEqualByComparingTo(capped.bill());
    }

    private Paid run(String name, String options, Map<String, Object> simulated, String cap, int count)
            throws Exception {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(simulated), SimulatorSettings.OPTIONS, folder, new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        try (Simulator simulator = Simulator.start(settings, new SystemTime())) {
            var program = new Program(folder).variable("GEMINI_API_KEY", "a-key-of-this-test");
            program.write("system.txt", "You answer briefly. ".repeat(600));
            var rows = new StringBuilder();
            for (int i = 0; i < count; i++) {
                rows.append(String.format(Locale.ROOT, "{\"text\":\"%05d is great\"}%n", i));
            }
            program.write("rows.jsonl", rows.toString());
            program.write(
                    "pipeline.yaml",
                    PIPELINE.replace("ADDRESS", simulator.address().toString())
                            .replace(" CAP", cap)
                            .replace("OPTIONS", options)
                            .replace("OUT", name + ".jsonl"));
            Program.Ran ran = program.run("run", "pipeline.yaml", "--json");
            assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
            Map<?, ?> status = program.run("status", "latest", "--json").json();
            Map<?, ?> bill = page(simulator, "bill");
            List<?> lines = (List<?>) Objects.requireNonNull(bill.get("lines"));
            long creates = lines.stream()
                    .map(line -> (Map<?, ?>) line)
                    .filter(line -> "gemini_cached_content".equals(line.get("endpoint")))
                    .mapToLong(line -> Long.parseLong(String.valueOf(line.get("calls"))))
                    .sum();
            return new Paid(
                    new BigDecimal(String.valueOf(status.get("cost_usd"))),
                    new BigDecimal(String.valueOf(bill.get("usd"))),
                    creates,
                    left(simulator),
                    Files.readAllLines(folder.resolve(name + ".jsonl")));
        }
    }

    private static int left(Simulator simulator) throws Exception {
        var connection =
                simulator.address().resolve("/v1beta/cachedContents").toURL().openConnection();
        connection.setRequestProperty("x-goog-api-key", "a-key-of-this-test");
        try (var in = connection.getInputStream()) {
            return RowJson.readValue(in.readAllBytes()) instanceof Map<?, ?> read
                            && read.get("cachedContents") instanceof List<?> all
                    ? all.size()
                    : -1;
        }
    }

    private static Map<?, ?> page(Simulator simulator, String name) throws Exception {
        try (var in = simulator.address().resolve("/_simulator/" + name).toURL().openStream()) {
            @Nullable Object read = RowJson.readValue(in.readAllBytes());
            return read instanceof Map<?, ?> map ? map : Map.of();
        }
    }
}
