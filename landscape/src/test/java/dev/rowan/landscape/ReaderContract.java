package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.landscape.RowQueries.Stored;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Reading a run during and after it, on any database.
abstract class ReaderContract extends LandscapeFixture {

    private static Stored stored(Row row) {
        return new Stored(row, Samples.T, Samples.T.plusMillis(5));
    }

    @Test
    void readsTheHistoryOfARowThatChanged() throws InterruptedException {
        Row read = Samples.row(1);
        Row cut = read.with("text", "go").with("length", 2L);
        record(
                "a",
                List.of(
                        Samples.read(1),
                        Samples.passed(1, 0, 0, read, read),
                        Samples.passed(1, 0, 1, read, cut),
                        Samples.completed(1, 0)));

        try (LandscapeReader reader = landscape.reader()) {
            RowHistory story = reader.rows().history("a", 1).orElseThrow();

            assertThat(story.row()).contains(read);
            assertThat(story.position()).isEqualTo("line 1");
            assertThat(story.sourceId()).contains("r1");
            assertThat(story.readAt()).isEqualTo(Samples.T);
            assertThat(story.visits())
                    .containsExactly(
                            new RowHistory.Visit(
                                    "r1/n0/a1",
                                    0,
                                    0,
                                    "words",
                                    "keyword_filter",
                                    1,
                                    "completed",
                                    Samples.T,
                                    Optional.of(Samples.T.plusMillis(5)),
                                    Optional.of(Samples.WAITS),
                                    read,
                                    List.of(read),
                                    Optional.empty(),
                                    Optional.empty(),
                                    RowHistory.Branching.NONE,
                                    List.of()),
                            new RowHistory.Visit(
                                    "r1/n1/a1",
                                    0,
                                    1,
                                    "cut",
                                    "truncate",
                                    1,
                                    "completed",
                                    Samples.T,
                                    Optional.of(Samples.T.plusMillis(5)),
                                    Optional.of(Samples.WAITS),
                                    read,
                                    List.of(cut),
                                    Optional.empty(),
                                    Optional.empty(),
                                    RowHistory.Branching.NONE,
                                    List.of()));
            assertThat(story.ends())
                    .containsExactly(new RowHistory.End(
                            0,
                            Outcome.COMPLETED,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of("output"),
                            Samples.T.plusMillis(9),
                            Duration.ofNanos(1_000),
                            Duration.ofNanos(2_000),
                            Duration.ofNanos(3_000)));
            assertThat(reader.rows().history("a", 2)).isEmpty();
        }
    }

    @Test
    void readsWhyARowFailedAndThatItWasRetried() throws InterruptedException {
        record("a", List.of(Samples.read(1), Samples.failed(1, 0, 1), Samples.failed(1, 0, 2), Samples.blocked(1)));

        try (LandscapeReader reader = landscape.reader()) {
            RowHistory story = reader.rows().history("a", 1).orElseThrow();

            assertThat(story.visits()).extracting(RowHistory.Visit::attempt).containsExactly(1, 2);
            assertThat(story.visits()).allSatisfy(visit -> {
                assertThat(visit.status()).isEqualTo("failed");
                assertThat(visit.input()).isEqualTo(Samples.row(1));
                assertThat(visit.outputs()).isEmpty();
                assertThat(visit.reason()).contains(Samples.reason().asMap());
            });
            assertThat(story.ends()).singleElement().satisfies(end -> {
                assertThat(end.outcome()).isEqualTo(Outcome.BLOCKED);
                assertThat(end.nodeName()).contains("words");
                assertThat(end.reason()).contains("keyword_blocked");
            });
        }
    }

