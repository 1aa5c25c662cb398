package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.export.ExportColumn;
import dev.rowan.landscape.export.ExportRequest;
import dev.rowan.landscape.export.LandscapeExport;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.purge.CleanupResult;
import dev.rowan.landscape.purge.Purge;
import dev.rowan.landscape.purge.PurgePlan;
import dev.rowan.landscape.purge.PurgeSelection;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Export and purge, on any database.
abstract class PurgeContract extends LandscapeFixture {

    private List<Map<String, @Nullable Object>> export(ExportRequest request, String runId) throws IOException {
        var records = new ArrayList<Map<String, @Nullable Object>>();
        List<ExportColumn> columns = request.columns();
        try (LandscapeExport export = LandscapeExport.open(url(), Path.of("."))) {
            export.write(request, runId, values -> {
                var record = new LinkedHashMap<String, @Nullable Object>();
                for (int i = 0; i < values.length; i++) {
                    record.put(
                            columns.get(i).name(),
                            values[i] instanceof byte[] json
                                    ? new String(json, java.nio.charset.StandardCharsets.UTF_8)
                                    : values[i]);
                }
                assertThat(values).hasSameSizeAs(columns);
                records.add(record);
            });
        }
        return records;
    }

    private List<Map<String, @Nullable Object>> rows(String runId) throws IOException {
        return export(new ExportRequest.Rows(Set.of(), Set.of()), runId);
    }

    private PurgePlan.Amount purge(PurgeSelection selection) {
        try (Purge purge = Purge.open(url(), Path.of("."), time)) {
            PurgePlan.Amount all = PurgePlan.Amount.NONE;
            for (PurgePlan planned : purge.plan(selection, false)) {
                PurgePlan.Amount deleted = purge.delete(planned, selection, "ada");
                assertThat(deleted).isEqualTo(planned.amount());
                all = all.plus(deleted);
            }
            assertThat(purge.clean()).isInstanceOf(CleanupResult.Clean.class);
            return all;
        }
    }

    private long gone(String runId) {
        return check(runId, Optional.empty()) instanceof Verdict.Intact intact ? intact.gone() : -1;
    }

    @Test
    void exportsRowsWithTheirValuesWaitsAndCosts() throws InterruptedException, IOException {
        var entries = new ArrayList<LogEntry>(Samples.everyKind());
        entries.add(Samples.read(3));
        record("a", entries);

        List<Map<String, @Nullable Object>> rows = rows("a");

        assertThat(rows).extracting(row -> row.get("outcome")).containsExactly("blocked", "quarantined", null);
        assertThat(rows.getFirst())
                .containsEntry("source_id", "r1")
                .containsEntry("node", "words")
                .containsEntry("visits", 2L)
                .containsEntry("wire_us", 80L)
                .containsEntry("attempts", 2L)
                .containsEntry("cost_usd", Calls.WORST.plus(Calls.COST))
                .containsEntry("cost_known", false)
                .containsEntry("values_read", "{\"id\":\"r1\",\"text\":\"good\",\"stars\":1}")
                .containsEntry("values_left", "{\"id\":\"r1\",\"text\":\"go\",\"stars\":1}");
        assertThat(rows.get(1)).containsEntry("read_status", "unreadable").containsEntry("values_left", null);
    }

    @Test
    void exportsCallsAndTheirSums() throws InterruptedException, IOException {
        var entries = new ArrayList<LogEntry>(Samples.everyKind());
        entries.add(Calls.intended(1, 2, 1));
        record("a", entries);

        List<Map<String, @Nullable Object>> calls = export(new ExportRequest.Calls(true), "a");
        assertThat(calls).extracting(call -> call.get("state")).containsExactly("unknown", "answered", "open");
        assertThat(calls.get(1))
                .containsEntry("call_key", Calls.key(1, 1).hash("a"))
                .containsEntry("http_status", 200L)
                .containsEntry("output_tokens", 20L)
                .containsEntry("cost_usd", Calls.COST)
                .containsEntry("request_id", "req-1");
        assertThat(String.valueOf(calls.get(1).get("reply"))).endsWith("{\"a\": 1}");
        assertThat(calls.getFirst()).containsEntry("request", Calls.REQUEST.asText());
        assertThat(export(new ExportRequest.Costs(), "a"))
                .singleElement()
                .satisfies(costs -> assertThat(costs)
                        .containsEntry("node_name", "cut")
                        .containsEntry("service", "service")
                        .containsEntry("model", null)
                        .containsEntry("calls", 2L)
                        .containsEntry("attempts", 3L)
                        .containsEntry("open", 1L)
                        .containsEntry("input_tokens", 100L)
                        .containsEntry("cost_usd", Calls.WORST.plus(Calls.COST))
                        .containsEntry("reserved_usd", Calls.WORST));
    }

