package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.landscape.RowScan.Candidate;
import dev.rowan.landscape.RowScan.Ending;
import dev.rowan.landscape.RowScan.EventRange;
import dev.rowan.landscape.RowScan.Position;
import dev.rowan.landscape.RowScan.Reached;
import dev.rowan.landscape.RowScan.RowHead;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Scans over many rows, on any database.
abstract class RowScanContract extends LandscapeFixture {

    /// Records what it receives.
    private static final class CollectingFold implements RowScan.Fold {
        final List<String> lines = new ArrayList<>();

        @Override
        public void read(long row) {
            lines.add("read " + row);
        }

        @Override
        public void parked(long row, int part) {
            lines.add("parked " + row + "." + part);
        }

        @Override
        public void called(long row, int part, long picoUsd, boolean known, boolean awaited) {
            lines.add("called " + row + "." + part + " " + picoUsd + " " + known + " " + awaited);
        }

        @Override
        public void ended(long row, int part, String ending, long totalMicros) {
            lines.add("ended " + row + "." + part + " " + Ending.of(ending) + " " + totalMicros);
        }
    }

    private RowScan scan() {
        return Landscapes.rowScan(url(), Path.of("."));
    }

    @Test
    void scansTheEventsOfOneRunOnly() throws InterruptedException {
        record("other", Samples.wholeRow(1));
        record("a", Samples.everyKind());
        var fold = new CollectingFold();
        try (RowScan scan = scan()) {
            Reached reached = scan.scan("a", Position.START, 1_000, fold);

            assertThat(reached.isCaughtUp()).isTrue();
            assertThat(reached.position().row()).isEqualTo(2);
            assertThat(scan.events("a")).containsExactly(new EventRange(0, 0, reached.events() - 1));
        }
        assertThat(fold.lines)
                .containsExactly(
                        "read 1",
                        "read 2",
                        "called 1.0 "
                                + Calls.ended(1, 1, 1, LogEntry.CallState.UNKNOWN)
                                        .cost()
                                        .pico() + " false false",
                        "called 1.0 " + Calls.COST.pico() + " true false",
                        "ended 1.0 "
                                + new Ending(
                                        "blocked", OptionalInt.of(0), Optional.of("keyword_blocked"), Optional.empty())
                                + " 3",
                        "ended 2.0 "
                                + new Ending(
                                        "quarantined",
                                        OptionalInt.empty(),
                                        Optional.of("ragged_row"),
                                        Optional.of("output"))
                                + " 5");
    }

    @Test
    void smallChunksGiveTheSameAsALargeOne() throws InterruptedException {
        var entries = new ArrayList<LogEntry>();
        for (long row = 1; row <= 60; row++) {
            entries.addAll(Samples.wholeRow(row));
        }
        record("a", entries);
        var whole = new CollectingFold();
        var pieces = new CollectingFold();
        try (RowScan scan = scan()) {
            scan.scan("a", Position.START, 10_000, whole);
            Reached reached = new Reached(Position.START, Long.MAX_VALUE);
            while (!reached.isCaughtUp()) {
                reached = scan.scan("a", reached.position(), 7, pieces);
            }
            assertThat(scan.scan("a", reached.position(), 7, pieces)).isEqualTo(reached);
        }
        assertThat(pieces.lines).hasSize(120).containsExactlyInAnyOrderElementsOf(whole.lines);
    }

    @Test
    void scansOnlyTheGivenRows() throws InterruptedException {
        record("other", Samples.wholeRow(1));
        record("a", Samples.everyKind());
        var whole = new CollectingFold();
        var all = new CollectingFold();
        var second = new CollectingFold();
        var none = new CollectingFold();
        try (RowScan scan = scan()) {
            scan.scan("a", Position.START, 1_000, whole);
            scan.rows("a", Long.MIN_VALUE, 50, all);
            scan.rows("a", 1, 1, second);
            scan.rows("a", 2, 50, none);
        }
        assertThat(all.lines).isEqualTo(whole.lines);
        assertThat(second.lines)
                .isEqualTo(whole.lines.stream()
                        .filter(line -> line.contains(" 2.") || line.equals("read 2"))
                        .toList());
        assertThat(none.lines).isEmpty();
    }

    @Test
    void readsRowHeads() throws InterruptedException {
        record(
                "a",
                List.of(
                        Samples.read(1),
                        new LogEntry.RowRead(
                                2,
                                Samples.T,
                                "line 2",
                                Optional.empty(),
                                Row.of("t", "x".repeat(20_000)),
                                Optional.empty())));
        try (RowScan scan = scan()) {
            List<RowHead> heads = scan.heads("a", List.of(2L, 1L, 9L));
            assertThat(heads).hasSize(2);
            assertThat(heads.getFirst())
                    .isEqualTo(new RowHead(
                            1,
                            true,
                            "line 1",
                            Optional.of("r1"),
                            Optional.of("{\"id\":\"r1\",\"text\":\"good\",\"stars\":1}"),
                            true));
            assertThat(heads.getLast().whole()).isFalse();
            assertThat(heads.getLast().start().orElse("")).hasSize(1_000);
        }
    }

    @Test
    void findsTextsWithSpecialCharacters() throws InterruptedException {
        List<String> texts = List.of("100% _x_ ^y^", "a \"quote\"", "back\\slash", "Käse 😀", "line\nbreak", "plain");
        var entries = new ArrayList<LogEntry>();
        for (int i = 0; i < texts.size(); i++) {
            entries.add(new LogEntry.RowRead(
                    i + 1,
                    Samples.T,
                    "line",
                    Optional.empty(),
                    Row.of("text", "before " + texts.get(i) + " after"),
                    Optional.empty()));
        }
        record("a", entries);
        try (RowScan scan = scan()) {
            for (int i = 0; i < texts.size(); i++) {
                assertThat(rows(scan, texts.get(i))).as(texts.get(i)).containsExactly(i + 1L);
            }
            assertThat(rows(scan, "PLAIN")).containsExactly(6L);
            assertThat(rows(scan, "1__%")).isEmpty();
            var few = new ArrayList<Candidate>();
            scan.search("a", new SearchTerm("before"), List.of(2L, 4L), few::add);
            assertThat(few).extracting(Candidate::row).containsExactlyInAnyOrder(2L, 4L);
        }
    }

    private static List<Long> rows(RowScan scan, String text) {
        var found = new ArrayList<Long>();
        for (EventRange events : scan.events("a")) {
            scan.search("a", new SearchTerm(text), events, candidate -> found.add(candidate.row()));
        }
        return found;
    }

    @Test
    void aCancelledScanFails() throws InterruptedException {
        record("a", Samples.wholeRow(1));
        try (RowScan scan = scan()) {
            scan.cancel();
            assertThatThrownBy(() -> scan.search("a", new SearchTerm("good"), new EventRange(0, 0, 100), _ -> {}))
                    .isInstanceOf(LandscapeException.class);
        }
    }
}