    @Test
    void showsAnOpenVisitAndReplacesItWhenItEnds() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"));
                LandscapeReader reader = landscape.reader()) {
            recorder.record(Samples.read(1));
            recorder.awaitCommitted(
                    recorder.record(new LogEntry.StateOpened(new LogEntry.StateKey(1, 0, 0, 1), Samples.T)));
            assertThat(reader.rows().history("a", 1).orElseThrow().visits())
                    .singleElement()
                    .satisfies(visit -> {
                        assertThat(visit.status()).isEqualTo("open");
                        assertThat(visit.closed()).isEmpty();
                        assertThat(visit.waits()).isEmpty();
                    });

            recorder.awaitCommitted(recorder.record(Samples.passed(1, 0, 0, Samples.row(1), Samples.row(1))));
            assertThat(reader.rows().history("a", 1).orElseThrow().visits())
                    .extracting(RowHistory.Visit::status)
                    .containsExactly("completed");
        }
    }

    @Test
    void keepsAnUnreadableRecord() throws InterruptedException {
        record("a", Samples.everyKind());

        try (LandscapeReader reader = landscape.reader()) {
            RowHistory story = reader.rows().history("a", 2).orElseThrow();

            assertThat(story.row()).isEmpty();
            assertThat(story.raw()).contains("a,b,c");
            assertThat(story.unreadable().orElseThrow()).containsEntry("reason", "ragged_row");
        }
    }

    @Test
    void followsATokenThatWasSplit() throws InterruptedException {
        Row read = Samples.row(1);
        Row first = Row.of("word", "a");
        Row second = Row.of("word", "b");
        record(
                "a",
                List.of(
                        Samples.read(1),
                        Samples.closed(1, 0, 0, 1, new LogEntry.Result.Split(read, List.of(first, second), List.of(1))),
                        Samples.passed(1, 1, 1, second, second.with("n", 1L)),
                        Samples.completed(1, 0),
                        Samples.completed(1, 1)));

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.rows().values("a", 1, 1))
                    .isEqualTo(Map.of(
                            new TokenKey(1, 0), stored(first), new TokenKey(1, 1), stored(second.with("n", 1L))));
            assertThat(reader.rows().history("a", 1).orElseThrow().visits())
                    .extracting(RowHistory.Visit::outputs)
                    .containsExactly(List.of(first, second), List.of(second.with("n", 1L)));
            RunSummary summary = reader.runs().summary("a");
            assertThat(summary.rowsRead()).isEqualTo(1);
            assertThat(summary.rowsEnded()).isEqualTo(1);
            assertThat(summary.outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 2L));
        }
    }

    @Test
    void readsTheLatestValuesOfARange() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"));
                LandscapeReader reader = landscape.reader()) {
            for (long row = 1; row <= 5; row++) {
                recorder.record(Samples.read(row));
            }
            recorder.awaitCommitted(recorder.record(
                    Samples.passed(3, 0, 0, Samples.row(3), Samples.row(3).without(List.of("text")))));

            assertThat(reader.rows().values("a", 2, 3))
                    .isEqualTo(Map.of(
                            new TokenKey(2, 0),
                            new Stored(Samples.row(2), Samples.T, Samples.T),
                            new TokenKey(3, 0),
                            stored(Samples.row(3).without(List.of("text")))));
        }
    }

    @Test
    void countsEventsDuringTheRunAndAfterwards() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"));
                LandscapeReader reader = landscape.reader()) {
            recorder.awaitCommitted(recorder.record(Samples.everyKind()));
            RunSummary running = reader.runs().summary("a");
            assertThat(running.status()).isEqualTo("running");
            assertThat(running.rowsRead()).isEqualTo(2);
            assertThat(running.rowsEnded()).isEqualTo(2);

            Head head = recorder.end(new RunEnd(RunEnd.Status.INTERRUPTED, 2, Optional.of("stopped by a signal")));
            RunSummary ended = reader.runs().summary("a");
            assertThat(ended.status()).isEqualTo("interrupted");
            assertThat(ended.why()).contains("stopped by a signal");
            assertThat(ended.outcomes()).isEqualTo(Map.of(Outcome.BLOCKED, 1L, Outcome.QUARANTINED, 1L));
            assertThat(ended.reasons()).isEqualTo(Map.of("keyword_blocked", 1L, "ragged_row", 1L));
            assertThat(ended.sinkRows()).isEqualTo(Map.of("output", 1L));
            assertThat(ended.source()).isEqualTo("csv reviews.csv");
            assertThat(ended.pipelineFile()).contains("pipeline.yaml");
            assertThat(ended.operator()).isEqualTo("ada");
            assertThat(ended.root()).isEqualTo(head.root());
            assertThat(ended.events()).isEqualTo(head.size() + 1);
            assertThat(reader.runs().newest(10)).containsExactly(ended);
        }
    }

    @Test
    void keepsTextThatADatabaseWouldReject() throws InterruptedException {
        Row odd = Row.of("text", "nul \u0000, bell \u0007, 😀, \"quoted\" \\ ü");
        record(
                "a",
                List.of(
                        new LogEntry.RowRead(
                                1, Samples.T, "line \u0000", Optional.of("half \uD83D"), odd, Optional.empty()),
                        Samples.passed(1, 0, 0, odd, odd.with("more", "\u0000"))));

        try (LandscapeReader reader = landscape.reader()) {
            RowHistory story = reader.rows().history("a", 1).orElseThrow();
            assertThat(story.row()).contains(odd);
            assertThat(story.position()).isEqualTo("line \uFFFD");
            assertThat(story.sourceId()).contains("half \uFFFD");
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void findsARowByItsSourceId() throws InterruptedException {
        record("a", List.of(Samples.read(1), Samples.read(2)));

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.rows().withId("a", "r2")).contains(2L);
            assertThat(reader.rows().withId("a", "r3")).isEmpty();
        }
    }

    @Test
    void findsARunByIdNamePrefixOrLatest() throws InterruptedException {
        for (String id : List.of("0198aa", "0198bb", "0299cc")) {
            try (LandscapeRecorder recorder = landscape.start(Samples.run(id, id.equals("0299cc") ? "b" : "a"))) {
                recorder.end(Samples.COMPLETED);
            }
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().resolve("0198aa")).isEqualTo("0198aa");
            assertThat(reader.runs().resolve("02")).isEqualTo("0299cc");
            assertThat(reader.runs().resolve("a")).isEqualTo("0198bb");
            assertThat(reader.runs().resolve("latest")).isEqualTo("0299cc");
            assertThatThrownBy(() -> reader.runs().resolve("0198"))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContainingAll("2 runs", "0198aa", "0198bb");
            assertThatThrownBy(() -> reader.runs().resolve("%"))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContainingAll("no run '%'", "0299cc");
        }
    }

    @Test
    void reportsThatThereIsNoRunYet() {
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().newest(5)).isEmpty();
            assertThatThrownBy(() -> reader.runs().resolve("latest")).hasMessageContaining("no run yet");
        }
    }
}
