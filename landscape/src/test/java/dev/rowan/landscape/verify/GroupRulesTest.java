package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RowOrigin;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.verify.Forge.Tallies;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// I19: a sound run with an aggregate of two members or a minute, and runs that violate only this.
class GroupRulesTest {
    private static final String ID = "a";
    private static final long FIRST = RowOrigin.first(0);

    @TempDir
    Path folder;

    /// Rows 1 and 2 close a group by count, row 3 one by timeout and row 4 one at the end.
    @BeforeEach
    void record() throws InterruptedException {
        var node = new RunStart.Node(
                0,
                "groups",
                "collect",
                "1",
                List.of(),
                "aa",
                Optional.empty(),
                Map.of(
                        Topology.KIND,
                        Topology.AGGREGATE,
                        Topology.EDGES,
                        Map.of(Topology.NEXT, "output"),
                        Topology.POLICY,
                        Map.of(Topology.COUNT, 2L, Topology.TIMEOUT, 60_000L)));
        var run = new RunStart(
                ID,
                "digests",
                "0.1.0",
                "",
                Map.of("order", "input"),
                List.of("run"),
                "ada",
                Optional.empty(),
                "csv",
                List.of(node),
                List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "dd")));
        try (Landscape landscape = Landscapes.open(
                        "sqlite:rowan.db", folder, new FakeTime(), new SecureRandom(), Faults.NONE, Optional.empty());
                LandscapeRecorder recorder = landscape.start(run)) {
            for (long row = 1; row <= 4; row++) {
                recorder.record(Samples.read(row));
            }
            recorder.record(List.of(member(1, 1), member(2, 1)));
            recorder.record(closed(1, "count", 2, 0));
            recorder.record(List.of(member(3, 2)));
            recorder.record(closed(2, "timeout", 1, 60));
            recorder.record(List.of(member(4, 3)));
            recorder.record(closed(3, "end", 1, 3));
            recorder.record(new LogEntry.SinkSynced("output", Samples.T, new Sink.Mark(3, 0, 300, "ab".repeat(32))));
            for (long row = FIRST; row < FIRST + 3; row++) {
                recorder.record(Samples.completed(row, 0));
            }
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 4, Optional.empty()));
        }
    }

    private static LogEntry member(long row, long group) {
        return new LogEntry.TokenMerged(row, 0, Samples.T, 0, group, 1, 2, 3);
    }

    private static List<LogEntry> closed(long group, String trigger, long members, long seconds) {
        return List.of(
                new LogEntry.GroupEnded(0, group, Samples.T, trigger, members, 1, Duration.ofSeconds(seconds), "key"),
                new LogEntry.RowDerived(FIRST + group - 1, Samples.T, group, Optional.empty(), Samples.row(group)));
    }

    private List<String> broken() {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport report = check.verify(ID, VerifyInputs.itself());
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            return report.findings().stream().map(Finding::invariant).distinct().toList();
        }
    }

    private List<String> brokenBy(long group, String fact, Object value) throws Exception {
        return brokenBy(events -> events.stream()
                .map(event -> event.table() == EventTable.GROUP_END && event.number(1) == group
                        ? Forge.with(event, fact, value)
                        : event)
                .toList());
    }

    private List<String> brokenBy(UnaryOperator<List<StoredEvent>> change) throws Exception {
        Forge.rebuild(folder, ID, Tallies.COUNTED, change);
        return broken();
    }

    @Test
    void acceptsASoundRun() {
        assertThat(broken()).isEmpty();
    }

    @Test
    void findsAForgottenMember() throws Exception {
        assertThat(brokenBy(1, "members", 1L)).containsExactly("I19");
    }

    @Test
    void findsARowTooFew() throws Exception {
        assertThat(brokenBy(1, "rows", 2L)).containsExactly("I19");
    }

    @Test
    void findsATimeoutBeforeItsTime() throws Exception {
        assertThat(brokenBy(2, "age_us", 59_999_999L)).containsExactly("I19");
    }

    @Test
    void findsATriggerThatIsNotDeclared() throws Exception {
        assertThat(brokenBy(2, "trigger", "when")).containsExactly("I19");
    }

    @Test
    void findsACountThatIsNotReached() throws Exception {
        assertThat(brokenBy(2, "trigger", "count")).containsExactly("I19");
    }

    @Test
    void findsAnEndBeforeTheEndOfTheInput() throws Exception {
        assertThat(brokenBy(events -> {
                    var changed = new ArrayList<>(events);
                    StoredEvent last = changed.stream()
                            .filter(event -> event.table() == EventTable.ROW_READ && event.number(0) == 4)
                            .findFirst()
                            .orElseThrow();
                    changed.remove(last);
                    int end = 0;
                    for (int i = 0; i < changed.size(); i++) {
                        if (changed.get(i).table() == EventTable.OUTCOME
                                && changed.get(i).number(0) == 4) {
                            end = i;
                        }
                    }
                    changed.add(end, last);
                    return changed.stream()
                            .map(event -> event.table() == EventTable.GROUP_END && event.number(1) == 2
                                    ? Forge.with(event, "trigger", "end")
                                    : event)
                            .toList();
                }))
                .containsExactly("I19");
    }

    @Test
    void findsAGroupThatNeverEnds() throws Exception {
        assertThat(brokenBy(events -> events.stream()
                        .filter(event -> !(event.table() == EventTable.GROUP_END && event.number(1) == 3)
                                && !isOf(event, FIRST + 2))
                        .toList()))
                .contains("I19");
    }

    private static boolean isOf(StoredEvent event, long row) {
        return (event.table() == EventTable.ROW_READ || event.table() == EventTable.OUTCOME) && event.number(0) == row;
    }
}
