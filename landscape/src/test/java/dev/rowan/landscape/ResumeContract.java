package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.Recovered;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.Verdict;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Resuming a run, on any database.
abstract class ResumeContract extends LandscapeFixture {
    private static final Sink.Mark MARK = new Sink.Mark(1, 0, 120, "ef");

    /// A run that read three rows, finished one, and left two open attempts of calls.
    private void recordRun() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.wholeRow(1));
            recorder.record(new LogEntry.SinkSynced("output", Samples.T, MARK));
            recorder.record(List.of(
                    Samples.read(2),
                    Calls.intended(2, 1, 1),
                    Calls.ended(2, 1, 1, CallState.ANSWERED),
                    Calls.intended(2, 2, 1),
                    Samples.read(3),
                    Calls.intended(3, 1, 1),
                    Calls.ended(3, 1, 1, CallState.UNKNOWN),
                    Calls.intended(3, 1, 2)));
        }
    }

    private RunSummary summary() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.runs().summary("a");
        }
    }

    private void change(String sql) throws SQLException {
        try (Session session = Database.of(url(), Path.of(".")).open()) {
            session.begin();
            session.execute(sql);
            session.commit();
        }
    }

    @Test
    void recoversTheProgressAndEndsOpenAttemptsAsUnknown() throws InterruptedException {
        recordRun();
        assertThat(summary().calls().open()).isEqualTo(2);

        ResumedRun resumed = resume("a");
        resumed.recorder().close();

        Usd spent = new Usd(Calls.COST.pico() + 3 * Calls.WORST.pico());
        assertThat(resumed.recovered())
                .isEqualTo(new Recovered(
                        2, 3, 1, Map.of(Outcome.COMPLETED, 1L), Map.of("output", MARK), spent, 2, Usd.ZERO));
        assertThat(summary().calls().open()).isZero();
        assertThat(summary().calls().attempts()).isEqualTo(Map.of(CallState.ANSWERED, 1L, CallState.UNKNOWN, 3L));
        assertThat(summary().calls().atMost()).isEqualTo(spent);
        assertThat(summary().resumed()).isEqualTo(1);
        try (LandscapeReader reader = landscape.reader()) {
            var end = reader.rows().history("a", 3).orElseThrow().visits().stream()
                    .flatMap(visit -> visit.calls().stream())
                    .flatMap(call -> call.attempts().stream())
                    .toList()
                    .getLast()
                    .end()
                    .orElseThrow();
            assertThat(end.disposition()).isEqualTo("owner_died");
            assertThat(end.cost()).isEqualTo(Calls.WORST);
            assertThat(end.costKnown()).isFalse();
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void continuesTheChainAcrossManyResumes() throws InterruptedException {
        recordRun();
        for (int time = 1; time <= 5; time++) {
            ResumedRun resumed = resume("a");
            assertThat(resumed.recovered().unknown()).isEqualTo(time == 1 ? 2 : 0);
            try (LandscapeRecorder recorder = resumed.recorder()) {
                for (int row = 0; row < 700; row++) {
                    recorder.record(Samples.wholeRow(1_000L * time + row));
                }
            }
        }
        try (LandscapeRecorder recorder = resume("a").recorder()) {
            Head head = recorder.end(Samples.COMPLETED);
            assertThat(check("a", Optional.of(head)))
                    .isInstanceOfSatisfying(
                            Verdict.Intact.class,
                            intact -> assertThat(intact.head()).isEqualTo(head));
        }
        assertThat(summary().rowsEnded()).isEqualTo(1 + 5 * 700);
        assertThat(summary().resumed()).isEqualTo(6);
        assertThat(summary().status()).isEqualTo("completed");
    }

    @Test
    void anEndCountsUntilTheRunIsResumed() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.wholeRow(1));
            recorder.end(new RunEnd(RunEnd.Status.LIMITED, 1, Optional.of("budget")));
        }
        assertThat(summary().status()).isEqualTo("limited");
        try (LandscapeRecorder recorder = resume("a").recorder()) {
            assertThat(summary().status()).isEqualTo("running");
            assertThat(summary().ended()).isEmpty();
            recorder.record(Samples.wholeRow(2));
        }
        assertThat(summary().status()).isEqualTo("killed");
        assertThat(summary().why()).isEmpty();
        assertThat(check("a", Optional.empty()))
                .isInstanceOfSatisfying(
                        Verdict.Intact.class,
                        intact -> assertThat(intact.ended()).isFalse());
    }

    @Test
    void readsTheDefinitionFromTheLastChange() throws InterruptedException {
        landscape.start(Samples.run("a")).close();
        RunStart before = Samples.run("a");
        RunStart after = new RunStart(
                "a",
                before.name(),
                "0.2.0",
                "source: {plugin: jsonl}",
                Map.of("window", 5L),
                List.of("resume", "a"),
                "bob",
                Optional.empty(),
                "jsonl reviews.jsonl",
                List.of(before.nodes().getFirst()),
                before.sinks());
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().declared("a")).isEqualTo(before);
            resume("a").recorder().close();
            assertThat(reader.runs().declared("a")).isEqualTo(before);
            var change = new RunResume.RunChange("source.plugin", "csv", "jsonl", true);
            landscape
                    .resume("a", new RunResume("0.2.0", "bob", List.of(), List.of(change), Optional.of(after)))
                    .recorder()
                    .close();
            assertThat(reader.runs().declared("a")).isEqualTo(after);
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void rejectsARecordWithATamperedTail() throws InterruptedException, SQLException {
        recordRun();
        change("UPDATE row_read SET position = 'line 7' WHERE row_seq = 3");

        assertThatThrownBy(() -> resume("a"))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContainingAll("the record of run a was changed", "rowan verify a");
        assertThat(summary().resumed()).isZero();

        change("UPDATE row_read SET position = 'line 3' WHERE row_seq = 3");
        ResumedRun resumed = resume("a");
        resumed.recorder().close();
        assertThat(resumed.recovered().epoch())
                .as("the refused one has risen it too")
                .isEqualTo(3);
    }

    @Test
    void rejectsAHeadWithTamperedSubtreesOrTail() throws InterruptedException, SQLException {
        for (String change : List.of(
                "UPDATE run_event SET facts = replace(facts, '\"subtrees\":[\"', '\"subtrees\":[\"00') WHERE run_no = %d",
                "DELETE FROM outcome WHERE run_no = %d AND row_seq = 1",
                "DELETE FROM call_intent WHERE run_no = %d AND row_seq = 3 AND attempt = 1")) {
            String id = "r" + change.hashCode();
            try (LandscapeRecorder recorder = landscape.start(Samples.run(id))) {
                recorder.record(Samples.wholeRow(1));
                recorder.record(List.of(Calls.intended(3, 1, 1), Calls.ended(3, 1, 1, CallState.UNKNOWN)));
                recorder.record(Calls.intended(3, 1, 2));
            }
            int runNo = new ArrayList<>(landscapeRuns()).indexOf(id) + 1;
            change(change.formatted(runNo));
            assertThatThrownBy(() -> resume(id)).hasMessageContaining("rowan verify " + id);
        }
    }

    private List<String> landscapeRuns() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.runs().newest(100).reversed().stream()
                    .map(RunSummary::runId)
                    .toList();
        }
    }
}
