package dev.rowan.landscape.read;

import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.StateKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/// Assigns a row's parked calls and attempts to visits: the first one to that node that ended later, or the open
/// one.
///
/// `ended` is the closing event per visit, empty while it is open; `order` makes a number that rises with the events
/// of the row of the number of an event.
record VisitCalls(String runId, Map<StateKey, Optional<Long>> ended, LongUnaryOperator order) {

    /// The calls by visit, in the order sent. If no visit is recorded yet, it is the node's next one.
    Map<StateKey, List<CallHistory>> of(List<CallRecords.Recorded> attempts) {
        var byVisit = new LinkedHashMap<StateKey, Map<CallKey, List<CallHistory.Attempt>>>();
        var stories = new HashMap<CallKey, CallHistory>();
        for (CallRecords.Recorded one : attempts) {
            List<CallHistory.Attempt> made = byVisit.computeIfAbsent(visit(one), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(one.key(), _ -> new ArrayList<>());
            one.attempt().ifPresent(made::add);
            stories.merge(
                    one.key(),
                    new CallHistory(
                            one.key(), one.key().hash(runId), one.request(), List.of(), one.parked(), one.reused()),
                    VisitCalls::together);
        }
        var made = new LinkedHashMap<StateKey, List<CallHistory>>();
        byVisit.forEach((visit, calls) -> made.put(
                visit,
                calls.entrySet().stream()
                        .flatMap(call ->
                                Stream.ofNullable(stories.get(call.getKey())).map(story -> story.with(call.getValue())))
                        .toList()));
        return made;
    }

    private static CallHistory together(CallHistory before, CallHistory next) {
        return new CallHistory(
                before.key(),
                before.callKey(),
                before.request().or(next::request),
                List.of(),
                before.parked().or(next::parked),
                before.reused().or(next::reused));
    }

    private StateKey visit(CallRecords.Recorded one) {
        CallKey call = one.key();
        List<StateKey> visits = ended.keySet().stream()
                .filter(visit -> visit.part() == call.part() && visit.node() == call.node())
                .sorted(Comparator.comparingInt(StateKey::attempt))
                .toList();
        return visits.stream()
                .filter(visit -> ended.getOrDefault(visit, Optional.empty())
                        .map(id -> order.applyAsLong(id) > order.applyAsLong(one.eventId()))
                        .orElse(true))
                .findFirst()
                .orElseGet(() -> new StateKey(
                        call.rowSeq(),
                        call.part(),
                        call.node(),
                        visits.isEmpty() ? 1 : visits.getLast().attempt() + 1));
    }
}
