package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Content;
import dev.rowan.landscape.resume.PendingRow.Failed;
import dev.rowan.landscape.resume.PendingRow.Passed;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import dev.rowan.landscape.resume.PendingRow.Token;
import dev.rowan.landscape.resume.PendingRow.Unknown;
import dev.rowan.landscape.resume.PendingRow.Visited;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The rows that a resumed run reads, on any database.
abstract class PendingContract extends LandscapeFixture {
    private static final Failed REASON = new Failed(Samples.reason(), Verdict.FAILED);

    private void left(List<? extends LogEntry> entries) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(entries);
        }
    }

    private List<PendingRow> pending(long after, int max) {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.pendingRows().unfinished("a", after, max);
        }
    }

    private static PendingRow row(long rowSeq, List<Token> tokens, int nextPart, List<PastCall> calls) {
        return row(rowSeq, tokens, nextPart, calls, List.of());
    }

    private static PendingRow row(
            long rowSeq, List<Token> tokens, int nextPart, List<PastCall> calls, List<PastFailure> failures) {
        return new PendingRow(
                rowSeq,
                Samples.T,
                "line " + rowSeq,
                Optional.of("r" + rowSeq),
                Optional.empty(),
                new Content.Values(Samples.row(rowSeq)),
                tokens,
                nextPart,
                calls,
                failures,
                PendingRow.Branching.NONE);
    }

    private static Optional<Passed> passed(int node) {
        return Optional.of(new Passed(node, Optional.empty()));
    }

    private static Optional<Visited> visited(int node, int visits, int failures, Optional<Failed> failed) {
        return Optional.of(new Visited(node, visits, failures, failed, Optional.empty()));
    }

    private static Token asRead(long rowSeq) {
        return new Token(0, Samples.row(rowSeq), Optional.empty(), Optional.empty());
    }

    @Test
    void returnsNoMoreLargeRowsAtOnceThanFitInMemory() throws InterruptedException {
        var entries = new ArrayList<LogEntry>();
        for (long rowSeq = 1; rowSeq <= 8; rowSeq++) {
            Row large = Row.of("text", "x".repeat(rowSeq == 5 ? 6 << 20 : 1_500_000));
            entries.add(new LogEntry.RowRead(
                    rowSeq, Samples.T, "line " + rowSeq, Optional.empty(), large, Optional.empty()));
        }
        left(entries);

        assertThat(numbers(pending(0, 200))).containsExactly(1L, 2L);
        assertThat(numbers(pending(2, 200))).containsExactly(3L, 4L);
        assertThat(numbers(pending(4, 200))).containsExactly(5L);
        assertThat(numbers(pending(5, 200))).containsExactly(6L, 7L);
        assertThat(numbers(pending(7, 200))).containsExactly(8L);
        assertThat(pending(8, 200)).isEmpty();
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.pendingRows().page("a", List.of(5L, 6L))).containsExactly(5L);
            assertThat(reader.pendingRows().page("a", List.of(8L, 7L, 6L))).containsExactly(8L, 7L);
        }
    }

    private static List<Long> numbers(List<PendingRow> rows) {
        return rows.stream().map(PendingRow::rowSeq).toList();
    }

    @Test
    void listsUnfinishedRowsInOrderAndInPages() throws InterruptedException {
        var entries = new ArrayList<LogEntry>();
        for (long rowSeq = 1; rowSeq <= 1_500; rowSeq++) {
            entries.addAll(rowSeq % 3 == 0 ? List.of(Samples.read(rowSeq)) : Samples.wholeRow(rowSeq));
        }
        left(entries);

        var found = new ArrayList<PendingRow>();
        List<PendingRow> chunk = pending(0, 7);
        while (!chunk.isEmpty() && chunk.size() <= 7) {
            found.addAll(chunk);
            chunk = pending(chunk.getLast().rowSeq(), 7);
        }
        assertThat(found)
                .hasSize(500)
                .isEqualTo(pending(0, 10_000))
                .startsWith(row(3, List.of(asRead(3)), 1, List.of()));
        assertThat(found)
                .extracting(PendingRow::rowSeq)
                .allMatch(rowSeq -> rowSeq % 3 == 0)
                .isSorted();
    }

    @Test
    void tellsWhereATokenIsAndHowOftenItWasThere() throws InterruptedException {
        Row cut = Samples.row(1).with("text", "go");
        left(List.of(
                Samples.read(1),
                Samples.passed(1, 0, 0, Samples.row(1), cut),
                Samples.failed(1, 1, 1),
                new LogEntry.StateOpened(new LogEntry.StateKey(1, 0, 1, 2), Samples.T),
                Samples.read(2),
                Samples.failed(2, 0, 1),
                Samples.closed(
                        2, 0, 0, 2, new LogEntry.Result.Failed(Samples.reason().asRetryable(), Verdict.BLOCKED)),
                Samples.read(3),
                Samples.failed(3, 0, 1),
                Samples.closed(3, 0, 0, 2, new LogEntry.Result.Passed(Samples.row(3), Samples.row(3)))));

        var blocked = new Failed(Samples.reason().asRetryable(), Verdict.BLOCKED);
        assertThat(pending(0, 10))
                .containsExactly(
                        row(
                                1,
                                List.of(new Token(0, cut, passed(0), visited(1, 2, 1, Optional.empty()))),
                                1,
                                List.of(),
                                List.of(new PastFailure(0, 1, 1, REASON))),
                        row(
                                2,
                                List.of(new Token(
                                        0, Samples.row(2), Optional.empty(), visited(0, 2, 2, Optional.of(blocked)))),
                                1,
                                List.of(),
                                List.of(new PastFailure(0, 0, 2, blocked))),
                        row(3, List.of(new Token(0, Samples.row(3), passed(0), Optional.empty())), 1, List.of()));
    }

    @Test
    void followsEveryPartOfARowThatWasSplit() throws InterruptedException {
        Row one = Samples.row(1).with("text", "one");
        Row two = Samples.row(1).with("text", "two");
        left(List.of(
                Samples.read(1),
                Samples.closed(1, 0, 0, 1, new LogEntry.Result.Split(Samples.row(1), List.of(one, two), List.of(1))),
                Samples.failed(1, 1, 1),
                Samples.closed(1, 1, 1, 1, new LogEntry.Result.Split(two, List.of(), List.of()))));

        var none = new Failed(Reason.of("no_rows", "the transform returned no row"), Verdict.FAILED);
        assertThat(pending(0, 10))
                .containsExactly(row(
                        1,
                        List.of(
                                new Token(0, one, passed(0), visited(1, 1, 1, Optional.of(REASON))),
                                new Token(1, two, passed(0), visited(1, 1, 1, Optional.of(none)))),
                        2,
                        List.of(),
                        List.of(new PastFailure(0, 1, 1, REASON), new PastFailure(1, 1, 1, none))));
    }

    @Test
    void readsTheAttemptsAndTheLastReplyOfEachCall() throws InterruptedException {
        left(List.of(
                Samples.read(1),
                Calls.intended(1, 1, 1),
                Calls.ended(1, 1, 1, CallState.UNKNOWN),
                Calls.intended(1, 1, 2),
                Calls.ended(1, 1, 2, CallState.ANSWERED),
                Calls.intended(1, 2, 1)));
        resume("a").recorder().close();

        assertThat(pending(0, 10))
                .containsExactly(row(
                        1,
                        List.of(asRead(1)),
                        1,
                        List.of(
                                new PastCall(
                                        Calls.key(1, 1),
                                        2,
                                        new Unknown(1, 0, 0),
                                        Optional.of(Calls.reply("{\"a\": 1}")),
                                        PendingRow.InBatch.NEVER,
                                        Optional.empty(),
                                        0),
                                new PastCall(
                                        Calls.key(1, 2),
                                        1,
                                        new Unknown(0, 1, 0),
                                        Optional.empty(),
                                        PendingRow.InBatch.NEVER,
                                        Optional.empty(),
                                        0))));
    }

    @Test
    void readsAnUnreadableRecordAndOneWithDeletedValues() throws InterruptedException, SQLException {
        Reason ragged = Reason.of("ragged_row", "3 fields, not 2").with("fields", 3L);
        left(List.of(
                new LogEntry.RowUnreadable(1, Samples.T, "line 1", ragged, "a,b,c", Optional.empty()),
                Samples.read(2),
                Samples.read(3),
                Samples.passed(3, 0, 0, Samples.row(3), Samples.row(3).with("text", "x"))));
        try (Session session = Database.of(url(), Path.of(".")).open()) {
            session.begin();
            session.execute("UPDATE row_read SET payload = NULL, salt = NULL WHERE row_seq = 2");
            session.execute("UPDATE node_state SET payload = NULL, salt = NULL WHERE row_seq = 3");
            session.commit();
        }

        List<PendingRow> rows = pending(0, 10);
        assertThat(rows)
                .extracting(PendingRow::content)
                .containsExactly(new Content.Unreadable(ragged, "a,b,c"), new Content.Gone(), new Content.Gone());
        assertThat(rows).allMatch(row -> row.tokens().isEmpty());
    }

    @Test
    void listsRowsByOutcomeAndAllRowsAsRead() throws InterruptedException {
        var entries = new ArrayList<LogEntry>(Samples.wholeRow(1));
        entries.addAll(List.of(
                Samples.read(2),
                Samples.failed(2, 0, 1),
                Calls.intended(2, 1, 1),
                Calls.ended(2, 1, 1, CallState.ANSWERED),
                Samples.blocked(2)));
        entries.add(Samples.read(3));
        left(entries);

        try (LandscapeReader reader = landscape.reader()) {
            PendingRow second = row(2, List.of(asRead(2)), 1, List.of());
            assertThat(reader.pendingRows().ended("a", Set.of(Outcome.BLOCKED, Outcome.FAILED), 0, 10))
                    .containsExactly(second);
            assertThat(reader.pendingRows().ended("a", Set.of(Outcome.BLOCKED), 2, 10))
                    .isEmpty();
            assertThat(reader.pendingRows().ended("a", Set.of(), 0, 10)).isEmpty();
            var call = new PastCall(
                    Calls.key(2, 1),
                    1,
                    Unknown.NONE,
                    Optional.of(Calls.reply("{\"a\": 2}")),
                    PendingRow.InBatch.NEVER,
                    Optional.empty(),
                    0);
            assertThat(reader.pendingRows().recorded("a", 0, 2))
                    .containsExactly(
                            row(1, List.of(asRead(1)), 1, List.of()),
                            row(2, List.of(asRead(2)), 1, List.of(call), List.of(new PastFailure(0, 0, 1, REASON))));
            assertThat(reader.pendingRows().recorded("a", 2, 2))
                    .extracting(PendingRow::rowSeq)
                    .containsExactly(3L);
        }
    }

    @Test
    void skipsRowsWithAnotherOutcomeInASupersededRun() throws InterruptedException {
        var entries = new ArrayList<LogEntry>();
        for (long rowSeq = 1; rowSeq <= 3; rowSeq++) {
            entries.addAll(List.of(Samples.read(rowSeq), Samples.blocked(rowSeq)));
        }
        left(entries);
        try (LandscapeRecorder recorder = landscape.start(Samples.run("b"))) {
            recorder.record(List.of(Samples.read(1), Samples.completed(1, 0), Samples.read(2), Samples.blocked(2)));
        }
        try (LandscapeReader reader = landscape.reader()) {
            Set<Outcome> blocked = Set.of(Outcome.BLOCKED);
            assertThat(numbers(reader.pendingRows().ended("a", blocked, List.of("b"), 0, 10)))
                    .containsExactly(2L, 3L);
            assertThat(numbers(reader.pendingRows().ended("a", blocked, List.of("b"), 2, 10)))
                    .containsExactly(3L);
            assertThat(numbers(reader.pendingRows().ended("a", blocked, 0, 10))).containsExactly(1L, 2L, 3L);
        }
    }
}
