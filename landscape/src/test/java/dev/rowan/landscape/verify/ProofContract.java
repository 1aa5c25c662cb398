package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A proof needs only the row's own events, the heads and a few leaves of the record.
abstract class ProofContract {
    private static final int ROWS = 3_000;

    private Head head;
    private ChainCheck check;

    abstract String url();

    @BeforeEach
    void record() throws InterruptedException {
        try (Landscape landscape = Landscapes.open(url(), Path.of("."), new FakeTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (long row = 1; row <= ROWS; row++) {
                recorder.record(List.<LogEntry>of(
                        Samples.read(row),
                        Samples.passed(row, 0, 0, Samples.row(row), Samples.row(row)),
                        Samples.completed(row, 0)));
            }
            head = recorder.end(Samples.COMPLETED);
        }
        check = ChainCheck.open(url(), Path.of("."));
    }

    @AfterEach
    void close() {
        check.close();
    }

    private void change(String... statements) throws SQLException {
        try (Session session = Database.of(url(), Path.of(".")).open()) {
            session.begin();
            for (String sql : statements) {
                session.execute(sql);
            }
            session.commit();
        }
    }

    private RowProof prove(long row) {
        return check.prove("a", row, Optional.empty());
    }

    @Test
    void everyProofLeadsToTheLastHead() {
        var faults = new ArrayList<String>();
        for (long row = 1; row <= ROWS; row += row < 5 || row > ROWS - 5 ? 1 : 211) {
            RowProof proof = prove(row);
            assertThat(proof.head()).isEqualTo(head);
            assertThat(proof.events()).hasSize(3);
            proof.fault(Optional.empty(), Optional.empty()).ifPresent(faults::add);
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void eventsThatAreNotNeededAreNotRead() throws SQLException {
        // in another subtree than those of the row, and not the first one after a head
        change("UPDATE row_read SET leaf = payload_sha256 WHERE row_seq = 1500");

        assertThat(prove(1).fault(Optional.empty(), Optional.empty())).isEmpty();
    }

    @Test
    void computesSubtreesThatNoHeadStatesFromTheLeaves() throws SQLException {
        RowProof before = prove(1_234);
        change("UPDATE run_event SET facts = replace(facts, '\"subtrees\"', '\"older\"') WHERE type = 'head'");

        assertThat(prove(1_234)).isEqualTo(before);
    }

    @Test
    void aProofThatDoesNotLeadToTheHeadIsNotHandedOut() throws SQLException {
        change(
                "CREATE TABLE swapped AS SELECT leaf FROM row_read WHERE row_seq = 2990",
                "UPDATE row_read SET leaf = (SELECT leaf FROM swapped) WHERE row_seq = 2991",
                "DROP TABLE swapped");

        assertThatThrownBy(() -> prove(2_989))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("does not lead to the root of the head")
                .hasMessageContaining("rowan verify a");
        assertThatThrownBy(() -> prove(2_991)).hasMessageContaining("is not as it was recorded");
    }

    @Test
    void rejectsAHeadOverMoreEventsThanRecorded() {
        var longer = new Head("a", 1L << 40, head.root(), head.lastLeaf(), head.time(), Optional.empty());

        assertThatThrownBy(() -> check.prove("a", 1, Optional.of(KeptHead.of(longer))))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("the record of run a has only " + (head.size() + 1));
    }
}
