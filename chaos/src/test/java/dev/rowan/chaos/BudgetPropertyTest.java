package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.image.Folders;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.RunResult;
import dev.rowan.simulator.SimulatorWire;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/// A cap is never passed, neither by what the run counts nor by what the service bills: with prompt caches that are
/// written and read, tiers that are refused or served at another price, shared answers, and lost replies.
@Tag("slow")
class BudgetPropertyTest {
    private static final List<String> MODELS =
            List.of("openai/gpt-5.6-terra", "openai/gpt-4o-mini", "anthropic/claude-sonnet-5", "azure/gpt-5.6-luna");
    private static final String PREFIX =
            "You are a patient clerk who reads letters. ".repeat(120).strip();

    /// A pipeline, its cap, and how its service behaves, all by a seed.
    private record Case(String model, String options, String cap, List<String> lines, Map<String, Object> service) {
        static Case of(long seed) {
            var random = new Random(seed);
            String model = MODELS.get(random.nextInt(MODELS.size()));
            boolean tiers = !model.startsWith("anthropic");
            String tier = tiers ? List.of("standard", "flex", "priority").get(random.nextInt(3)) : "standard";
            String cache = List.of("auto", "off", "{ttl: 1h}").get(random.nextInt(tiers ? 2 : 3));
            int distinct = 1 + random.nextInt(30);
            return new Case(
                    model,
                    "tier: " + tier + ", cache: " + cache + ", dedupe: " + random.nextBoolean() + ", pool_size: "
                            + (1 + random.nextInt(8)) + ", max_tokens: " + (1 + random.nextInt(60)),
                    BigDecimal.valueOf(1 + random.nextInt(120_000), 6).toPlainString(),
                    IntStream.range(0, 10 + random.nextInt(30))
                            .mapToObj(_ -> "{\"text\":\"letter " + random.nextInt(distinct) + "\"}")
                            .toList(),
                    Map.of(
                            "seed",
                            random.nextInt(1_000),
                            "fault_attempts",
                            1,
                            "faults",
                            Map.of("status:503:none", 0.05, "lost_reply", random.nextInt(3) * 0.1),
                            "flex",
                            Map.of("refused", random.nextInt(3) * 0.3, "standard", random.nextInt(3) * 0.3)));
        }
    }

    /// What a run counted and what it was billed.
    private record Spent(BigDecimal cap, BigDecimal counted, BigDecimal billed, long sent) {
        boolean isWithin() {
            return counted.compareTo(cap) <= 0 && billed.compareTo(cap) <= 0;
        }
    }

    /// `more` are further options of the model.
    private static Spent spend(long seed, String more) throws Exception {
        Case tried = Case.of(seed);
        try (CrashTestFolder site = CrashTestFolder.open()) {
            Path folder = site.folder();
            PipelineFile read = Scenario.written(
                    folder,
                    tried.lines(),
                    """
                    run: {name: budget, max_cost_usd: %s, window: 16}
                    source: {plugin: jsonl, options: {path: rows.jsonl}}
                    transforms:
                      - plugin: llm
                        options: {model: %s, base_url: simulator, %s%s, output_key: mood, system_prompt: "%s",
                          retry: {max_attempts: 5, initial_delay: 1ms, max_delay: 2ms}, max_unknown_resends: 2,
                          user_prompt_template: "positive or negative? {{ text }}", on_error: discard}
                    sinks: {output: {plugin: jsonl, options: {path: work/out.jsonl}}}
                    """.formatted(tried.cap(), tried.model(), tried.options(), more, PREFIX),
                    Map.of());
            var trial = new Trial(
                    folder,
                    folder,
                    read.root(),
                    read.text(),
                    PluginCatalog.load(),
                    Map.of(),
                    Scenario.settings(tried.service()),
                    Scenario.settings(tried.service()),
                    OptionalLong.empty(),
                    FaultVariation.none(),
                    new Trial.Outer(new SystemTime(), new Random(seed)));
            SimulatorWire service = trial.newService();
            RunResult result = trial.run(service, Faults.NONE);
            long pico = service.journal().stream()
                    .flatMap(entry -> entry.charge().stream())
                    .mapToLong(charge -> charge.cost().picoUsd())
                    .sum();
            Folders.remove(trial.work());
            return new Spent(
                    new BigDecimal(tried.cap()),
                    result.counts().calls().spent().dollars(),
                    new Usd(pico).dollars(),
                    result.counts().calls().attempts());
        }
    }

    @Property(tries = 30)
    void theCapIsNeverPassed(@ForAll long seed) throws Exception {
        Spent spent = spend(seed, "");

        assertThat(spent.isWithin())
                .as("seed %d, %s: %s", seed, Case.of(seed), spent)
                .isTrue();
    }

    /// Reservations by a price that is far too low must be found, or the property above shows nothing.
    @Test
    void reservationsThatAreTooLowPassIt() throws Exception {
        boolean passed = false;
        for (long seed = 0; seed < 40 && !passed; seed++) {
            passed = !spend(seed, ", price: {input: 0.001, output: 0.001}").isWithin();
        }

        assertThat(passed).isTrue();
    }

    /// Some runs spend most of their cap, so that it is tested at all.
    @Test
    void runsComeCloseToTheirCap() throws Exception {
        boolean close = false;
        for (long seed = 0; seed < 40 && !close; seed++) {
            Spent spent = spend(seed, "");
            close = spent.counted().compareTo(spent.cap().multiply(new BigDecimal("0.5"))) > 0;
        }

        assertThat(close).isTrue();
    }
}
