package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.check.Bill;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.Finding;
import dev.rowan.chaos.check.Reference;
import dev.rowan.chaos.check.Rules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Shows that every zero of the crash test can be another number: a defect of each kind turns it red, and
/// the finding names what it broke.
@Timeout(120)
class PlantedDefectsTest {
    private static final int CRASHES = 400;

    /// A service that loses every second reply of the model once.
    private static final Map<String, Object> LOSING =
            Map.of("fault_attempts", 1, "faults", Map.of("openai_chat/lost_reply", 0.5));

    private static void finds(String invariant, Delivery delivery, Twist twist) throws Exception {
        try (Site site = Site.open()) {
            Trial trial = site.trial(new Scenario(12, 5, Order.INPUT, delivery), twist, LOSING);
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
        finds(invariant, delivery, Twist.none().around(landscape -> PlantedLandscape.around(landscape, flaw)));
    }

    @ParameterizedTest
    @CsvSource({"LATE, L", "UNCUT, D"})
    void aFlawOfTheSinksIsFound(PlantedSink.Flaw flaw, String invariant) throws Exception {
        finds(invariant, Delivery.PATIENT, Twist.none().within(pipeline -> PlantedSink.in(pipeline, flaw)));
    }

    /// A run that ended well, after which its record, its sinks or its bill are spoiled by hand.
    private static List<String> spoiled(Order order, Spoiling spoiling) throws Exception {
        try (Site site = Site.open()) {
            Trial trial = site.trial(new Scenario(12, 5, order, Delivery.PATIENT), Twist.none());
            var service = trial.newService();
            trial.run(service, Faults.NONE);
            Rules rules = Rules.of(trial.pipeline());
            Checker checker = trial.checker(Optional.of(Scenario.KEY));
            Reference reference = checker.reference();
            assertThat(checker.check(reference, Bill.of(service.journal()))).isEmpty();
            spoiling.spoil(trial.work());
            var strict = new Checker(
                    trial.landscape(),
                    trial.site(),
                    trial.work(),
                    new Rules(true, rules.nodes(), rules.sinks()),
                    Optional.of(Scenario.KEY));
            return strict.check(reference, Bill.of(service.journal())).stream()
                    .map(Finding::invariant)
                    .distinct()
                    .toList();
        }
    }

    private interface Spoiling {
        void spoil(Path work) throws Exception;
    }

    private static Spoiling sql(String... statements) {
        return work -> {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + work.resolve("rowan.db"));
                    Statement statement = connection.createStatement()) {
                for (String sql : Arrays.asList(statements)) {
                    assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
                }
            }
        };
    }

    @Test
    void anEventOfAStaleEpochIsFound() throws Exception {
        assertThat(spoiled(
                        Order.INPUT,
                        sql("UPDATE run_lease SET epoch = 2", "UPDATE node_state SET epoch = 2 WHERE row_seq = 1")))
                .contains("I10", "I11");
    }

    @Test
    void aRowWithoutAVerdictIsFound() throws Exception {
        assertThat(spoiled(
                        Order.INPUT,
                        sql("DELETE FROM node_state WHERE node = 1 AND row_seq IN"
                                + " (SELECT row_seq FROM outcome WHERE outcome = 'completed' LIMIT 1)")))
                .contains("I15", "I11");
    }

    @Test
    void aMissingOutcomeIsFound() throws Exception {
        assertThat(spoiled(Order.INPUT, sql("DELETE FROM outcome WHERE row_seq = 3")))
                .contains("L", "I11");
    }

    @Test
    void aMissingIntentIsFound() throws Exception {
        assertThat(spoiled(
                        Order.INPUT,
                        sql("DELETE FROM call_intent WHERE event_id = (SELECT max(event_id) FROM call_intent)")))
                .contains("I3");
    }

    @Test
    void rowsThatChangedPlacesAreFound() throws Exception {
        assertThat(spoiled(
                        Order.INPUT,
                        sql(
                                "UPDATE outcome SET row_seq = 1000 WHERE row_seq = 1",
                                "UPDATE outcome SET row_seq = 1 WHERE row_seq = 12",
                                "UPDATE outcome SET row_seq = 12 WHERE row_seq = 1000")))
                .contains("O", "L");
    }

    @Test
    void aKeyInASinkIsFound() throws Exception {
        assertThat(spoiled(
                        Order.INPUT,
                        work -> Files.writeString(
                                work.resolve("out.jsonl"), Scenario.KEY + "\n", StandardOpenOption.APPEND)))
                .contains("I16", "D");
    }
}
