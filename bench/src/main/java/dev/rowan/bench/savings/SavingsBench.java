package dev.rowan.bench.savings;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.providers.llm.LlmPlugin;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.simulator.SimulatorWire;
import dev.rowan.testkit.FakeContext;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/// `rowan bench savings [SCALE]`: what 12 workloads cost with `cache: auto`, as written, and at best. 32 calls are in
/// flight at a time, with a latency of 20 ms; nothing leaves the process.
public final class SavingsBench {
    private static final int IN_FLIGHT = 32;

    private SavingsBench() {}

    public static void run(String... args) throws Exception {
        double scale = args.length > 0 ? Double.parseDouble(args[0]) : 1;
        BigDecimal paid = BigDecimal.ZERO;
        BigDecimal best = BigDecimal.ZERO;
        BigDecimal worst = BigDecimal.ZERO;
        BigDecimal dearer = BigDecimal.ZERO;
        for (Workload workload : Workload.all(scale)) {
            Paid auto = cost(workload, "auto");
            Paid written = cost(workload, "off");
            if (!auto.answers().equals(written.answers())) {
                throw new IllegalStateException("answers differ with the cache: " + workload.model());
            }
            BigDecimal optimum = new Optimum(workload).cost(auto.output());
            BigDecimal ratio = auto.usd().divide(optimum, 4, RoundingMode.HALF_UP);
            BigDecimal toWritten = auto.usd().divide(written.usd(), 4, RoundingMode.HALF_UP);
            System.out.printf(
                    Locale.ROOT,
                    "%-28s prefix %5d row %5d rows %6d equal %2d%%: $%.6f, optimum x %s, as written x %s%n",
                    workload.model(),
                    workload.prefix(),
                    workload.row(),
                    workload.rows(),
                    workload.equal(),
                    auto.usd(),
                    ratio,
                    toWritten);
            paid = paid.add(auto.usd());
            best = best.add(optimum);
            worst = worst.max(ratio);
            dearer = dearer.max(toWritten);
        }
        System.out.printf(
                Locale.ROOT,
                "sum: optimum x %s (bar 1.05), worst x %s (bar 1.15), as written at most x %s (bar 1.02)%n",
                paid.divide(best, 4, RoundingMode.HALF_UP),
                worst,
                dearer);
    }

    /// What a run cost, the tokens of its answers, and the answers in order of the rows.
    private record Paid(BigDecimal usd, long output, List<TransformResult> answers) {}

    private static Paid cost(Workload workload, String cache) throws Exception {
        Time time = new SystemTime();
        var sender = new PaidCalls(SimulatorWire.open(settings(), time));
        var options = new LinkedHashMap<String, Object>();
        options.put("model", workload.model());
        options.put("base_url", "simulator");
        options.put("system_prompt", workload.system());
        options.put("user_prompt_template", "{{ text }}");
        options.put("output_key", "answer");
        options.put("max_tokens", 20);
        options.put("cache", cache);
        var plugin = new LlmPlugin();
        var problems = new Problems();
        Section section = Section.check(ConfigNode.of(options), plugin.options(), Path.of("."), problems)
                .orElseThrow(() -> new IllegalStateException(problems.list().toString()));
        var next = new AtomicInteger();
        var answers = new TransformResult[workload.rows()];
        try (var transform = (RowTransform) plugin.configure(section);
                CallScope pool = CallScope.open("savings")) {
            transform.prepare(new BenchSetup(time));
            var workers = new ArrayList<FutureTask<Void>>();
            for (int i = 0; i < IN_FLIGHT; i++) {
                workers.add(pool.fork(() -> {
                    for (int row = next.getAndIncrement(); row < answers.length; row = next.getAndIncrement()) {
                        answers[row] = transform.process(
                                Row.of("text", workload.text(row)), new FakeContext(time, sender, row + 1));
                    }
                    return null;
                }));
            }
            for (FutureTask<Void> worker : workers) {
                worker.get();
            }
        }
        return new Paid(sender.paid(), sender.output(), List.of(answers));
    }

    private static SimulatorSettings settings() {
        return Section.check(
                        ConfigNode.of(Map.of("latency", Map.of("typical", "20ms"))),
                        SimulatorSettings.OPTIONS,
                        Path.of("."),
                        new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
    }
}
