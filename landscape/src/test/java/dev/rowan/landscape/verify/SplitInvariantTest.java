package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.SplitWork;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.verify.Forge.Tallies;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run with two writers, of which the second takes a split of the first over: for each invariant a record that
/// violates it, chained correctly, as a defect of ours would write it.
class SplitInvariantTest {
    @TempDir
    Path folder;

    @BeforeEach
    void record() throws InterruptedException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new FakeTime(), new SecureRandom());
                LandscapeRecorder owner = landscape.start(Samples.run("a"))) {
            try (SplitRecorder one = landscape.join(new WriterId("a", 1, 1));
                    SplitRecorder two = landscape.join(new WriterId("a", 1, 2))) {
                one.open(SplitWork.split(0));
                one.awaitCommitted(one.record(SplitWork.claimed(1, 1)));
                two.open(SplitWork.split(0));
                two.record(SplitWork.claimed(1, 2));
                two.record(SplitWork.answered(1, 2));
                two.record(SplitWork.claimed(2, 1));
                two.record(SplitWork.answered(2, 1));
                two.record(SplitWork.done(SplitWork.split(0)));
                SplitWork.doAll(two, 1);
            }
            owner.end(SplitWork.completed(2));
        }
    }

    private VerifyReport verify() {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            return check.verify("a", VerifyInputs.itself());
        }
    }

    private List<String> brokenBy(int writer, UnaryOperator<List<StoredEvent>> change) throws SQLException {
        Forge.rebuild(folder, "a", writer, Tallies.COUNTED, change);
        VerifyReport report = verify();
        assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
        return report.findings().stream().map(Finding::invariant).distinct().toList();
    }

    private static UnaryOperator<List<StoredEvent>> dropping(Predicate<StoredEvent> which) {
        return events -> events.stream().filter(which.negate()).toList();
    }

    private static UnaryOperator<List<StoredEvent>> changing(
            Predicate<StoredEvent> which, UnaryOperator<StoredEvent> how) {
        return events -> events.stream()
                .map(event -> which.test(event) ? how.apply(event) : event)
                .toList();
    }

    private static Predicate<StoredEvent> rare(String type) {
        return event -> event.isOf(type);
    }

    private static Predicate<StoredEvent> rareOf(String type, int split) {
        return rare(type).and(event -> Long.valueOf(split).equals(facts(event).get("split")));
    }

    private static Map<String, Object> facts(StoredEvent event) {
        return RecordedJson.object(String.valueOf(event.facts()[1]));
    }

    private static StoredEvent without(StoredEvent event, String fact) {
        var facts = new LinkedHashMap<>(facts(event));
        facts.remove(fact);
        return Forge.with(event, "facts", RecordedJson.text(facts));
    }

    @Test
    void aSoundRunHasNoFindings() throws SQLException {
        assertThat(verify().findings()).isEmpty();
        assertThat(brokenBy(1, events -> events)).isEmpty();
    }

    /// No guard: what the writer before had claimed is written after the fence.
    @Test
    void f1AClaimOfAnEarlierEpoch() throws SQLException {
        assertThat(brokenBy(1, SplitInvariantTest::claimingLate)).contains("F1");
    }

    private static List<StoredEvent> claimingLate(List<StoredEvent> events) {
        var changed = new ArrayList<>(events);
        StoredEvent claim = events.stream()
                .filter(event -> event.table() == EventTable.CALL_INTENT)
                .findFirst()
                .orElseThrow();
        changed.add(Forge.with(Forge.with(claim, "row_seq", 2L), "call_no", 7L));
        return changed;
    }

    /// No guard: any other event of the writer before.
    @Test
    void f2AnEventOfAnEarlierEpoch() throws SQLException {
        assertThat(brokenBy(1, events -> {
                    var changed = new ArrayList<>(events);
                    changed.add(events.stream()
                            .filter(event -> event.table() == EventTable.NODE_STATE)
                            .findFirst()
                            .orElseThrow());
                    return changed;
                }))
                .contains("F2");
    }

    /// O without J: the split is opened, and the one that holds it is not stopped.
    @Test
    void f3ASplitOfALiveWriter() throws SQLException {
        assertThat(brokenBy(
                        1,
                        dropping(rare(ChainEvents.WRITER_FENCED)
                                .or(event -> event.epoch() == 2)
                                .or(event -> event.table() == EventTable.CALL_END))))
                .contains("F3", "F4");
    }

    /// The fence is there, but the new holder had not seen it.
    @Test
    void f3AFenceThatWasNotSeen() throws SQLException {
        assertThat(brokenBy(2, changing(rareOf(ChainEvents.SPLIT_OPENED, 0), event -> without(event, "after"))))
                .contains("F3");
    }

    @Test
    void f3AHolderThatIsNotNamed() throws SQLException {
        assertThat(brokenBy(2, changing(rareOf(ChainEvents.SPLIT_OPENED, 0), event -> without(event, "from"))))
                .contains("F3");
    }

    @Test
    void f3ARowOfNoSplit() throws SQLException {
        assertThat(brokenBy(2, dropping(rareOf(ChainEvents.SPLIT_OPENED, 1)))).contains("F3");
    }

    /// J without ends.
    @Test
    void f4AttemptsLeftOpen() throws SQLException {
        assertThat(brokenBy(1, dropping(event -> event.table() == EventTable.CALL_END)))
                .contains("F4");
    }

    @Test
    void f8APartWithoutAllOutcomes() throws SQLException {
        assertThat(brokenBy(2, dropping(event -> event.table() == EventTable.OUTCOME && event.number(0) == 2)))
                .contains("F8");
    }

    @Test
    void f8OutcomesWithoutAPart() throws SQLException {
        assertThat(brokenBy(2, changing(rareOf(ChainEvents.SPLIT_DONE, 1), event -> without(event, "parts"))))
                .containsExactly("F8");
    }

    @Test
    void i1ASplitThatIsNotDone() throws SQLException {
        assertThat(brokenBy(2, dropping(rareOf(ChainEvents.SPLIT_DONE, 1)))).containsExactly("I1");
    }

    @Test
    void i2TokensOfASplitOutOfOrder() throws SQLException {
        assertThat(brokenBy(2, events -> {
                    var changed = new ArrayList<>(events);
                    List<Integer> outcomes = new ArrayList<>();
                    for (int i = 0; i < events.size(); i++) {
                        if (events.get(i).table() == EventTable.OUTCOME) {
                            outcomes.add(i);
                        }
                    }
                    Collections.swap(changed, outcomes.get(0), outcomes.get(1));
                    return changed;
                }))
                .containsExactly("I2");
    }

    @Test
    void aChainLeftOutOfTheSeal() throws SQLException {
        Forge.rebuild(folder, "a", 0, Tallies.COUNTED, changing(rare(ChainEvents.CHAINS_SEALED), event -> {
            List<ChainEvents.ChainEnd> chains = ChainEvents.chains(facts(event));
            return Forge.with(
                    event,
                    ChainEvents.sealed(chains.subList(0, 1), FakeTime.START).facts());
        }));

        assertThat(verify().verdict())
                .isInstanceOfSatisfying(
                        Verdict.Tampered.class,
                        tampered -> assertThat(tampered.what())
                                .isEqualTo("the run has ended, but the chain of writer 2 is left out of its seal"));
    }

    @Test
    void aRunWithoutItsSeal() throws SQLException {
        Forge.rebuild(folder, "a", 0, Tallies.COUNTED, dropping(rare(ChainEvents.CHAINS_SEALED)));

        assertThat(verify().verdict())
                .isInstanceOfSatisfying(
                        Verdict.Tampered.class,
                        tampered -> assertThat(tampered.what()).contains("is left out of its seal"));
    }

    /// Only the chain of a writer is built again: the seal names another one.
    @Test
    void aRebuiltChain() throws SQLException {
        try (var session = Database.of("sqlite:rowan.db", folder).open()) {
            session.begin();
            session.execute("DELETE FROM run_event WHERE event_id > (SELECT max(event_id) - 1 FROM run_event)");
            session.commit();
        }

        assertThat(verify().verdict())
                .isInstanceOfSatisfying(
                        Verdict.Tampered.class,
                        tampered -> assertThat(tampered.what()).contains("the chain of writer 2"));
    }

    @Test
    void aChangedEventOfAWriter() throws SQLException {
        try (var session = Database.of("sqlite:rowan.db", folder).open()) {
            session.begin();
            session.execute("UPDATE outcome SET reorder_us = 99 WHERE row_seq = 2");
            session.commit();
        }

        assertThat(verify().verdict())
                .isInstanceOfSatisfying(
                        Verdict.Tampered.class,
                        tampered -> assertThat(tampered.what()).startsWith("writer 2: its facts"));
    }
}
