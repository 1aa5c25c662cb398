package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.Forge.Tallies;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// I13 and the other invariants for batch calls: for each a run that violates only it.
class BatchInvariantTest {
    private static final String URL = "sqlite:rowan.db";

    @TempDir
    Path folder;

    private VerifyInputs against = VerifyInputs.itself().unknownResends(1).mostOpen(0);

    /// The process that had the first job dies with both in the record, and another one finishes.
    @BeforeEach
    void record() throws InterruptedException {
        try (Landscape landscape = Landscapes.open(URL, folder, new FakeTime(), new SecureRandom())) {
            try (LandscapeRecorder recorder = landscape.start(SoundRun.run("1"))) {
                SoundBatchRun.begin(recorder);
            }
            try (LandscapeRecorder recorder =
                    landscape.resume(SoundRun.ID, Samples.RESUME).recorder()) {
                SoundBatchRun.finish(recorder);
            }
        }
    }

    private List<Finding> findings() {
        try (ChainCheck check = ChainCheck.open(URL, folder)) {
            VerifyReport report = check.verify(SoundRun.ID, against);
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            return report.findings();
        }
    }

    private Set<String> brokenBy(UnaryOperator<List<StoredEvent>> change) throws SQLException {
        Forge.rebuild(folder, SoundRun.ID, Tallies.COUNTED, change);
        var rules = new TreeSet<String>();
        findings().forEach(finding -> rules.add(finding.invariant()));
        return rules;
    }

    private static UnaryOperator<List<StoredEvent>> dropping(Predicate<StoredEvent> which) {
        return events -> {
            assertThat(events.stream().filter(which)).hasSize(1);
            return events.stream().filter(which.negate()).toList();
        };
    }

    private static UnaryOperator<List<StoredEvent>> changing(
            Predicate<StoredEvent> which, UnaryOperator<StoredEvent> how) {
        return events -> {
            assertThat(events.stream().filter(which)).hasSize(1);
            return events.stream()
                    .map(event -> which.test(event) ? how.apply(event) : event)
                    .toList();
        };
    }

    private static UnaryOperator<List<StoredEvent>> moving(Predicate<StoredEvent> which, Predicate<StoredEvent> after) {
        return events -> {
            var changed = new ArrayList<>(events);
            StoredEvent moved = events.stream().filter(which).findFirst().orElseThrow();
            changed.remove(moved);
            int at = changed.indexOf(events.stream().filter(after).findFirst().orElseThrow());
            changed.add(at + 1, moved);
            return changed;
        };
    }

    private static Predicate<StoredEvent> step(long job, String step) {
        return event -> event.table() == EventTable.BATCH_JOB
                && event.number(0) == job
                && event.text("step").equals(Optional.of(step));
    }

    private static Predicate<StoredEvent> attempt(EventTable table, long row, long attempt) {
        return event -> event.table() == table && event.number(0) == row && event.number(5) == attempt;
    }

    private static Predicate<StoredEvent> parked(long row) {
        return event -> event.table() == EventTable.CALL_PARKED && event.number(0) == row;
    }

    private static UnaryOperator<StoredEvent> facts(String before, String after) {
        return event -> {
            String facts = event.text("facts").orElseThrow();
            assertThat(facts).contains(before);
            return Forge.with(event, "facts", facts.replace(before, after));
        };
    }

    private static UnaryOperator<StoredEvent> fact(String name, long value) {
        return event -> Forge.with(event, name, value);
    }

    @Test
    void acceptsASoundRunWithJobsOpenWhenItsOwnerDied() throws SQLException {
        assertThat(findings()).isEmpty();
        assertThat(brokenBy(events -> events)).isEmpty();
    }

    @Test
    void i13AMissingItem() throws SQLException {
        assertThat(brokenBy(dropping(attempt(EventTable.CALL_INTENT, 2, 1)))).contains("I13");
        assertThat(findings()).anyMatch(found -> found.message().contains("job 1 has item 2 where item 1 belongs"));
    }

    @Test
    void i13AMissingLastItem() throws SQLException {
        assertThat(brokenBy(dropping(attempt(EventTable.CALL_INTENT, 4, 1)))).contains("I13");
        assertThat(findings())
                .anyMatch(found -> found.message().contains("planned with 2 items, and 1 are recorded with it"));
    }

