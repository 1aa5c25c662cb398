package dev.rowan.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.cli.history.OutageText;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.report.JobNames;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.history.TokenTree;
import dev.rowan.landscape.record.LogEntry.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplainTextTest {
    private static final Instant READ = FakeTime.START;
    private static final Row ROW = Row.of("id", "R-17")
            .with("text", "good value\nmy password is hunter2, which I use everywhere, and nobody knows that")
            .with("stars", 4);

    private static RunSummary run(Optional<Instant> ended) {
        return new RunSummary(
                "20261115-093000-k7mp",
                "reviews",
                ended.isPresent() ? "completed" : "running",
                Optional.empty(),
                READ,
                ended,
                READ,
                20,
                20,
                Map.of(),
                Map.of(),
                Map.of(),
                "reviews.csv",
                Optional.empty(),
                "0.1.0",
                "ada",
                60,
                "",
                CallTotals.NONE,
                false,
                0,
                0,
                Map.of(),
                0);
    }

    private static RowHistory.Visit visit(
            int node, String name, Row input, List<Row> outputs, Optional<Map<String, @Nullable Object>> reason) {
        return new RowHistory.Visit(
                "r17/n" + node + "/a1",
                0,
                node,
                name,
                name,
                node + 1,
                reason.isPresent() ? "failed" : "completed",
                READ.plusMillis(1),
                Optional.of(READ.plusMillis(13)),
                Optional.of(new Waits(16, 16, node * 2_500L, 0, 0, 0)),
                input,
                outputs,
                reason,
                Optional.empty(),
                RowHistory.Branching.NONE,
                List.of());
    }

    private static RowHistory history(Optional<Instant> ended, List<RowHistory.End> ends) {
        Row cut = ROW.with("stars", null).with("lang", "en").without(List.of("id"));
        var reason = new TreeMap<String, @Nullable Object>(Map.of(
                "reason", "blocked_content",
                "message", "field 'text' matches the blocked pattern (?i)\\bpassword\\b",
                "position", 14L));
        return new RowHistory(
                run(ended),
                17,
                "line 50",
                Optional.of("R-17"),
                READ,
                Optional.of(ROW),
                Optional.empty(),
                Optional.empty(),
                List.of(
                        visit(0, "mapper", ROW, List.of(cut), Optional.empty()),
                        visit(1, "filter", cut, List.of(), Optional.of(reason))),
                ends,
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private static RowHistory blocked() {
        return history(
                Optional.of(READ.plusSeconds(1)),
                List.of(new RowHistory.End(
                        0,
                        Outcome.BLOCKED,
                        Optional.of("filter"),
                        Optional.of("blocked_content"),
                        Optional.of("blocked"),
                        READ.plusMillis(80),
                        Duration.ofMillis(2),
                        Duration.ofMillis(53),
                        Duration.ofMillis(82))));
    }

    private static String text(RowHistory history, int width, boolean full) {
        return String.join(
                "\n",
                new ExplainText(
                                history,
                                JobNames.NONE,
                                new OutageText(List.of(), Map.of()),
                                "",
                                TestShell.ofWidth(width, new FakeTime()),
                                new DetailLevel(full, false, false))
                        .lines());
    }

    @Test
    void showsTheHistoryOfARow() {
        assertThat(text(blocked(), 80, false)).isEqualTo("""
                Row 17 of run 20261115-093000-k7mp (reviews, completed)
                  from reviews.csv, line 50, id R-17, read at 2026-11-15 09:30:00

                  id     "R-17"
                  text   "good value⏎my password is hunter2, which I use everyw… (80 characters)
                  stars  4

                mapper  completed in 12 ms
                  - id: "R-17"
                  stars: 4 → null
                  + lang: "en"

                filter, attempt 2  failed in 12 ms
                  waits   queue 2.5 ms
                  reason  field 'text' matches the blocked pattern (?i)\\bpassword\\b
                          blocked_content · position 14

                blocked at filter: blocked_content, in sink 'blocked'
                  82 ms total, 2.0 ms waiting for earlier rows, 53 ms for the sink""");
    }

    @Test
    void showsLongValuesWholeWhenAsked() {
        assertThat(text(blocked(), 80, true)).contains("which I use everywhere, and nobody knows that\"");
    }

    /// A join may end a branch while its call is in flight; the visit of a branch that goes on is just open.
    @Test
    void saysWhyTheVisitOfABranchThatHasEndedIsOpen() {
        var open = new RowHistory.Visit(
                "r17/n0/a1",
                2,
                0,
                "label",
                "llm",
                1,
                "open",
                READ,
                Optional.empty(),
                Optional.empty(),
                ROW,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                RowHistory.Branching.NONE,
                List.of());
        VisitText visits = visitText();
        var steps = List.of(new TokenTree.Step(open, List.of()));
        Optional<RowHistory.End> end = blocked().ends().stream().findFirst();
        assertThat(new TokenTreeText(visits, false).lines(new TokenTree(2, "label", steps, end)))
                .containsExactly("", "label (llm)  open", "  not finished: the branch had already ended");
        assertThat(new TokenTreeText(visits, false).lines(new TokenTree(2, "label", steps, Optional.empty())))
                .containsExactly("", "label (llm)  open");
    }

    @Test
    void showsWhereLongTextsDiffer() {
        String text = "a line of many words that goes on and on and on and on, the end, and more";
        var visit = visit(0, "truncate", Row.of("text", text), List.of(Row.of("text", "a" + text)), Optional.empty());
        var cut = visit(
                0, "truncate", Row.of("text", text), List.of(Row.of("text", text.substring(0, 63))), Optional.empty());
        VisitText visits = visitText();
        assertThat(visits.lines(cut))
                .containsExactly(
                        "truncate  completed in 12 ms",
                        "  text: …d on and on, the end, and more\" (73 characters)",
                        "      → …d on and on, the end\" (63 characters)");
        assertThat(visits.lines(visit))
                .containsExactly(
                        "truncate  completed in 12 ms",
                        "  text: \"a line of many words that goes on … (73 characters)",
                        "      → \"aa line of many words that goes on… (74 characters)");
    }

    @Test
    void neverWrapsUnlessAsked() {
        assertThat(text(blocked(), 80, false).lines())
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(80));
    }

    @Test
    void reportsThatARowHasNoOutcomeYet() {
        assertThat(text(history(Optional.empty(), List.of()), 80, false)).endsWith("no outcome  still in progress");
        assertThat(text(history(Optional.of(READ), List.of()), 80, false))
                .endsWith("no outcome  the run ended before this row finished");
    }

    @Test
    void showsWhyARecordIsUnreadable() {
        var unreadable = new RowHistory(
                run(Optional.of(READ)),
                4,
                "line 9",
                Optional.empty(),
                READ,
                Optional.empty(),
                Optional.of(Map.of("reason", "ragged_row", "message", "expected 8 fields, found 5")),
                Optional.of("a,b\u001b[2J,c"),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(2, 1));
        assertThat(text(unreadable, 80, false))
                .contains("  recorded by writer 2, then by writer 1\n")
                .contains("""
                source  could not be read
                  reason  expected 8 fields, found 5
                          ragged_row
                  raw     "a,b,c\"""");
    }

    private static VisitText visitText() {
        return new VisitText(
                60,
                new DetailLevel(false, false, false),
                false,
                JobNames.NONE,
                "",
                TestShell.ofWidth(80, new FakeTime()));
    }
}
