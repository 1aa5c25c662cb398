package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.UnknownCause;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// I3 to I9, I15 and I21: requests, their results, and safety checks. Keeps the calls of a row until the row ends,
/// and those of tokens that a join cut off until they end. Owned by one thread.
final class CallsCheck {
    private static final int ATTEMPT = EventTable.CALL_INTENT.indexOf("attempt");
    private static final int REQUEST = EventTable.CALL_INTENT.indexOf("request_sha256");
    private static final int JOB = EventTable.CALL_INTENT.indexOf("job");
    private static final int REUSED_REQUEST = EventTable.CALL_REUSED.indexOf("request_sha256");
    private static final int SHARED = EventTable.CALL_REUSED.indexOf("shared");
    private static final int PARKED_REQUEST = EventTable.CALL_PARKED.indexOf("request_sha256");
    private static final int STATE = EventTable.CALL_END.indexOf("state");
    private static final int STANDING = EventTable.CALL_END.indexOf("standing");
    private static final int REQUEST_ID = EventTable.CALL_END.indexOf("request_id");
    private static final int END_JOB = EventTable.CALL_END.indexOf("job");
    private static final int STATUS = EventTable.NODE_STATE.indexOf("status");
    private static final int OUTPUTS = EventTable.NODE_STATE.indexOf("outputs");
    private static final Set<String> MAY_PASS = Set.of("capacity", "retryable", "expired", "cancelled", "withdrawn");

    private final String runId;
    private final VerifyInputs against;
    private final SetupCheck setup;
    private final CitedCalls cited;
    private final Findings findings;
    private final Map<Long, Map<Id, CallTrack>> rows = new HashMap<>();
    /// By row: the tokens that a join cut off.
    private final Map<Long, Set<Long>> cutOff = new HashMap<>();
    private final OpenCalls open = new OpenCalls();
    private long billed;

    CallsCheck(String runId, VerifyInputs against, SetupCheck setup, CitedCalls cited, Findings findings) {
        this.runId = runId;
        this.against = against;
        this.setup = setup;
        this.cited = cited;
        this.findings = findings;
    }

    /// A call within its row.
    private record Id(long part, long node, long generation, long number) {
        static Id of(StoredEvent event) {
            return new Id(event.number(1), event.number(2), event.number(3), event.number(4));
        }
    }

    private static String describe(StoredEvent event) {
        return "call " + event.number(4) + " of r" + event.number(0) + "." + event.number(1) + " at node "
                + event.number(2);
    }

    private CallTrack track(StoredEvent event, boolean rowIsOpen, int request) {
        if (!rowIsOpen) {
            findings.add("I6", describe(event) + " begins, but its row has ended or was never read");
        }
        setup.used(event.number(2));
        return rows.computeIfAbsent(event.number(0), _ -> new HashMap<>(2))
                .computeIfAbsent(Id.of(event), _ -> new CallTrack(String.valueOf(event.facts()[request])));
    }

    void parked(StoredEvent event, boolean rowIsOpen) {
        CallTrack call = track(event, rowIsOpen, PARKED_REQUEST);
        if (call.parked) {
            findings.add("I13", describe(event) + " is parked twice");
        } else if (call.answers > 0) {
            findings.add("I6", describe(event) + " is parked after its answer");
        } else if (!call.requestSha256.equals(event.facts()[PARKED_REQUEST])) {
            findings.add("I5", describe(event) + " is parked as another request");
        }
        call.parked = true;
    }

    /// A call that takes an answer has none of its own, and the cited run has that answer to the same request. Only a
    /// call that shares an answer of its own run may have been sent before, without an answer.
    void reused(StoredEvent event, boolean rowIsOpen) {
        CallTrack call = track(event, rowIsOpen, REUSED_REQUEST);
        CitedCalls.Citation cites = CitedCalls.Citation.of(event);
        boolean shared = event.facts()[SHARED] != null;
        boolean sent = shared ? call.open || call.answers > 0 : call.attempts > 0 || call.parked;
        if (sent || call.reused) {
            findings.add("I21", describe(event) + " uses a recorded answer, but was sent, parked or answered before");
        }
        if (shared != cites.runId().equals(runId)) {
            findings.add(
                    "I21", describe(event) + " uses an answer of run " + cites.runId() + ", but is recorded otherwise");
        }
        switch (cited.find(cites)) {
            case CitedCalls.Found.Answered(var request, var standing, var accounts) -> {
                call.standing = standing;
                if (!request.equals(call.requestSha256)) {
                    findings.add("I21", describe(event) + " uses the answer to another request");
                } else if (accounts.isPresent() && !accounts.get().containsAll(cites.accounts())) {
                    findings.add("I21", describe(event) + " uses an answer of another account");
                }
            }
            case CitedCalls.Found.Nothing _ ->
                findings.add("I21", describe(event) + " uses an answer that run " + cites.runId() + " does not have");
        }
        call.reused = true;
        call.epoch = event.writerEpoch();
    }

