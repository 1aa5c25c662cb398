package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.batch.BatchCampaign;
import dev.rowan.chaos.batch.BatchCourse;
import dev.rowan.chaos.batch.BatchProvider;
import dev.rowan.chaos.batch.BatchScenario;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Kills runs through batch services at every step, their recoveries, and the recoveries of those: nothing is lost,
/// no batch is created twice, nothing is counted twice. A sample with each provider; `-Drowan.chaos=full` runs a
/// thousand crashes over all providers and all behaviours of a service, as `./rowan bench batch_crashes` does.
@Timeout(3_600)
@Tag("slow")
class BatchCrashesTest {
    private static final long SEED = 7;
    private static final int AT_ONCE = 10;
    /// More calls than are recorded in one group, in one job.
    private static final int MANY = 320;
    /// At most one row in this many may have exhausted its retries.
    private static final int FEW = 200;

    @Test
    void noBatchIsMadeTwiceNoRowIsLostAndNoCostCountedTwiceWhereverARunIsKilled() throws Exception {
        boolean isFull = TestExtent.of(1, 2) == 2;
        int crashes = TestExtent.of(30, 1_000);
        try (CrashTestFolder site = CrashTestFolder.open()) {
            CrashReport all = new BatchCampaign(site.folder(), PluginCatalog.load(), SEED, AT_ONCE)
                    .run(isFull ? BatchCampaign.all() : BatchCampaign.sample(), crashes, BatchScenario.POINTS);
            System.out.printf(
                    "%d crashes, seed %d: %s, by depth %s, %d of %d rows used up their tries, found %s%n",
                    all.crashes(),
                    SEED,
                    new TreeMap<>(all.points()),
                    all.depths(),
                    all.excused(),
                    all.checked(),
                    all.invariants());

            assertThat(all.found()).isEmpty();
            assertThat(all.crashes()).isGreaterThanOrEqualTo(crashes);
            assertThat(all.excused() * FEW).isLessThanOrEqualTo(all.checked());
            if (isFull) {
                assertThat(all.depths()).containsOnlyKeys(1, 2, 3);
                assertThat(all.points().keySet())
                        .containsAll(BatchScenario.POINTS.stream()
                                .map(FaultPoint::name)
                                .toList())
                        .contains("TORN_COMMIT", "TORN_SINK", "TORN_FILE");
            }
        }
    }

    @Test
    void resumesAJobThatIsOnlyPartlyRecorded() throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            var scenario =
                    new BatchScenario(BatchProvider.ANTHROPIC, BatchCourse.TROUBLED, MANY, 2 * MANY, SEED, Order.INPUT);
            CrashReport report = new CrashTest(
                            site.trial(scenario, FaultVariation.none()),
                            site.plan(TestExtent.of(1, 10), 1, SEED).evenly(Set.of(FaultPoint.BATCH_HALF_INGESTED)))
                    .run();

            assertThat(report.found()).isEmpty();
            assertThat(report.points()).containsOnlyKeys(FaultPoint.BATCH_HALF_INGESTED.name());
        }
    }
}
