package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.WriterId;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One budget over three writers, each with several calls at once, in a real landscape.
@Timeout(120)
class SharedBudgetTest {
    private static final Time TIME = new SystemTime();
    private static final int WRITERS = 3;
    private static final int AT_ONCE = 4;
    private static final Usd WORST = new Usd(1_000);
    private static final Usd CAP = new Usd(1_000 * WORST.pico());

    @TempDir
    private Path folder;

    @Test
    void theCapIsNeverPassedAndNearlyUsedUp() throws Exception {
        long seed = new SecureRandom().nextLong();
        var spent = new AtomicLong();
        var tasks = new ArrayList<FutureTask<Boolean>>();
        try (Landscape landscape = open();
                LandscapeRecorder _ = landscape.start(run());
                var scope = CallScope.open("calls")) {
            var budgets = new ArrayList<Budget>();
            var writers = new ArrayList<SplitRecorder>();
            for (int writer = 1; writer <= WRITERS; writer++) {
                SplitRecorder recorder = landscape.join(new WriterId("a", 1, writer));
                writers.add(recorder);
                var budget = new Budget(new Allowance(recorder.costPool(CAP), TIME));
                budgets.add(budget);
                for (int call = 0; call < AT_ONCE; call++) {
                    var random = new SplittableRandom(seed + 100L * writer + call);
                    tasks.add(scope.fork(() -> spend(budget, random, spent)));
                }
            }
            for (FutureTask<Boolean> task : tasks) {
                assertThat(task.get()).isTrue();
            }
            for (Budget budget : budgets) {
                budget.close();
            }
            try (CostPool pool = writers.getFirst().costPool(CAP)) {
                assertThat(pool.read().granted().pico())
                        .as("returned, seed " + seed)
                        .isEqualTo(spent.get());
            }
            writers.forEach(SplitRecorder::close);
        }
        assertThat(spent.get()).as("seed " + seed).isBetween((long) (0.97 * CAP.pico()), CAP.pico());
    }

    /// What it has spent is known to the other writers: theirs could fit otherwise, and would wait forever.
    @Test
    void aWriterThatHasSpentItsWholeAllowanceLeavesNothingToWaitFor() throws Exception {
        Usd cap = new Usd(10 * WORST.pico());
        try (Landscape landscape = open();
                LandscapeRecorder _ = landscape.start(run());
                SplitRecorder first = landscape.join(new WriterId("a", 1, 1));
                SplitRecorder second = landscape.join(new WriterId("a", 1, 2))) {
            Budget spent = budget(first, cap);
            spendAll(spent, 5);
            spent.close();
            Budget other = budget(second, cap);
            spendAll(other, 5);

            assertThat(other.reserve(WORST)).isEqualTo(Budget.Reservation.REFUSED);
            other.close();
        }
    }

    @Test
    void aCallThatCostMoreThanItsWorstCaseUsesUpTheBudget() throws Exception {
        Usd cap = new Usd(2 * WORST.pico());
        try (Landscape landscape = open();
                LandscapeRecorder _ = landscape.start(run());
                SplitRecorder writer = landscape.join(new WriterId("a", 1, 1))) {
            Budget budget = budget(writer, cap);
            assertThat(budget.reserve(WORST)).isEqualTo(Budget.Reservation.GRANTED);
            budget.settle(WORST, new Usd(3 * WORST.pico()));

            assertThat(budget.reserve(WORST)).isEqualTo(Budget.Reservation.REFUSED);
            budget.close();
        }
    }

    private static Budget budget(SplitRecorder writer, Usd cap) throws InterruptedException {
        return new Budget(new Allowance(writer.costPool(cap), TIME));
    }

    private static void spendAll(Budget budget, int calls) throws InterruptedException {
        for (int call = 0; call < calls; call++) {
            assertThat(budget.reserve(WORST)).isEqualTo(Budget.Reservation.GRANTED);
            budget.settle(WORST, WORST);
        }
    }

    private Landscape open() {
        String url = "sqlite:" + folder.resolve("landscape.db");
        return Landscapes.open(url, folder, TIME, new SecureRandom());
    }

    /// Makes calls until none fits; each costs its worst case or less.
    private static boolean spend(Budget budget, SplittableRandom random, AtomicLong spent) throws InterruptedException {
        while (budget.reserve(WORST) == Budget.Reservation.GRANTED) {
            Usd cost = new Usd(random.nextBoolean() ? WORST.pico() : random.nextLong(WORST.pico()));
            assertThat(spent.addAndGet(cost.pico())).isLessThanOrEqualTo(CAP.pico());
            budget.settle(WORST, cost);
        }
        return true;
    }

    private static RunStart run() {
        return new RunStart(
                "a",
                "shared",
                "1",
                "source: {}",
                Map.of(),
                List.of("run"),
                "ada",
                Optional.empty(),
                "rows",
                List.of(),
                List.of());
    }
}