    void intended(StoredEvent event, boolean rowIsOpen) {
        CallTrack call = track(event, rowIsOpen, REQUEST);
        long attempt = event.number(ATTEMPT);
        if (call.answers > 0 || call.reused) {
            findings.add("I6", describe(event) + " is sent again after its answer");
        } else {
            order(event, call, attempt);
        }
        call.attempts = attempt;
        open.add(call, -1);
        call.epoch = event.writerEpoch();
        call.job = event.facts()[JOB] instanceof Long job ? job : null;
        call.open = true;
        open.add(call, 1);
        if (call.job != null && !call.parked) {
            findings.add("I13", describe(event) + " is part of job " + call.job + ", but was never parked");
        }
    }

    private void order(StoredEvent event, CallTrack call, long attempt) {
        if (attempt != call.attempts + 1) {
            findings.add("I5", describe(event) + " has attempt " + attempt + " after attempt " + call.attempts);
        } else if (call.open) {
            findings.add("I5", describe(event) + " has attempt " + attempt + " before the end of the one before");
        } else if (!call.requestSha256.equals(event.facts()[REQUEST])) {
            findings.add("I5", describe(event) + " is sent as another request");
        } else if (call.attempts > 0) {
            again(event, call);
        }
    }

    private void again(StoredEvent event, CallTrack call) {
        long node = event.number(2);
        if (call.state.equals("rejected")
                && !MAY_PASS.contains(call.standing)
                && call.epoch.equals(event.writerEpoch())) {
            findings.add("I5", describe(event) + " is sent again after a refusal for good (" + call.standing + ")");
        } else if (call.state.equals("unknown") && setup.atMostOnce(node)) {
            findings.add("I5", describe(event) + " is sent again after a lost reply, but its node sends at most once");
        }
        if (call.state.equals("unknown") && UnknownCause.of(call.standing) == UnknownCause.SERVICE) {
            call.resends++;
            if (call.resends > limit(node)) {
                findings.add(
                        "I8",
                        describe(event) + " is sent again after " + call.resends + " lost replies, over the limit");
            }
        }
    }

    private long limit(long node) {
        return setup.unknownResends(node)
                .orElse(
                        setup.isSafety(node)
                                ? Long.MAX_VALUE
                                : against.unknownResends().orElse(Integer.MAX_VALUE));
    }

    void ended(StoredEvent event) {
        Map<Id, CallTrack> calls = rows.get(event.number(0));
        CallTrack call = calls == null ? null : calls.get(Id.of(event));
        String state = String.valueOf(event.facts()[STATE]);
        if (call != null && call.answers > 0 && state.equals("answered")) {
            findings.add("I4", describe(event) + " has a second answer");
            return;
        }
        if (call == null || !call.open || call.attempts != event.number(ATTEMPT)) {
            findings.add("I3", describe(event) + " ends attempt " + event.number(ATTEMPT) + ", which was not started");
            return;
        }
        if (!Objects.equals(call.job, event.facts()[END_JOB])) {
            findings.add(
                    "I13",
                    describe(event) + " ends in " + inJob(event.facts()[END_JOB]) + ", but was sent in "
                            + inJob(call.job));
        }
        open.add(call, -1);
        call.open = false;
        call.state = state;
        call.standing = String.valueOf(event.facts()[STANDING]);
        call.answers += state.equals("answered") ? 1 : 0;
        call.unknown += state.equals("unknown") ? 1 : 0;
        if (against.bill().isPresent() && event.facts()[REQUEST_ID] instanceof String id) {
            call.requestIds.add(id);
        }
        if (call.late) {
            lateEnded(event.number(0), Id.of(event), call);
        }
    }

    private static String inJob(@Nullable Object job) {
        return job == null ? "real time" : "job " + job;
    }

