package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.secret.Redaction;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.record.UnknownCause;
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
    private int epoch;
    private boolean begun;

    RunCheck(String runId, VerifyInputs against, CitedCalls cited) {
        this.calls = new CallsCheck(runId, against, setup, cited, findings);
        this.secrets = against.secrets().isEmpty() ? Optional.empty() : Optional.of(Redaction.of(against.secrets()));
    }

    void next(StoredEvent event) {
        findings.at(LogKey.seq(event.eventId()));
        try {
            epoch(event);
            secrets.filter(hidden -> hasSecret(hidden, event))
                    .ifPresent(_ -> findings.add("I16", "a secret stands in its facts or its values"));
            rule(event);
        } catch (LandscapeException | ClassCastException | IllegalArgumentException unreadable) {
            findings.add("I11", "it does not say what its kind of event says: " + unreadable.getMessage());
        }
    }

    /// A new epoch starts with the ends of what the previous owner left open, and `run_resumed`.
    private void epoch(StoredEvent event) {
        boolean resumes = event.isOf(RunEvents.RUN_RESUMED);
        if (event.epoch() < epoch) {
            findings.add("I10", "it has epoch " + event.epoch() + " after epoch " + epoch);
        } else if (event.epoch() > epoch) {
            begun = epoch == 0;
            if (epoch > 0) {
                calls.epochEnded();
            }
        } else if (resumes && begun) {
            findings.add("I10", "the run is gone on with in the epoch that it had, " + epoch);
        }
        epoch = event.epoch();
        if (!begun && !resumes && !endsWhatWasOpen(event)) {
            findings.add("I10", "it has epoch " + epoch + ", which should begin with run_resumed");
            begun = true;
        }
        begun |= resumes;
    }

    private static boolean endsWhatWasOpen(StoredEvent event) {
        return event.table() == EventTable.CALL_END
                && event.text("standing")
                        .filter(UnknownCause.OWNER_DIED::equals)
                        .isPresent();
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
                && begun
                && !event.isOf(RunEvents.HEAD)
                && !event.isOf(RunEvents.RUN_RESUMED);
        if (afterEnd) {
            findings.add("I1", "it comes after the run's end");
        }
        batches.next(event);
        switch (event.table()) {
            case ROW_READ -> {
                rows.read(event);
                groups.read(event);
            }
            case GROUP_END -> groups.groupEnded(event);
            case NODE_STATE -> {
                rows.visited(event);
                topology.visited(event);
                joins.visited(event);
                calls.visited(event);
            }
            case OUTCOME -> {
                Optional<String> sink = event.text("sink");
                boolean last = rows.ended(event, setup.inOrder(), sink.flatMap(state::mark));
                topology.ended(event, last);
                groups.ended(event);
                joins.ended(event, last);
                calls.tokenEnded(event);
                if (last) {
                    calls.rowEnded(event.number(0));
                }
            }
            case CALL_INTENT -> calls.intended(event, rows.isOpen(event.number(0)));
            case CALL_END -> calls.ended(event);
            case CALL_PARKED -> calls.parked(event, rows.isOpen(event.number(0)));
            case CALL_REUSED -> calls.reused(event, rows.isOpen(event.number(0)));
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
            case RunEvents.HEAD -> cost.head(facts);
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
        calls.end(state.status().filter("completed"::equals).isPresent());
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
        return new Progress(rows.rowsRead(), rows.rowsDerived(), rows.rowsEnded(), epoch, state.status());
    }
}