    @Test
    void deletesTheValuesOfARowWithItsCallsAndNothingElse() throws InterruptedException, IOException {
        record("a", Samples.everyKind());
        record("b", Samples.everyKind());
        long before = gone("a");

        PurgePlan.Amount deleted = purge(new PurgeSelection.OneRow("a", 1));

        assertThat(before).isZero();
        assertThat(deleted.payloads()).isEqualTo(5).isEqualTo(gone("a"));
        assertThat(gone("b")).isZero();
        try (LandscapeReader reader = landscape.reader()) {
            RowHistory story = reader.rows().history("a", 1).orElseThrow();
            assertThat(story.deleted()).contains(new RowHistory.Deleted(Optional.of(time.instant())));
            assertThat(story.row()).isEmpty();
            assertThat(story.visits()).hasSize(2).allSatisfy(visit -> {
                assertThat(visit.outputs()).isEmpty();
                assertThat(visit.reason()).isEmpty();
            });
            assertThat(reader.rows().history("a", 2).orElseThrow().deleted()).isEmpty();
            assertThat(reader.calls().answer("a", Calls.key(1, 1))).isEmpty();
        }
        assertThat(rows("a").getFirst())
                .containsEntry("values_deleted", true)
                .containsEntry("values_read", null)
                .containsEntry("outcome", "blocked");
        assertThat(export(new ExportRequest.Calls(true), "a"))
                .extracting(call -> call.get("bodies_deleted"))
                .containsExactly(true, true);
        assertThat(purge(new PurgeSelection.OneRow("a", 1))).isEqualTo(PurgePlan.Amount.NONE);
    }

    @Test
    void exportsAndDeletesTheRequestsOfParkedCalls() throws InterruptedException, IOException {
        var entries = new ArrayList<LogEntry>(List.of(Samples.read(1), Batches.parked(1, 1)));
        entries.addAll(Batches.planned(4, 1, List.of(Calls.key(1, 1))));
        entries.add(Batches.ended(Calls.key(1, 1), 1, LogEntry.CallState.ANSWERED, 4));
        record("a", entries);

        assertThat(export(new ExportRequest.Calls(true), "a"))
                .singleElement()
                .satisfies(call -> assertThat(call)
                        .containsEntry("job", 4L)
                        .containsEntry("item", 0L)
                        .containsEntry("request", Calls.REQUEST.asText())
                        .containsEntry("bodies_deleted", false));
        assertThat(export(new ExportRequest.Costs(), "a").getFirst()).containsEntry("service", "service");

        assertThat(purge(new PurgeSelection.OneRow("a", 1)).payloads())
                .isEqualTo(3)
                .isEqualTo(gone("a"));

        assertThat(export(new ExportRequest.Calls(true), "a").getFirst())
                .containsEntry("request", null)
                .containsEntry("bodies_deleted", true);
        try (LandscapeReader reader = landscape.reader()) {
            assertThatThrownBy(() -> reader.calls().parked("a", List.of(Calls.key(1, 1))))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("its request was deleted");
        }
    }