    @Test
    void i13ADuplicateItem() throws SQLException {
        assertThat(brokenBy(changing(attempt(EventTable.CALL_INTENT, 2, 1), fact("item", 0))))
                .containsExactly("I13");
    }

    @Test
    void i13AnItemAfterThePlan() throws SQLException {
        assertThat(brokenBy(moving(attempt(EventTable.CALL_INTENT, 3, 1), step(1, "uploaded"))))
                .containsExactly("I13");
    }

    @Test
    void i13APlanWithOtherItems() throws SQLException {
        assertThat(brokenBy(changing(step(1, "planned"), facts("\"items\":3", "\"items\":4"))))
                .containsExactly("I13");
    }

    @Test
    void i13ItemsWithoutAPlan() throws SQLException {
        assertThat(brokenBy(dropping(step(2, "planned")))).containsExactly("I13");
    }

    @Test
    void i13AnEndByAnotherJob() throws SQLException {
        assertThat(brokenBy(changing(attempt(EventTable.CALL_END, 1, 1), fact("job", 2))))
                .containsExactly("I13");
    }

    @Test
    void i13AnEndByNoJob() throws SQLException {
        assertThat(brokenBy(changing(attempt(EventTable.CALL_END, 1, 1), event -> Forge.with(event, "job", null))))
                .containsExactly("I13");
    }

    @Test
    void i13AJobSettledWithAnOpenItem() throws SQLException {
        assertThat(brokenBy(moving(attempt(EventTable.CALL_END, 4, 1), step(2, "settled"))))
                .containsExactly("I13");
    }

    @Test
    void i13CountsDoNotAddUp() throws SQLException {
        assertThat(brokenBy(changing(step(1, "settled"), facts("\"succeeded\":2", "\"succeeded\":3"))))
                .containsExactly("I13");
    }

    @Test
    void i13ABatchBelongsToTwoJobs() throws SQLException {
        assertThat(brokenBy(changing(step(2, "created"), facts("batch_2", "batch_1"))))
                .containsExactly("I13");
    }

    @Test
    void i13ABatchCreatedWithoutIntent() throws SQLException {
        assertThat(brokenBy(dropping(step(1, "create_intent")))).containsExactly("I13");
        assertThat(findings()).anyMatch(found -> found.message().contains("no create_intent"));
    }

    @Test
    void i13ABatchCreatedTwiceAfterOneIntent() throws SQLException {
        assertThat(brokenBy(events -> {
                    var changed = new ArrayList<>(events);
                    StoredEvent created = events.stream()
                            .filter(step(1, "created"))
                            .findFirst()
                            .orElseThrow();
                    changed.add(changed.indexOf(created), created);
                    return changed;
                }))
                .containsExactly("I13");
    }

    @Test
    void i13AnItemWasNeverParked() throws SQLException {
        assertThat(brokenBy(dropping(parked(4)))).containsExactly("I13");
    }

    @Test
    void i5AnotherRequestWasParked() throws SQLException {
        assertThat(brokenBy(changing(parked(4), event -> Forge.with(event, "request_sha256", "00"))))
                .containsExactly("I5");
    }

    @Test
    void i5AResendAfterAPermanentRejection() throws SQLException {
        assertThat(brokenBy(changing(
                        attempt(EventTable.CALL_END, 3, 1), event -> Forge.with(event, "standing", "invalid"))))
                .containsExactly("I5");
    }

    @Test
    void i5AnItemIsInTwoJobsAtOnce() throws SQLException {
        assertThat(brokenBy(moving(attempt(EventTable.CALL_END, 3, 1), step(2, "upload_intent"))))
                .contains("I5");
    }

    @Test
    void i3ARowEndsWhileAJobHasItsCall() throws SQLException {
        assertThat(brokenBy(dropping(attempt(EventTable.CALL_END, 4, 1)))).containsExactly("I13", "I3");
    }

    @Test
    void i7StillCountsAnAttemptInRealTime() throws SQLException {
        assertThat(brokenBy(events -> events.stream()
                        .map(event -> attempt(EventTable.CALL_INTENT, 4, 1).test(event)
                                ? Forge.with(Forge.with(event, "job", null), "item", null)
                                : event)
                        .toList()))
                .contains("I7");
    }
}
