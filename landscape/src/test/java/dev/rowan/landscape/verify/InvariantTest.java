package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.secret.Secret;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.verify.Forge.Tallies;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// For each invariant a run that violates only it, chained correctly, as a defect of ours would write it.
class InvariantTest {
    @TempDir
    Path folder;

    private VerifyInputs against = VerifyInputs.itself().unknownResends(1);

    @BeforeEach
    void record() throws InterruptedException {
        SoundRun.record(folder, "1", Optional.empty());
    }

    private List<String> broken() {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport report = check.verify(SoundRun.ID, against);
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            return report.findings().stream().map(Finding::invariant).toList();
        }
    }

    private List<String> brokenBy(UnaryOperator<List<StoredEvent>> change) throws SQLException {
        Forge.rebuild(folder, SoundRun.ID, Tallies.COUNTED, change);
        return broken();
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

    private static UnaryOperator<List<StoredEvent>> adding(Predicate<StoredEvent> after, List<StoredEvent> more) {
        return events -> {
            var changed = new ArrayList<>(events);
            int at = changed.indexOf(
                    changed.stream().filter(after).reduce((_, last) -> last).orElseThrow());
            changed.addAll(at + 1, more);
            return changed;
        };
    }

    private static Predicate<StoredEvent> in(EventTable table, long row) {
        return event -> event.table() == table && event.number(0) == row;
    }

    private static Predicate<StoredEvent> call(EventTable table, long row, long node) {
        return in(table, row).and(event -> event.number(2) == node);
    }

    private static Predicate<StoredEvent> attempt(EventTable table, long row, long node, long attempt) {
        return call(table, row, node).and(event -> event.number(5) == attempt);
    }

    private static Predicate<StoredEvent> rare(String type) {
        return event -> event.isOf(type);
    }

    private StoredEvent found(Predicate<StoredEvent> which) throws SQLException {
        var found = new ArrayList<StoredEvent>();
        Forge.rebuild(folder, SoundRun.ID, Tallies.COUNTED, events -> {
            events.stream().filter(which).forEach(found::add);
            return events;
        });
        return found.getFirst();
    }

    @Test
    void acceptsASoundRun() throws SQLException {
        assertThat(broken()).isEmpty();
        assertThat(brokenBy(events -> events)).isEmpty();
        against = against.mostOpen(0);
        assertThat(broken()).isEmpty();
    }

    /// Declares the edges that lead from each node, in order.
    private static UnaryOperator<List<StoredEvent>> withEdges(String... edges) {
        return events -> {
            var next = List.of(edges).iterator();
            return events.stream()
                    .map(event -> event.isOf(RunEvents.NODE_DECLARED)
                            ? Forge.with(
                                    event,
                                    "facts",
                                    String.valueOf(event.facts()[1])
                                            .replaceFirst("(,\"edges\":.*})?}$", ",\"edges\":" + next.next() + "}"))
                            : event)
                    .toList();
        };
    }

    @Test
    void i17VisitsAndEndsThatFollowNoDeclaredEdge() throws SQLException {
        assertThat(brokenBy(withEdges("{\"next\":1}", "{\"next\":2}", "{\"next\":\"output\"}")))
                .isEmpty();
        assertThat(brokenBy(withEdges("{\"next\":2}", "{\"next\":2}", "{\"next\":\"output\"}")))
                .contains("I17");
        assertThat(brokenBy(withEdges("{\"next\":1}", "{\"next\":2}", "{\"next\":\"other\"}")))
                .contains("I17");
    }

    @Test
    void i17ARefusedRowInASinkThatGetsNone() throws SQLException {
        var chain = withEdges("{\"next\":1}", "{\"next\":2}", "{\"next\":\"output\"}");
        UnaryOperator<List<StoredEvent>> nowhere = changing(in(EventTable.OUTCOME, 4), event -> refused(event, null));
        UnaryOperator<List<StoredEvent>> other = changing(in(EventTable.OUTCOME, 4), event -> refused(event, "other"));
        assertThat(brokenBy(events -> nowhere.apply(chain.apply(events)))).doesNotContain("I17");
        assertThat(brokenBy(events -> other.apply(chain.apply(events)))).contains("I17");
    }

    private static StoredEvent refused(StoredEvent outcome, @Nullable String sink) {
        StoredEvent failed = Forge.with(Forge.with(outcome, "outcome", "failed"), "reason", "sink_refused");
        return Forge.with(failed, "sink", sink);
    }

    @Test
    void i1ARowWithoutOutcomeInACompleteRun() throws SQLException {
        assertThat(brokenBy(dropping(in(EventTable.OUTCOME, 4)))).containsExactly("I1");
    }

    @Test
    void i1ATokenThatEndsTwice() throws SQLException {
        StoredEvent outcome = found(in(EventTable.OUTCOME, 4));
        assertThat(brokenBy(adding(in(EventTable.OUTCOME, 4), List.of(outcome))))
                .containsExactly("I1");
    }

    @Test
    void i1ASkippedRow() throws SQLException {
        assertThat(brokenBy(changing(
                        event -> event.table() != EventTable.RUN_EVENT && event.number(0) == 4,
                        event -> Forge.with(event, "row_seq", 5L))))
                .containsExactly("I1");
    }

    @Test
    void i2OutcomesOutOfOrder() throws SQLException {
        assertThat(brokenBy(events -> {
                    var changed = new ArrayList<>(events);
                    List<Integer> places = new ArrayList<>();
                    for (int i = 0; i < changed.size(); i++) {
                        if (changed.get(i).table() == EventTable.OUTCOME) {
                            places.add(i);
                        }
                    }
                    Collections.swap(changed, places.get(0), places.get(1));
                    return changed;
                }))
                .containsExactly("I2");
    }

    @Test
    void i2AMarkThatCountsOtherRows() throws SQLException {
        for (String rows : List.of("\"rows\":3", "\"rows\":5")) {
            assertThat(brokenBy(changing(
                            rare(RunEvents.SINK_SYNCED),
                            event -> Forge.with(
                                    event,
                                    "facts",
                                    String.valueOf(event.facts()[1]).replaceAll("\"rows\":\\d", rows)))))
                    .containsExactly("I2");
        }
    }

    @Test
    void i2AnOutcomeBeforeItsSinkIsDurable() throws SQLException {
        StoredEvent mark = found(rare(RunEvents.SINK_SYNCED));
        Forge.rebuild(folder, SoundRun.ID, Tallies.COUNTED, dropping(rare(RunEvents.SINK_SYNCED)));
        assertThat(brokenBy(adding(in(EventTable.OUTCOME, 4), List.of(mark)))).containsExactly("I2");
    }

    @Test
    void i3AnEndWithoutIntent() throws SQLException {
        assertThat(brokenBy(dropping(call(EventTable.CALL_INTENT, 1, 1)))).containsExactly("I3");
    }

    @Test
    void i3AnIntentThatNeverEnds() throws SQLException {
        assertThat(brokenBy(dropping(call(EventTable.CALL_END, 1, 1)))).containsExactly("I3");
    }

    @Test
    void i4ASecondAnswer() throws SQLException {
        StoredEvent answer = found(call(EventTable.CALL_END, 1, 1));
        assertThat(brokenBy(adding(call(EventTable.CALL_END, 1, 1), List.of(answer))))
                .containsExactly("I4");
    }

    @Test
    void i5AGapInTheAttempts() throws SQLException {
        assertThat(brokenBy(changing(
                        attempt(EventTable.CALL_INTENT, 2, 1, 3).or(attempt(EventTable.CALL_END, 2, 1, 3)),
                        event -> Forge.with(event, "attempt", 4L))))
                .containsExactly("I5");
    }

    @Test
    void i5ASendAfterAPermanentRejection() throws SQLException {
        assertThat(brokenBy(changing(
                        attempt(EventTable.CALL_END, 2, 1, 1), event -> Forge.with(event, "standing", "invalid"))))
                .containsExactly("I5");
    }

    @Test
    void i6ASendAfterTheAnswer() throws SQLException {
        StoredEvent intent = Forge.with(found(attempt(EventTable.CALL_INTENT, 2, 1, 3)), "attempt", 4L);
        StoredEvent end = Forge.with(found(attempt(EventTable.CALL_END, 2, 1, 1)), "attempt", 4L);
        assertThat(brokenBy(adding(attempt(EventTable.CALL_END, 2, 1, 3), List.of(intent, end))))
                .containsExactly("I6");
    }

    @Test
    void i7TooManyOpenCallsAtTheEndOfAnEpoch() throws SQLException {
        assertThat(brokenBy(resumedAfter(attempt(EventTable.CALL_INTENT, 2, 1, 2))))
                .isEmpty();
        against = against.mostOpen(1);
        assertThat(broken()).isEmpty();
        against = against.mostOpen(0);
        assertThat(broken()).containsExactly("I7");
    }

    /// The run was killed after this event and resumed.
    private static UnaryOperator<List<StoredEvent>> resumedAfter(Predicate<StoredEvent> last) {
        return events -> {
            var changed = new ArrayList<StoredEvent>();
            int epoch = 1;
            for (StoredEvent event : events) {
                changed.add(Forge.inEpoch(event, epoch));
                if (last.test(event)) {
                    epoch = 2;
                    changed.add(Forge.rare(event, epoch, RunEvents.RUN_RESUMED, "{\"epoch\":2}"));
                }
            }
            return changed;
        };
    }

    @Test
    void i8OneResendTooMany() throws SQLException {
        assertThat(brokenBy(changing(
                        attempt(EventTable.CALL_END, 2, 1, 1), event -> Forge.with(event, "state", "unknown"))))
                .containsExactly("I8");
        against = against.unknownResends(2);
        assertThat(broken()).isEmpty();
    }

    @Test
    void i8DoesNotCountWhatOurOwnProcessLost() throws SQLException {
        assertNotCounted("owner_died", "interrupted", "defect_OutOfMemoryError");
    }

    @Test
    void i8DoesNotCountWhatWasLostWhileTheServiceWasDown() throws SQLException {
        assertNotCounted("reset_while_down");
    }

    private void assertNotCounted(String... standings) throws SQLException {
        for (String standing : standings) {
            assertThat(brokenBy(changing(
                            attempt(EventTable.CALL_END, 2, 1, 1),
                            event -> Forge.with(Forge.with(event, "state", "unknown"), "standing", standing))))
                    .as(standing)
                    .isEmpty();
        }
    }

    /// A bill that charged each call `times` times, and so often in all.
    private record Charged(long times, long all) implements RecordedCosts {
        @Override
        public long carriedOut(BilledCall call) {
            return call.key().rowSeq() == 1 && call.key().node() == 1 ? times : 1;
        }
    }

    @Test
    void i9AnUnrecordedCharge() {
        against = against.with(new Charged(1, 8));
        assertThat(broken()).isEmpty();
        against = against.with(new Charged(2, 9));
        assertThat(broken()).containsExactly("I9");
        against = against.with(new Charged(1, 9));
        assertThat(broken()).containsExactly("I9");
    }

    @Test
    void i10AnEpochWithoutAStart() throws SQLException {
        assertThat(brokenBy(changing(
                        event -> event.table() == EventTable.OUTCOME || event.isOf(RunEvents.RUN_ENDED),
                        event -> Forge.inEpoch(event, 2))))
                .containsExactly("I10", "I10");
        assertThat(brokenBy(changing(event -> true, event -> Forge.inEpoch(event, 1))))
                .isEmpty();
        assertThat(brokenBy(events -> resumedAfter(in(EventTable.OUTCOME, 1)).apply(events).stream()
                        .filter(event -> !event.isOf(RunEvents.RUN_RESUMED))
                        .toList()))
                .containsExactly("I10");
    }

    @Test
    void i12ACostMissingFromTheHead() throws SQLException {
        Forge.rebuild(
                folder,
                SoundRun.ID,
                Tallies.KEPT,
                changing(call(EventTable.CALL_END, 1, 1), event -> Forge.with(event, "cost_pico_usd", 5L)));
        assertThat(broken()).containsExactly("I12");
    }

    @Test
    void i12AnExceededCap(@TempDir Path other) throws InterruptedException {
        SoundRun.record(other, "0.0051", Optional.empty());
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", other)) {
            assertThat(check.verify(SoundRun.ID, against).findings())
                    .extracting(Finding::invariant)
                    .containsExactly("I12");
        }
    }

    @Test
    void i14AnUnrecordedNodeChange() throws SQLException {
        StoredEvent node = found(rare(RunEvents.NODE_DECLARED));
        StoredEvent other = Forge.with(
                node,
                "facts",
                String.valueOf(node.facts()[1]).replace("\"options_sha256\":\"aa\"", "\"options_sha256\":\"ff\""));
        assertThat(brokenBy(adding(in(EventTable.OUTCOME, 1), List.of(other)))).containsExactly("I14");
        StoredEvent said = Forge.rare(node, 1, RunEvents.RUN_CHANGED, "{\"epoch\":1}");
        assertThat(brokenBy(adding(in(EventTable.ROW_READ, 4), List.of(said)))).isEmpty();
    }

    @Test
    void i15ARowThatPassedASafetyNodeUnchecked() throws SQLException {
        assertThat(brokenBy(dropping(call(EventTable.CALL_INTENT, 1, 2).or(call(EventTable.CALL_END, 1, 2)))))
                .containsExactly("I15");
    }

    @Test
    void i15AnUnreadableAnswerOfASafetyService() throws SQLException {
        assertThat(brokenBy(changing(
                        call(EventTable.CALL_END, 1, 2), event -> Forge.with(event, "standing", "unreadable"))))
                .containsExactly("I15");
    }

    @Test
    void i15HoldsForEverySafetyPlugin() throws SQLException {
        for (String plugin : List.of("azure_content_safety", "azure_prompt_shield", "openai_moderation")) {
            assertThat(brokenBy(changing(
                            rare(RunEvents.NODE_DECLARED).or(call(EventTable.CALL_END, 1, 2)),
                            event -> event.table() == EventTable.CALL_END
                                    ? Forge.with(event, "standing", "unreadable")
                                    : Forge.with(
                                            event,
                                            "facts",
                                            String.valueOf(event.facts()[1])
                                                    .replaceFirst(
                                                            "azure_content_safety|azure_prompt_shield", plugin)))))
                    .as(plugin)
                    .containsExactly("I15");
        }
    }

    @Test
    void i16ASecretInTheRecord() throws SQLException {
        against = against.hiding(List.of(Secret.of("${KEY}", "hunter2-hunter2")));
        assertThat(broken()).isEmpty();
        assertThat(brokenBy(changing(
                        call(EventTable.CALL_END, 1, 1),
                        event -> Forge.with(event, "request_id", "id hunter2-hunter2"))))
                .containsExactly("I16");
    }

    @Test
    void usesTheRaisedCapOfARecordedChange() throws SQLException {
        StoredEvent any = found(rare(RunEvents.NODE_DECLARED));
        String lower = RecordedJson.text(
                Map.of("changes", List.of(Map.of("what", "run.max_cost_usd", "before", "1", "after", "0.0051"))));
        assertThat(brokenBy(
                        adding(in(EventTable.ROW_READ, 4), List.of(Forge.rare(any, 1, RunEvents.RUN_CHANGED, lower)))))
                .containsExactly("I12");
    }
}
