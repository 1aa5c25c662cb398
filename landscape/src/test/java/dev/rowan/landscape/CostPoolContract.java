package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The budget that the writers of a run share, on any database.
abstract class CostPoolContract extends LandscapeFixture {
    private static final Usd CAP = new Usd(1_000);

    private LandscapeRecorder owner;
    private final List<SplitRecorder> joined = new ArrayList<>();

    @BeforeEach
    void start() throws InterruptedException {
        owner = landscape.start(Samples.run("a"));
    }

    @AfterEach
    void stop() {
        joined.forEach(SplitRecorder::close);
        owner.close();
    }

    private SplitRecorder join(int writer) throws InterruptedException {
        SplitRecorder recorder = landscape.join(new WriterId("a", 1, writer));
        joined.add(recorder);
        return recorder;
    }

    private void assertIntact() {
        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            VerifyReport report = check.verify("a", VerifyInputs.itself());
            assertThat(report.findings()).isEmpty();
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
        }
    }

    @Test
    void allowancesNeverExceedTheCapTogether() throws Exception {
        try (CostPool first = join(1).costPool(CAP);
                CostPool second = join(2).costPool(CAP)) {
            assertThat(first.change(first.read(), new Usd(700), Usd.ZERO)).isPresent();

            CostPool.State seen = second.read();
            assertThat(seen.left()).isEqualTo(new Usd(300));
            assertThat(second.change(seen, new Usd(301), Usd.ZERO)).isEmpty();
            assertThat(second.change(seen, new Usd(300), Usd.ZERO)).isPresent();
            assertThat(second.read().granted()).isEqualTo(CAP);

            assertThat(first.change(first.read(), new Usd(100), new Usd(100))).isPresent();
            assertThat(second.read().left()).isEqualTo(new Usd(600));
            assertThat(second.read().spentByOthers()).isEqualTo(new Usd(100));
        }
        assertIntact();
    }

    @Test
    void aChangeByAStateThatHasPassedIsNotMade() throws Exception {
        try (CostPool first = join(1).costPool(CAP);
                CostPool second = join(2).costPool(CAP)) {
            CostPool.State seen = second.read();
            first.change(first.read(), new Usd(10), Usd.ZERO);

            assertThat(second.change(seen, new Usd(10), Usd.ZERO)).isEmpty();
            assertThat(second.read().granted()).isEqualTo(new Usd(10));
        }
        assertIntact();
    }

    @Test
    void joiningReturnsWhatTheEpochBeforeNeitherSpentNorLeftUnknown() throws Exception {
        Usd cap = new Usd(10 * Calls.WORST.pico());
        Usd allowance = new Usd(5 * Calls.WORST.pico());
        SplitRecorder writer = join(1);
        try (CostPool pool = writer.costPool(cap)) {
            pool.change(pool.read(), allowance, Usd.ZERO);
        }
        writer.open(SplitWork.split(0));
        writer.awaitCommitted(writer.record(SplitWork.claimed(1, 1)));

        try (CostPool pool = join(1).costPool(cap)) {
            CostPool.State state = pool.read();
            assertThat(state.allowance()).isEqualTo(Calls.WORST);
            assertThat(state.granted()).isEqualTo(Calls.WORST);
        }
        assertIntact();
    }

    @Test
    void writersThatRaceForMoneyNeverExceedTheCap() throws Exception {
        int writers = 3;
        var tasks = new ArrayList<FutureTask<Long>>();
        try (var scope = CallScope.open("writers")) {
            for (int writer = 1; writer <= writers; writer++) {
                SplitRecorder recorder = join(writer);
                int seed = writer;
                tasks.add(scope.fork(() -> drawAll(recorder, seed)));
            }
            long granted = 0;
            for (FutureTask<Long> task : tasks) {
                granted += task.get();
            }
            assertThat(granted).isEqualTo(CAP.pico());
        }
        assertIntact();
    }

    /// Draws random amounts until nothing is left; returns how much it has.
    private static long drawAll(SplitRecorder recorder, int seed) throws InterruptedException {
        var random = new SplittableRandom(seed);
        try (CostPool pool = recorder.costPool(CAP)) {
            while (true) {
                CostPool.State seen = pool.read();
                assertThat(seen.granted()).isLessThanOrEqualTo(CAP);
                if (seen.left().equals(Usd.ZERO)) {
                    return seen.allowance().pico();
                }
                long ask = Math.min(seen.left().pico(), random.nextLong(1, 60));
                Optional<CostPool.State> changed =
                        pool.change(seen, new Usd(seen.allowance().pico() + ask), Usd.ZERO);
                changed.ifPresent(state -> assertThat(state.granted()).isLessThanOrEqualTo(CAP));
            }
        }
    }
}
