package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.secret.Redaction;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.verify.VerifyReport.Progress;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks the invariants of every run (I1 to I21) event by event. Memory is bounded by the rows without an
/// outcome. Owned by one thread.
final class RunCheck {
    private final Findings findings = new Findings();
    private final RunState state = new RunState();
    private final SetupCheck setup = new SetupCheck(findings);
    private final RowsCheck rows = new RowsCheck(findings);
    private final TopologyCheck topology = new TopologyCheck(setup, findings);
    private final GroupsCheck groups = new GroupsCheck(findings);
    private final JoinsCheck joins = new JoinsCheck(topology.declared(), findings);
    private final CostCheck cost = new CostCheck(setup, findings);
    private final BatchCheck batches = new BatchCheck(findings);
    private final CallsCheck calls;
    private final Optional<Redaction> secrets;
    private Optional<Long> statedRows = Optional.empty();
    private final EpochsCheck epochs = new EpochsCheck(findings);
    private final SplitsCheck splits;

    RunCheck(String runId, VerifyInputs against, CitedCalls cited) {
        this.calls = new CallsCheck(runId, against, setup, cited, findings);
        this.splits = new SplitsCheck(calls, findings);
        this.secrets = against.secrets().isEmpty() ? Optional.empty() : Optional.of(Redaction.of(against.secrets()));
    }

    void next(StoredEvent event) {
        findings.at(event);
        try {
            epoch(event);
            secrets.filter(hidden -> hasSecret(hidden, event))
                    .ifPresent(_ -> findings.add("I16", "its facts or values contain a secret"));
            rule(event);
        } catch (LandscapeException | ClassCastException | IllegalArgumentException unreadable) {
            findings.add("I11", "it does not say what its kind of event says: " + unreadable.getMessage());
        }
    }

    private void epoch(StoredEvent event) {
        if (epochs.next(event)) {
            calls.epochEnded(event.writer());
            splits.epochEnded(event.writer(), LogKey.seq(event.eventId()));
        }
    }

    /// The last event has seen one of another chain that is not in the record.
    void unmet(StoredEvent event) {
        findings.at(event);
        findings.add("I11", "it follows an event of another writer that is missing");
    }

    private static boolean hasSecret(Redaction hidden, StoredEvent event) {
        for (Object fact : event.facts()) {
            if (fact instanceof String text && hidden.finds(text.getBytes(UTF_8))) {
                return true;
            }
        }
        return event.payload().filter(hidden::finds).isPresent();
    }

    private void rule(StoredEvent event) {
        boolean afterEnd = state.status().isPresent()
                && epochs.isBegun(event.writer())
                && !event.isOf(RunEvents.HEAD)
                && !event.isOf(RunEvents.RUN_RESUMED);
        if (afterEnd) {
            findings.add("I1", "it comes after the run's end");
        }
        batches.next(event);
        switch (event.table()) {
            case ROW_READ -> {
                rows.read(event);
                splits.touched(event);
                splits.read(event);
                groups.read(event);
            }
            case GROUP_END -> groups.groupEnded(event);
            case NODE_STATE -> {
                splits.touched(event);
                rows.visited(event);
                topology.visited(event);
                joins.visited(event);
                calls.visited(event);
            }
            case OUTCOME -> {
                Optional<String> sink = event.text("sink");
                boolean last = rows.ended(event, setup.inOrder(), sink.flatMap(state::mark));
                splits.touched(event);
                splits.ended(event, setup.inOrder(), last);
                topology.ended(event, last);
                groups.ended(event);
                joins.ended(event, last);
                calls.tokenEnded(event);
                if (last) {
                    calls.rowEnded(event.number(0));
                }
            }
            case CALL_INTENT -> {
                splits.touched(event);
                calls.intended(event, rows.isOpen(event.number(0)));
            }
            case CALL_END -> calls.ended(event);
            case CALL_PARKED -> {
                splits.touched(event);
                calls.parked(event, rows.isOpen(event.number(0)));
            }
            case CALL_REUSED -> {
                splits.touched(event);
                calls.reused(event, rows.isOpen(event.number(0)));
            }
            case BATCH_JOB -> {
                // checked by BatchCheck
            }
            case RUN_EVENT -> rare(event, RecordedJson.object(String.valueOf(event.facts()[1])));
        }
        cost.next(event);
    }

    private void rare(StoredEvent event, Map<String, @Nullable Object> facts) {
        switch (String.valueOf(event.facts()[0])) {
            case RunEvents.RUN_STARTED -> {
                state.started(facts);
                setup.started(event.payload());
                topology.started(event.payload());
                if (facts.containsKey("continues")) {
                    rows.some();
                }
            }
            case RunEvents.NODE_DECLARED -> {
                setup.node(facts);
                topology.declared(facts);
                groups.declared(facts);
            }
            case RunEvents.SINK_DECLARED -> {
                setup.sink(facts);
                state.declared(facts);
            }
            case RunEvents.SINK_SYNCED -> {
                String sink = String.valueOf(facts.get("sink"));
                var before = state.mark(sink);
                state.synced(facts);
                rows.synced(sink, before, state.mark(sink).orElseThrow());
            }
            case RunEvents.RUN_RESUMED -> {
                if (facts.get("epoch") instanceof Long stated && stated != event.epoch()) {
                    findings.add("I10", "it says epoch " + stated + " and has epoch " + event.epoch());
                }
                state.resumed();
                statedRows = Optional.empty();
                setup.resumed();
            }
            case RunEvents.RUN_CHANGED -> {
                setup.changed(facts, event.payload());
                topology.started(event.payload());
            }
            case RunEvents.RUN_ENDED -> {
                state.ended(facts);
                statedRows = Optional.of(RecordedJson.number(facts.get("rows_read")));
            }
            case RunEvents.HEAD -> cost.head(event, facts);
            case ChainEvents.WRITER_JOINED, ChainEvents.WRITER_FENCED -> splits.epochStarted(event, facts);
            case ChainEvents.SPLIT_OPENED -> splits.opened(event, facts);
            case ChainEvents.SPLIT_DONE -> splits.done(event, facts);
            case RunEvents.RUN_NOTED -> {
                if (ControlRequestStore.NOTE.equals(facts.get("note"))) {
                    setup.tuned(event.payload());
                }
            }
            default -> {
                // irrelevant to every rule
            }
        }
    }

    /// When all events were taken.
    void end(long size) {
        findings.at(size);
        boolean complete = state.status().filter("completed"::equals).isPresent();
        calls.end(complete);
        splits.end(complete);
        cost.end();
        batches.end();
        rows.end(state, statedRows);
        groups.end(state);
    }

    RunState state() {
        return state;
    }

    Findings findings() {
        return findings;
    }

    Progress progress() {
        return new Progress(
                rows.rowsRead(), rows.rowsDerived(), rows.rowsEnded(), epochs.of(LogKey.OWNER), state.status());
    }
}
