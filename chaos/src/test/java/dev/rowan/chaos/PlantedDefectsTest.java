package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.batch.BatchCourse;
import dev.rowan.chaos.batch.BatchProvider;
import dev.rowan.chaos.batch.BatchScenario;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Checks that crash tests can fail: a defect of each kind leads to a violation that names the violated invariant.
/// Each invariant by itself is in [TwinsTest].
@EnabledIfSystemProperty(named = "rowan.chaos", matches = "full")
@Timeout(120)
class PlantedDefectsTest {
    private static final int CRASHES = 400;

    /// A service that loses the reply to every second model call, once.
    private static final Map<String, Object> LOSING =
            Map.of("fault_attempts", 1, "faults", Map.of("openai_chat/lost_reply", 0.5));

    private static void finds(String invariant, Delivery delivery, FaultVariation variation) throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            Trial trial = site.trial(new Scenario(12, 5, Order.INPUT, delivery), variation, LOSING);
            CrashReport report = new CrashTest(trial, site.plan(CRASHES, 2, 5).until(invariant)).run();
            System.out.printf("%s was found after %d crashes%n", invariant, report.crashes());
            assertThat(report.invariants()).containsKey(invariant);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HASTY_INTENTS, PATIENT, I9",
        "FORGETS_LOSSES, AT_LEAST_ONCE, I8",
        "FORGETS_LOSSES, AT_MOST_ONCE, P",
        "FORGETS_A_ROW, PATIENT, resume", // the engine itself misses the row at the end
        "FORGETS_ANSWERS, PATIENT, resume", // the landscape itself refuses to send after an answer
    })
    void aFlawOfTheLandscapeIsFound(PlantedLandscape.Flaw flaw, Delivery delivery, String invariant) throws Exception {
        finds(invariant, delivery, FaultVariation.none().around(landscape -> PlantedLandscape.around(landscape, flaw)));
    }

    private static final Map<String, Object> CALM = Map.of("batch", Map.of("running", "10m"));

    private static CrashReport batches(
            FaultVariation variation, Map<String, Object> service, FaultPoint at, String invariant) throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            var scenario = new BatchScenario(BatchProvider.OPENAI, BatchCourse.TROUBLED, 6, 4, 5, Order.INPUT);
            Trial trial = site.trial(scenario, variation, service);
            return new CrashTest(
                            trial, site.plan(CRASHES, 1, 5).evenly(Set.of(at)).until(invariant))
                    .run();
        }
    }

    /// Empty listings disable reconciliation: after a lost creation there is another.
    @Test
    void findsASecondBatchWhereTheFirstIsNotSearchedFor() throws Exception {
        Map<String, Object> blind = Map.of("batch", Map.of("running", "10m", "list_lag", "100h"));

        CrashReport report = batches(FaultVariation.none(), blind, FaultPoint.BATCH_CREATE_REPLIED, "B1");

        assertThat(report.invariants()).containsKey("B1");
    }

    /// The landscape itself refuses to count an end twice.
    @Test
    void anIngestThatForgetsWhatIsCountedIsFound() throws Exception {
        FaultVariation variation = FaultVariation.none()
                .around(landscape -> PlantedLandscape.around(landscape, PlantedLandscape.Flaw.FORGETS_ENDS));

        assertThat(batches(variation, CALM, FaultPoint.BATCH_INGESTED, "resume").invariants())
                .containsKey("resume");
    }

    /// The engine itself detects the missing row at the end.
    @Test
    void anItemThatAJobForgetsIsFound() {
        FaultVariation variation = FaultVariation.none()
                .around(landscape -> PlantedLandscape.around(landscape, PlantedLandscape.Flaw.DROPS_AN_ITEM));

        assertThatThrownBy(() -> batches(variation, CALM, FaultPoint.BATCH_CREATED, "L"))
                .hasMessageContaining("wait for batch services that know none of them");
    }

    @ParameterizedTest
    @CsvSource({"LATE, L", "UNCUT, D"})
    void aFlawOfTheSinksIsFound(PlantedSink.Flaw flaw, String invariant) throws Exception {
        finds(invariant, Delivery.PATIENT, FaultVariation.none().within(pipeline -> PlantedSink.in(pipeline, flaw)));
    }
}
