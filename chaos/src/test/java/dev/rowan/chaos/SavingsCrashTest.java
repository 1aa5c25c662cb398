package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.batch.BatchScenario;
import dev.rowan.engine.run.RunResult;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.bill.JournalEntry;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs with prompt caches, a flex tier and shared answers, killed and resumed: no answer goes to a request that did
/// not ask for it, and the ledger costs what the simulator bills, to the last digit.
///
/// `-Drowan.savings.crashes=2000` for as many crash images, `-Drowan.savings.seed=S` for others.
@Timeout(3_600)
@Tag("slow")
class SavingsCrashTest {
    private static final int CRASHES = Integer.getInteger("rowan.savings.crashes", 32);
    private static final long SEED = Long.getLong("rowan.savings.seed", 23);
    private static final int ROWS = 14;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyCrashLeavesALedgerThatEqualsTheBill(boolean batch) throws Exception {
        int crashes = batch ? CRASHES / 4 : CRASHES - CRASHES / 4;
        try (CrashTestFolder site = CrashTestFolder.open()) {
            Trial trial = site.trial(new SavingsScenario(ROWS, SEED, batch), FaultVariation.none());
            CrashTest.Plan plan = site.plan(crashes, 3, SEED);
            CrashReport report = new CrashTest(trial, batch ? plan.evenly(BatchScenario.POINTS) : plan).run();
            System.out.printf(
                    "%d crashes, batch %s, seed %d: %s, by depth %s%n",
                    report.crashes(), batch, SEED, report.points(), report.depths());

            assertThat(report.found()).isEmpty();
            assertThat(report.crashes()).isGreaterThanOrEqualTo(crashes);
        }
    }

    /// Otherwise the test above would show nothing.
    @Test
    void theRunReadsCachesFallsBackToAnotherTierAndSharesAnswers() throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            Trial trial = site.trial(new SavingsScenario(ROWS, SEED, false), FaultVariation.none());
            var service = trial.newService();
            RunResult result = trial.run(service, Faults.NONE);

            List<Charge> charges = service.journal().stream()
                    .map(JournalEntry::charge)
                    .flatMap(charge -> charge.stream())
                    .toList();
            assertThat(charges).anyMatch(charge -> charge.usage().cache().read() > 0);
            assertThat(charges).anyMatch(charge -> charge.usage().cache().halfHour() > 0);
            assertThat(charges).anyMatch(charge -> charge.usage().cache().fiveMinutes() > 0);
            assertThat(charges).anyMatch(charge -> charge.usage().cache().hour() > 0);
            assertThat(charges).extracting(Charge::tier).contains(SimulatedTier.FLEX, SimulatedTier.STANDARD);
            assertThat(result.counts().calls().shared()).isPositive();
        }
    }
}
