package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs whose equal calls share answers, killed at a random record, resumed, perhaps killed again: every row has the
/// answer to its own request, and each request was paid for once, apart from attempts that are listed as unknown.
///
/// `-Drowan.shared.crashes=2000` for as many crashes, `-Drowan.shared.seed=S` to repeat a failure.
@Tag("slow")
class SharedCrashTest {
    private static final int CRASHES = Integer.getInteger("rowan.shared.crashes", 40);
    private static final Usd PRICE = new Usd(7);

    @TempDir
    private Path folder;

    /// A pipeline and its input; `batch` if calls go through batch services.
    private record Scenario(long seed, List<Integer> numbers, int queries, int window, boolean batch) {
        static Scenario of(long seed) {
            var random = new Random(seed);
            int distinct = 1 + random.nextInt(8);
            List<Integer> numbers = IntStream.range(0, 5 + random.nextInt(25))
                    .mapToObj(_ -> random.nextInt(distinct))
                    .toList();
            return new Scenario(seed, numbers, 1 + random.nextInt(2), 1 + random.nextInt(8), random.nextInt(4) == 0);
        }

        Consumer<TestPipeline> shape(ScriptedWire wire, ListSink output) {
            RowTransform ask = new CallingTransform(queries, PRICE, false).sharing();
            return pipeline -> pipeline.source(SharedAnswersTest.rows(numbers))
                    .transform(
                            "ask",
                            batch ? new BatchedAsking(ask) : ask,
                            batch ? Map.of("mode", "batch", "pool_size", 4) : Map.of("pool_size", 4),
                            batch ? PipelineRunParkingTest.CALLS : new Capability[] {Capability.CALLS_OUT})
                    .sink("output", output)
                    .with("window", window)
                    .wire(wire)
                    .batches(FakeBatches.Plan.answering((body, _) -> Optional.of(SharedAnswersTest.echo(body)))
                            .jobsOf(3));
        }

        List<String> expected() {
            return numbers.stream()
                    .map(n -> IntStream.rangeClosed(1, queries)
                            .mapToObj(q -> "re {\"n\":" + n + ",\"q\":" + q + "}")
                            .toList()
                            .toString())
                    .toList();
        }

        long distinct() {
            return numbers.stream().distinct().count() * queries;
        }
    }

    @Test
    void everyCrashLeavesOnePaidCallForEachRequest() throws Exception {
        Long given = Long.getLong("rowan.shared.seed");
        var seeds = new Random();
        int crashed = 0;
        for (int i = 0; crashed < (given == null ? CRASHES : 1); i++) {
            long seed = given == null ? seeds.nextLong() : given;
            crashed += crash(Scenario.of(seed), folder.resolve("run" + i));
            if (given != null) {
                return;
            }
        }
    }

    /// Returns the number of times that it was killed.
    private int crash(Scenario scenario, Path own) throws Exception {
        Files.createDirectory(own);
        var random = new Random(scenario.seed() + 1);
        var wire = new ScriptedWire((body, _) -> SharedAnswersTest.echo(body));
        var output = new ListSink();
        Optional<String> run = Optional.empty();
        int crashes = 0;
        boolean complete = false;
        while (!complete) {
            try (var pipeline = new TestPipeline(own)) {
                scenario.shape(wire, output).accept(pipeline);
                run.ifPresent(id -> pipeline.startMode(new RunStartMode.Resumed(id, false)));
                if (crashes < 3) {
                    int at = 1 + random.nextInt(6 * scenario.numbers().size());
                    var records = new AtomicInteger();
                    pipeline.landscape().breakAt(_ -> records.incrementAndGet() >= at);
                }
                complete = isComplete(pipeline);
                crashes += complete ? 0 : 1;
                run = Optional.of(pipeline.summary().runId());
            }
        }
        check(scenario, own, run.orElseThrow(), wire, output);
        return crashes;
    }

    private static boolean isComplete(TestPipeline pipeline) throws Exception {
        try {
            return pipeline.run().status() == RunEnd.Status.COMPLETED;
        } catch (RunDefect _) {
            return false;
        }
    }

    private static void check(Scenario scenario, Path own, String run, ScriptedWire wire, ListSink output) {
        assertThat(output.rows().stream().map(row -> String.valueOf(row.get("answers"))))
                .as("%s", scenario)
                .containsExactlyElementsOf(scenario.expected());
        try (var check = ChainCheck.open("sqlite:rowan.db", own)) {
            assertThat(check.verify(run, VerifyInputs.itself()).findings().stream()
                            .filter(finding ->
                                    !(scenario.batch() && finding.invariant().equals("I13"))))
                    .as("%s", scenario)
                    .isEmpty();
        }
        Map<String, Integer> answered = new HashMap<>();
        Map<String, Integer> unknown = new HashMap<>();
        try (var pipeline = new TestPipeline(own)) {
            for (long row = 1; row <= scenario.numbers().size(); row++) {
                for (RowHistory.Visit visit : pipeline.story(row).visits()) {
                    for (CallHistory call : visit.calls()) {
                        count(call, answered, unknown);
                    }
                }
            }
            assertThat(pipeline.summary().calls().attempts().get(CallState.ANSWERED))
                    .as("%s", scenario)
                    .isEqualTo(scenario.distinct());
        }
        assertThat(answered.values()).as("%s", scenario).allMatch(count -> count == 1);
        if (!scenario.batch()) {
            assertThat((long) wire.sent().size())
                    .as("%s", scenario)
                    .isLessThanOrEqualTo(scenario.distinct()
                            + unknown.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum());
        }
    }

    private static void count(CallHistory call, Map<String, Integer> answered, Map<String, Integer> unknown) {
        for (CallHistory.Attempt attempt : call.attempts()) {
            attempt.end().ifPresent(end -> {
                if (end.state() == CallState.ANSWERED) {
                    answered.merge(call.key().requestSha256(), 1, Integer::sum);
                } else if (end.state() == CallState.UNKNOWN) {
                    unknown.merge(call.key().requestSha256(), 1, Integer::sum);
                }
            });
        }
    }
}