    /// A safety node that passed a token unchanged had a readable answer to every call of that visit; one that
    /// checked a list of rows had at least one, unless the list was empty.
    void visited(StoredEvent event) {
        long node = event.number(2);
        setup.used(node);
        boolean passed = "completed".equals(event.facts()[STATUS])
                && event.facts()[OUTPUTS] instanceof Long outputs
                && outputs > 0;
        if (!passed || !setup.isSafety(node)) {
            return;
        }
        var answers = new SafetyAnswers(event.writerEpoch());
        rows.getOrDefault(event.number(0), Map.of()).forEach((id, call) -> {
            if (id.part() == event.number(1) && id.node() == node) {
                answers.add(id.number(), call);
            }
        });
        boolean clean = event.digest().isEmpty()
                ? answers.areReadable()
                : answers.haveReadable() || event.says("\"batch_empty\":true");
        if (!clean) {
            findings.add(
                    "I15",
                    "token r" + event.number(0) + "." + event.number(1) + " passed the safety node " + node
                            + " without an answer that could be read");
        }
    }

    /// A token ends; a call of one that a join cut off may end later.
    void tokenEnded(StoredEvent event) {
        if (event.text("reason").filter("join_closed"::equals).isPresent()) {
            cutOff.computeIfAbsent(event.number(0), _ -> new HashSet<>(2)).add(event.number(1));
        }
    }

    /// The row has its last outcome: its calls are complete and their cost can be compared.
    void rowEnded(long row) {
        Map<Id, CallTrack> calls = rows.remove(row);
        Set<Long> late = Optional.ofNullable(cutOff.remove(row)).orElse(Set.of());
        if (calls != null) {
            calls.forEach((id, call) -> {
                if (call.open && late.contains(id.part())) {
                    rows.computeIfAbsent(row, _ -> new HashMap<>(2)).put(id, call);
                    call.late = true;
                    return;
                }
                if (call.open) {
                    open.add(call, -1);
                    findings.add(
                            "I3",
                            "row " + row + " ends while call " + id.number() + " at node " + id.node() + " is open");
                }
                bill(row, id, call);
            });
        }
    }

    /// The last call of a token that was cut off has ended.
    private void lateEnded(long row, Id id, CallTrack call) {
        bill(row, id, call);
        Map<Id, CallTrack> left = rows.getOrDefault(row, Map.of());
        left.remove(id);
        if (left.isEmpty()) {
            rows.remove(row);
        }
    }

    private void bill(long row, Id id, CallTrack call) {
        if (against.bill().isEmpty()) {
            return;
        }
        var key = new CallKey(
                row, (int) id.part(), (int) id.node(), (int) id.generation(), (int) id.number(), call.requestSha256);
        long charged = against.bill()
                .get()
                .carriedOut(new RecordedCosts.BilledCall(key.hash(runId), key, List.copyOf(call.requestIds)));
        billed += charged;
        if (charged > call.payable()) {
            findings.add(
                    "I9",
                    "call " + id.number() + " of row " + row + " at node " + id.node() + " was carried out " + charged
                            + " times, but the record has " + call.payable() + " that may have been");
        }
    }

    /// A writer of the run has died, or the record ends. Attempts in batch jobs stay open.
    void epochEnded(int writer) {
        long most = against.maxInFlight().isPresent()
                ? against.maxInFlight().getAsInt()
                : setup.maxInFlight().orElse(Long.MAX_VALUE);
        if (open.of(writer) > most) {
            findings.add("I7", open.of(writer) + " calls were open at the end of the epoch, and " + most + " may be");
        }
    }

    /// The attempts of a writer that are open, outside of batch jobs.
    long open(int writer) {
        return open.of(writer);
    }

    /// The rows from `first` up to `end`, exclusive, that have an attempt open outside of batch jobs.
    List<Long> rowsWithOpenCalls(long first, long end) {
        return rows.entrySet().stream()
                .filter(row -> row.getKey() >= first && row.getKey() < end)
                .filter(row -> row.getValue().values().stream().anyMatch(CallTrack::isOpenInRealTime))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /// `complete` if the run says that it is.
    void end(boolean complete) {
        open.writers().forEach(this::epochEnded);
        List.copyOf(rows.keySet()).forEach(row -> {
            Map<Id, CallTrack> calls = rows.getOrDefault(row, Map.of());
            calls.forEach((id, call) -> {
                if (call.late && complete) {
                    findings.add(
                            "I3",
                            "the run says that it is complete, but call " + id.number() + " of row " + row + " at node "
                                    + id.node() + " is open");
                }
                bill(row, id, call);
            });
        });
        against.bill()
                .filter(bill -> bill.all() != billed)
                .ifPresent(bill -> findings.add(
                        "I9",
                        "the services carried out " + bill.all() + " requests, and the record knows of " + billed
                                + " of them"));
    }
}
