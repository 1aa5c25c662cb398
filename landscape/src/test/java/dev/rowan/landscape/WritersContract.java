package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.rowan.landscape.SplitRecorder.Opening;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.purge.Purge;
import dev.rowan.landscape.purge.PurgeSelection;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.RowProof;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A run with several writers, on any database.
abstract class WritersContract extends LandscapeFixture {
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
        return join(1, writer);
    }

    private SplitRecorder join(int runEpoch, int writer) throws InterruptedException {
        SplitRecorder recorder = landscape.join(new WriterId("a", runEpoch, writer));
        joined.add(recorder);
        return recorder;
    }

    private VerifyReport verify() {
        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            return check.verify("a", VerifyInputs.itself());
        }
    }

    private void assertSound(int rowsEnded) {
        VerifyReport report = verify();
        assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
        assertThat(report.findings()).isEmpty();
        assertThat(report.progress().rowsEnded()).isEqualTo(rowsEnded);
    }

    private List<String> facts(String type) throws SQLException {
        return texts("SELECT facts FROM run_event WHERE type = '" + type + "' ORDER BY event_id");
    }

    private List<String> texts(String sql) throws SQLException {
        var found = new ArrayList<String>();
        try (Session session = Database.of(url(), Path.of(".")).open()) {
            session.begin();
            try (Statement statement = session.connection().createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            session.rollback();
        }
        return found;
    }

    @Test
    void writersShareARunUnderOneSeal() throws Exception {
        try (SplitRecorder one = join(1);
                SplitRecorder two = join(2)) {
            SplitWork.doAll(one, 0);
            SplitWork.doAll(two, 1);
            SplitWork.doAll(one, 2);
        }
        Head head = owner.end(SplitWork.completed(3));

        assertSound(6);
        assertThat(facts("chains_sealed"))
                .singleElement()
                .satisfies(facts ->
                        assertThat(facts).contains("\"writer\":1,\"size\":").contains("\"writer\":2,\"size\":"));
        assertThat(facts("writer_fenced")).isEmpty();
        assertThat(check("a", Optional.of(head))).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void aRunWithoutWritersHasNoSeal() throws Exception {
        owner.record(Samples.wholeRow(1));
        owner.end(Samples.COMPLETED);

        assertThat(facts("chains_sealed")).isEmpty();
    }

    @Test
    void joiningAgainEndsWhatWasOpenAndStopsTheOneBefore() throws Exception {
        SplitRecorder before = join(1);
        before.open(SplitWork.split(0));
        before.awaitCommitted(before.record(SplitWork.claimed(1, 1)));

        SplitRecorder after = join(1);

        assertThat(after.epoch()).isEqualTo(2);
        assertThat(texts("SELECT standing FROM call_end")).containsExactly("owner_died");
        assertThatThrownBy(() -> before.awaitCommitted(before.record(SplitWork.claimed(2, 1))))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("another process has taken over writer 1 of run a");
        assertThat(after.open(SplitWork.split(0))).isEqualTo(Opening.AGAIN);
        finish(after, 2);
        owner.end(SplitWork.completed(1));
        assertSound(2);
    }

    /// The rest of split 0, whose first row was claimed once.
    private static void finish(SplitRecorder recorder, int attempt) throws InterruptedException {
        recorder.record(SplitWork.claimed(1, attempt));
        recorder.record(SplitWork.answered(1, attempt));
        recorder.record(SplitWork.claimed(2, 1));
        recorder.record(SplitWork.answered(2, 1));
        recorder.awaitCommitted(recorder.record(SplitWork.done(SplitWork.split(0))));
    }

    @Test
    void openingTheSplitOfALiveWriterStopsIt() throws Exception {
        SplitRecorder one = join(1);
        one.open(SplitWork.split(0));
        one.awaitCommitted(one.record(SplitWork.claimed(1, 1)));
        SplitRecorder two = join(2);

        assertThat(two.open(SplitWork.split(0))).isEqualTo(Opening.AGAIN);

        assertThat(facts("writer_fenced")).singleElement().asString().contains("\"unknown\":1,", "\"by\":2");
        assertThatThrownBy(() -> one.awaitCommitted(one.record(SplitWork.answered(1, 1))))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("writer 1 of run a: fenced by process");
        finish(two, 2);
        owner.end(SplitWork.completed(1));
        assertSound(2);
    }

    /// The holder has closed its chain, with an attempt open.
    @Test
    void openingTheSplitOfAClosedWriterEndsItsAttempts() throws Exception {
        try (SplitRecorder one = join(1)) {
            one.open(SplitWork.split(0));
            one.record(SplitWork.claimed(1, 1));
        }
        SplitRecorder two = join(2);

        two.open(SplitWork.split(0));

        assertThat(texts("SELECT standing FROM call_end")).containsExactly("owner_died");
        finish(two, 2);
        owner.end(SplitWork.completed(1));
        assertSound(2);
    }

    @Test
    void aSplitThatIsDoneIsNotOpenedAgain() throws Exception {
        SplitWork.doAll(join(1), 0);
        SplitRecorder two = join(2);

        assertThat(two.open(SplitWork.split(0))).isEqualTo(Opening.DONE);
        assertThat(facts("split_opened")).hasSize(1);
    }

    @Test
    void aSplitKeepsItsRows() throws Exception {
        join(1).open(SplitWork.split(0));
        SplitRecorder two = join(2);

        assertThatThrownBy(() -> two.open(new SplitRange(0, 1, 3)))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("split 0 of run a is opened by another writer meanwhile, or has other rows");
    }

    @Test
    void onlyTheHolderOfASplitRecordsThatItIsDone() throws Exception {
        join(1).open(SplitWork.split(0));
        SplitRecorder two = join(2);

        assertThatThrownBy(() -> two.awaitCommitted(two.record(SplitWork.done(SplitWork.split(0)))))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("split 0 of run a is done already, or not held by writer 2");
        assertThat(texts("SELECT outcome FROM outcome")).isEmpty();
    }

    @Test
    void anAttemptIsClaimedOnceInAllChains() throws Exception {
        SplitRecorder one = join(1);
        one.awaitCommitted(one.record(SplitWork.claimed(1, 1)));
        SplitRecorder two = join(2);

        assertThatThrownBy(() -> two.awaitCommitted(two.record(Calls.intended(1, 1, 1))))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("this attempt of a call was claimed already");
    }

    @Test
    void aCallAnsweredInAnyChainIsNotClaimedAgain() throws Exception {
        SplitRecorder two = join(2);
        two.record(SplitWork.claimed(1, 1));
        two.awaitCommitted(two.record(Calls.ended(1, 1, 1, CallState.ANSWERED)));
        SplitRecorder one = join(1);

        assertThatThrownBy(() -> one.awaitCommitted(one.record(Calls.intended(1, 1, 2))))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("the call has its answer already");
        SplitRecorder three = join(3);
        assertThatThrownBy(() -> three.awaitCommitted(three.record(Calls.intended(1, 1, 2))))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("the call has its answer already");
    }

    @Test
    void theEndOfARunStopsItsWriters() throws Exception {
        SplitRecorder one = join(1);
        SplitWork.doAll(one, 0);
        one.open(SplitWork.split(1));
        one.awaitCommitted(one.record(SplitWork.claimed(3, 1)));

        owner.end(new RunEnd(RunEnd.Status.INTERRUPTED, 3, Optional.empty()));

        assertThatThrownBy(() -> one.awaitCommitted(one.record(SplitWork.answered(3, 1))))
                .isInstanceOf(LandscapeException.class);
        assertThatThrownBy(() -> join(1))
                .as("no later attempt can succeed")
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("writer 1 cannot join run a in epoch 1: the run has ended, or was resumed since");
        assertSound(2);
    }

    @Test
    void aResumedRunStopsTheWritersOfTheOneBefore() throws Exception {
        SplitRecorder one = join(1);
        one.open(SplitWork.split(0));
        one.awaitCommitted(one.record(SplitWork.claimed(1, 1)));
        owner.close();

        try (LandscapeRecorder resumed = resume("a").recorder()) {
            assertThatThrownBy(() -> one.awaitCommitted(one.record(SplitWork.answered(1, 1))))
                    .isInstanceOf(LandscapeException.class);
            assertThatThrownBy(() -> join(1)).isInstanceOf(LandscapeException.class);
            try (SplitRecorder again = join(2, 1)) {
                again.open(SplitWork.split(0));
                finish(again, 2);
            }
            resumed.end(SplitWork.completed(1));
        }
        assertSound(2);
    }

    @Test
    void chainsContinueAfterASealedEnd() throws Exception {
        try (SplitRecorder one = join(1)) {
            SplitWork.doAll(one, 0);
        }
        owner.end(new RunEnd(RunEnd.Status.INTERRUPTED, 2, Optional.empty()));
        owner.close();
        assertSound(2);

        try (LandscapeRecorder resumed = resume("a").recorder()) {
            try (SplitRecorder one = join(2, 1);
                    SplitRecorder three = join(2, 3)) {
                SplitWork.doAll(three, 1);
                SplitWork.doAll(one, 2);
            }
            resumed.end(SplitWork.completed(3));
        }
        assertThat(facts("chains_sealed")).hasSize(2);
        assertSound(6);
    }

    @Test
    void aRowThatChangedHandsIsReadInTheOrderRecorded() throws Exception {
        SplitRecorder two = join(2);
        two.open(SplitWork.split(0));
        two.awaitCommitted(two.record(SplitWork.claimed(1, 1)));
        SplitRecorder one = join(1);
        one.open(SplitWork.split(0));

        try (LandscapeReader reader = landscape.reader()) {
            PendingRow pending =
                    reader.pendingRows().unfinished("a", List.of(1L)).getFirst();
            assertThat(pending.tokens())
                    .singleElement()
                    .satisfies(
                            token -> assertThat(token.passed()).contains(new PendingRow.Passed(0, Optional.empty())));
            assertThat(pending.calls())
                    .singleElement()
                    .satisfies(call -> assertThat(call.attempts()).isEqualTo(1));
            finish(one, 2);
            RowHistory history = reader.rows().history("a", 1).orElseThrow();

            assertThat(history.writers()).containsExactly(2, 1);
            assertThat(history.visits()).extracting(RowHistory.Visit::stateId).containsExactly("r1/n0/a1", "r1/n1/a1");
            assertThat(history.visits().getLast().calls())
                    .singleElement()
                    .satisfies(call -> assertThat(call.attempts())
                            .extracting(attempt -> attempt.end().orElseThrow().state())
                            .containsExactly(CallState.UNKNOWN, CallState.ANSWERED));
            assertThat(reader.rows().history("a", 2).orElseThrow().writers()).containsExactly(1);
        }
    }

    @Test
    void theSummaryAddsUpAllChains() throws Exception {
        SplitRecorder one = join(1);
        SplitWork.doAll(one, 0);
        SplitRecorder two = join(2);
        two.open(SplitWork.split(1));
        two.awaitCommitted(two.record(SplitWork.claimed(3, 1)));

        try (LandscapeReader reader = landscape.reader()) {
            RunSummary summary = reader.runs().summary("a");

            assertThat(summary.rowsRead()).isEqualTo(3);
            assertThat(summary.rowsEnded()).isEqualTo(2);
            assertThat(summary.calls().calls()).isEqualTo(3);
            assertThat(summary.calls().open()).isEqualTo(1);
            assertThat(summary.sinkRows()).containsExactly(entry("output", 2L));
        }
        owner.close();
        ResumedRun resumed = resume("a");
        try (LandscapeRecorder _ = resumed.recorder()) {
            assertThat(resumed.recovered().rowsRead()).isEqualTo(3);
            assertThat(resumed.recovered().rowsEnded()).isEqualTo(2);
        }
    }

    @Test
    void rowsAreReplayedInTheOrderOfTheSplits() throws Exception {
        SplitWork.doAll(join(1), 1);
        SplitWork.doAll(join(2), 0);
        SplitWork.doAll(join(3), 2);
        owner.end(SplitWork.completed(3));

        try (LandscapeReader reader = landscape.reader()) {
            var released = reader.pendingRows().released("a", 0, 4);
            assertThat(released).extracting(row -> row.row().rowSeq()).startsWith(1L, 2L, 3L);
            long turn = released.getLast().turn();
            assertThat(reader.pendingRows().released("a", turn, 10))
                    .extracting(row -> row.row().rowSeq())
                    .endsWith(5L, 6L);
            assertThat(reader.sinks().rowAt("a", "output", 3)).contains(3L);
        }
    }

    @Test
    void aProofLeadsThroughTheSealToTheHead() throws Exception {
        SplitRecorder two = join(2);
        two.open(SplitWork.split(0));
        two.awaitCommitted(two.record(SplitWork.claimed(1, 1)));
        SplitRecorder one = join(1);
        one.open(SplitWork.split(0));
        finish(one, 2);
        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            assertThatThrownBy(() -> check.prove("a", 1, Optional.empty()))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("are not sealed yet");
        }
        Head head = owner.end(SplitWork.completed(1));

        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            RowProof proof =
                    RowProof.parse(check.prove("a", 1, Optional.empty()).json());

            assertThat(proof.head()).isEqualTo(head);
            assertThat(proof.events())
                    .extracting(RowProof.ProvenEvent::writer)
                    .contains(1, 2)
                    .doesNotContain(0);
            assertThat(proof.fault(Optional.empty(), Optional.empty())).isEmpty();
            var unsealed = new RowProof("a", 1, head, Optional.empty(), proof.events());
            assertThat(unsealed.fault(Optional.empty(), Optional.empty()))
                    .hasValueSatisfying(fault -> assertThat(fault).endsWith("no seal covers its chain"));
            var swapped = new RowProof("a", 1, head, Optional.of(proof.events().getFirst()), proof.events());
            assertThat(swapped.fault(Optional.empty(), Optional.empty())).isPresent();
        }
    }

    @Test
    void purgingARunReachesAllChains() throws Exception {
        SplitWork.doAll(join(1), 0);
        owner.end(SplitWork.completed(1));

        try (Purge purge = Purge.open(url(), Path.of("."), time)) {
            var all = new PurgeSelection.WholeRun("a");
            purge.delete(purge.plan(all, false).getFirst(), all, "ada");
        }

        assertThat(texts("SELECT count(*) FROM row_read WHERE payload IS NOT NULL"))
                .containsExactly("0");
        assertSound(2);
    }

    @Test
    void aRunThatIsAbandonedSealsItsChains() throws Exception {
        SplitRecorder one = join(1);
        SplitWork.doAll(one, 0);
        one.open(SplitWork.split(1));
        one.awaitCommitted(one.record(SplitWork.claimed(3, 1)));
        owner.close();

        try (LandscapeRecorder next = landscape.start(Samples.run("b"), List.of(), Set.of("a"))) {
            assertThatThrownBy(() -> one.awaitCommitted(one.record(SplitWork.answered(3, 1))))
                    .isInstanceOf(LandscapeException.class);
            next.end(Samples.COMPLETED);
        }
        assertSound(2);
    }

    /// The owner has read no row itself.
    @Test
    void anUnfinishedRunKeepsItsOutputs() throws Exception {
        try (LandscapeRecorder other = landscape.start(Samples.run("b"), List.of("/out"))) {
            try (SplitRecorder one = landscape.join(new WriterId("b", 1, 1))) {
                SplitWork.doAll(one, 0);
            }
            other.end(new RunEnd(RunEnd.Status.INTERRUPTED, 2, Optional.empty()));
        }

        assertThat(landscape.sinkHolds()).hasSize(1);
    }
}
