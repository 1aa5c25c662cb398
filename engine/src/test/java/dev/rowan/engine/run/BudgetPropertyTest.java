package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.call.Budget;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/// Spend never passes the cap, whatever calls cost and in whatever order they end, with 256 of them in
/// flight; and most of it is used before the run stops.
class BudgetPropertyTest {
    private static final int ROWS = 1_500;

    @Property(tries = 12)
    @Tag("slow")
    void spendStaysUnderTheCapAndUsesMostOfIt(
            @ForAll @LongRange(min = 1_000, max = 5_000_000) long worst,
            @ForAll @IntRange(min = 20, max = 100) int percentUsed,
            @ForAll @IntRange(min = 12, max = 200) int callsUnderTheCap,
            @ForAll long seed)
            throws Exception {
        long cap = worst * callsUnderTheCap;
        var billed = new AtomicLong();
        var random = new Random(seed);
        var wire = new ScriptedWire((_, _) -> {
            long cost = priced(worst, percentUsed, random);
            billed.addAndGet(cost);
            return ScriptedWire.reply(200, "yes", Headers.of("cost", Long.toString(cost)));
        });
        Path folder = Files.createTempDirectory("rowan-budget");
        try (var pipeline = new TestPipeline(folder)
                .with("max_cost_usd", BigDecimal.valueOf(cap, 12))
                .source(ListSource.counting(ROWS))
                .transform(
                        "ask",
                        new CallingTransform(1, new Usd(worst), false),
                        Map.of("pool_size", 256),
                        Capability.CALLS_OUT)
                .sink("output", new ListSink())
                .wire(wire)) {
            RunResult result = pipeline.run();

            long spent = result.counts().calls().spent().pico();
            long recorded = pipeline.landscape().entries(LogEntry.CallEnded.class).stream()
                    .mapToLong(end -> end.cost().pico())
                    .sum();
            assertThat(billed.get()).isLessThanOrEqualTo(cap);
            assertThat(spent).isEqualTo(billed.get()).isEqualTo(recorded);
            if (result.status() == RunEnd.Status.LIMITED) {
                assertThat(result.why().orElseThrow()).contains("cost cap");
                assertThat(spent).isGreaterThanOrEqualTo((long) (0.9 * cap));
            } else {
                assertThat(result.counts().rowsEnded()).isEqualTo(ROWS);
            }
        } finally {
            delete(folder);
        }
    }

    /// The same where a part of the calls are equal and share an answer, which takes no budget.
    @Property(tries = 6)
    @Tag("slow")
    void spendStaysUnderTheCapWhereCallsShareAnswers(
            @ForAll @LongRange(min = 1_000, max = 5_000_000) long worst,
            @ForAll @IntRange(min = 20, max = 100) int percentUsed,
            @ForAll @IntRange(min = 12, max = 200) int callsUnderTheCap,
            @ForAll @IntRange(min = 1, max = 600) int distinct,
            @ForAll long seed)
            throws Exception {
        long cap = worst * callsUnderTheCap;
        var billed = new AtomicLong();
        var random = new Random(seed);
        var wire = new ScriptedWire((_, _) -> {
            long cost = priced(worst, percentUsed, random);
            billed.addAndGet(cost);
            return ScriptedWire.reply(200, "yes", Headers.of("cost", Long.toString(cost)));
        });
        Path folder = Files.createTempDirectory("rowan-budget");
        try (var pipeline = new TestPipeline(folder)
                .with("max_cost_usd", BigDecimal.valueOf(cap, 12))
                .source(SharedAnswersTest.rows(
                        random.ints(ROWS, 0, distinct).boxed().toList()))
                .transform(
                        "ask",
                        new CallingTransform(1, new Usd(worst), false).sharing(),
                        Map.of("pool_size", 256),
                        Capability.CALLS_OUT)
                .sink("output", new ListSink())
                .wire(wire)) {
            RunResult result = pipeline.run();

            assertThat(billed.get()).isLessThanOrEqualTo(cap);
            assertThat(result.counts().calls().spent().pico()).isEqualTo(billed.get());
            assertThat(wire.sent()).doesNotHaveDuplicates();
            if (result.status() != RunEnd.Status.LIMITED) {
                assertThat(result.counts().rowsEnded()).isEqualTo(ROWS);
            }
        } finally {
            delete(folder);
        }
    }

    /// The same where calls go through jobs that a process before has left: what is spent and set aside adds
    /// up to the last pico, and nothing stays set aside.
    @Property(tries = 40)
    void sumsStayExactOverJobsOfBefore(
            @ForAll @LongRange(min = 0, max = 1_000_000) long spent,
            @ForAll @IntRange(min = 0, max = 200) int jobItems,
            @ForAll long seed)
            throws Exception {
        var random = new Random(seed);
        long[] worst = random.longs(jobItems, 1, 10_000).toArray();
        long reserved = LongStream.of(worst).sum();
        long cap = spent + reserved + random.nextLong(1_000_000);
        var budget = new Budget(Optional.of(new Usd(cap)), new Usd(spent), new Usd(reserved));
        var open = new ArrayList<Long>();
        LongStream.of(worst).forEach(open::add);
        long expected = spent;
        for (int step = 0; step < 1_000; step++) {
            long next = 1 + random.nextLong(10_000);
            if (random.nextBoolean()
                    && budget.tryReserve(new Usd(next))
                            .filter(Budget.Reservation.GRANTED::equals)
                            .isPresent()) {
                open.add(next);
            } else if (!open.isEmpty()) {
                long settled = open.remove(random.nextInt(open.size()));
                long cost = random.nextLong(settled + 1);
                expected += cost;
                budget.settle(new Usd(settled), new Usd(cost));
            }
            long aside = open.stream().mapToLong(Long::longValue).sum();
            assertThat(budget.spent().pico()).isEqualTo(expected);
            assertThat(budget.reserved().pico()).isEqualTo(aside);
            assertThat(expected + aside).isLessThanOrEqualTo(cap);
        }
    }

    /// Shows that the property can fail: when next to nothing is set aside before a call, those on their way
    /// pass the cap together.
    @Example
    void spendPassesTheCapWhenNothingIsSetAside() throws Exception {
        long cost = 1_000_000;
        long cap = 10 * cost;
        int together = 64;
        var billed = new AtomicLong();
        var onTheirWay = new CountDownLatch(together);
        var wire = new ScriptedWire((_, _) -> {
            billed.addAndGet(cost);
            onTheirWay.countDown();
            awaitAll(onTheirWay);
            return ScriptedWire.reply(200, "yes", Headers.of("cost", Long.toString(cost)));
        });
        Path folder = Files.createTempDirectory("rowan-budget");
        try (var pipeline = new TestPipeline(folder)
                .with("max_cost_usd", BigDecimal.valueOf(cap, 12))
                .source(ListSource.counting(ROWS))
                .transform(
                        "ask",
                        new CallingTransform(1, new Usd(1), false),
                        Map.of("pool_size", 256, "throttle", "aimd"),
                        Capability.CALLS_OUT)
                .sink("output", new ListSink())
                .wire(wire)) {
            pipeline.run();

            assertThat(billed.get()).isGreaterThanOrEqualTo(together * cost).isGreaterThan(cap);
        } finally {
            delete(folder);
        }
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized long priced(long worst, int percentUsed, Random random) {
        return Math.max(1, (long) (worst * percentUsed / 100.0 * random.nextDouble()));
    }

    private static void delete(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