    @Test
    void deletesByAgeAndBySourceId() throws InterruptedException {
        record("old", Samples.wholeRow(1));
        record("other", Samples.wholeRow(1));
        try (Purge purge = Purge.open(url(), Path.of("."), time)) {
            assertThat(purge.plan(new PurgeSelection.OlderThan(Samples.T.minus(Duration.ofDays(1))), false))
                    .isEmpty();
        }
        assertThat(purge(new PurgeSelection.SourceId("r1", Optional.of("other")))
                        .payloads())
                .isEqualTo(1);
        assertThat(gone("old")).isZero();

        purge(new PurgeSelection.OlderThan(time.instant().plus(Duration.ofDays(1))));

        assertThat(gone("old")).isEqualTo(2);
        assertThat(gone("other")).isEqualTo(2);
    }

    @Test
    void rejectsARunThatIsHeldOrIncomplete() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("held"))) {
            recorder.record(Samples.wholeRow(1));
            try (Purge purge = Purge.open(url(), Path.of("."), time)) {
                var whole = new PurgeSelection.WholeRun("held");
                PurgePlan planned = purge.plan(whole, true).getFirst();
                assertThat(planned.refusal())
                        .hasValueSatisfying(why -> assertThat(why).contains("run held is running"));
                var forced = new PurgePlan(
                        planned.run(), planned.rows(), planned.sharing(), planned.amount(), Optional.empty());
                assertThatThrownBy(() -> purge.delete(forced, whole, "ada"))
                        .isInstanceOf(LandscapeException.class)
                        .hasMessageContaining("is running, held by");
            }
        }
        try (Purge purge = Purge.open(url(), Path.of("."), time)) {
            var whole = new PurgeSelection.WholeRun("held");
            assertThat(purge.plan(whole, false).getFirst().refusal())
                    .hasValueSatisfying(why -> assertThat(why).contains("is not complete (killed)"));
            assertThat(purge.plan(whole, true).getFirst().refusal()).isEmpty();
        }
        assertThat(gone("held")).isZero();
    }

    @Test
    void deletesWholeRunsAndLeavesTheOthers() throws InterruptedException {
        record("old", Samples.wholeRow(1));
        record("newest", Samples.wholeRow(1));
        var all = new PurgeSelection.OlderThan(time.instant().plus(Duration.ofDays(1)));
        try (Purge purge = Purge.open(url(), Path.of("."), time)) {
            List<PurgePlan> plans = purge.planRecords(all, false);
            assertThat(plans).extracting(plan -> plan.run().runId()).containsExactly("newest", "old");
            assertThat(plans.getFirst().refusal())
                    .hasValueSatisfying(why -> assertThat(why).contains("is the newest"));
            long events = plans.getLast().run().events();

            assertThat(purge.deleteRecords(List.of(plans.getLast()), all, "ada"))
                    .isEqualTo(events);
            purge.clean();
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().newest(10)).extracting(RunSummary::runId).containsExactly("newest");
            assertThatThrownBy(() -> reader.runs().summary("old")).isInstanceOf(LandscapeException.class);
        }
        assertThat(check("newest", Optional.empty())).isInstanceOf(Verdict.Intact.class);
        assertThat(rowsLeft("row_read")).isEqualTo(1);
        assertThat(rowsLeft("run_lease")).isEqualTo(1);
        assertThat(rowsLeft("purge")).isEqualTo(1);
    }

    @Test
    void anInterruptedDeletionOfARunIsFinishedByTheNext() throws InterruptedException, SQLException {
        record("old", Samples.wholeRow(1));
        record("newest", Samples.wholeRow(1));
        try (Session session = Database.of(url(), Path.of(".")).open()) {
            session.inTransaction(_ -> {
                session.execute("DELETE FROM run WHERE run_id = 'old'");
                return true;
            });
        }
        assertThat(rowsLeft("row_read")).isEqualTo(2);
        try (Purge purge = Purge.open(url(), Path.of("."), time)) {
            purge.deleteRecords(List.of(), new PurgeSelection.WholeRun("newest"), "ada");
        }
        assertThat(rowsLeft("row_read")).isEqualTo(1);
        assertThat(rowsLeft("run_lease")).isEqualTo(1);
    }

    private long rowsLeft(String table) {
        try (Session session = Database.of(url(), Path.of(".")).open();
                Statement select = session.connection().createStatement();
                ResultSet row = select.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
    }
}
