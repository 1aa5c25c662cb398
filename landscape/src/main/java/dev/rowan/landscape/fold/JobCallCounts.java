package dev.rowan.landscape.fold;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.CallCounts.Attempt;
import dev.rowan.landscape.history.CallTotals;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The counts of a run's calls through batch services: parked calls, attempts in jobs, ended attempts, and the
/// reserved cost of the open ones. Owned by one thread.
final class JobCallCounts {
    private long parked;
    private long intents;
    private long first;
    private long ends;
    private long reservedPico;

    /// Open attempts without a price, for which nothing is reserved.
    private long unpriced;

    /// Whether unpriced attempts were counted since the start; false for a run that an older version started.
    private boolean detailed = true;

    /// The worst-case cost of each open attempt seen here and not dropped.
    private Map<Attempt, Long> open = new HashMap<>();

    void parked() {
        parked++;
    }

    void intended(Attempt attempt, long worstPico) {
        intents++;
        first += attempt.attempt() == 1 ? 1 : 0;
        reservedPico = Math.addExact(reservedPico, worstPico);
        unpriced += worstPico == 0 ? 1 : 0;
        open.put(attempt, worstPico);
    }

    /// Returns the cost that was reserved for the attempt.
    long ended(Attempt attempt) {
        ends++;
        Long worst = open.remove(attempt);
        long free = worst == null ? 0 : worst;
        unpriced -= worst != null && worst == 0 && detailed ? 1 : 0;
        reservedPico -= free;
        return free;
    }

    void wasOpen(Attempt attempt, long worstPico) {
        open.put(attempt, worstPico);
    }

    boolean isOpen(Attempt attempt) {
        return open.containsKey(attempt);
    }

    /// Replaces the map, because a cleared one keeps its capacity.
    void forget() {
        if (!open.isEmpty()) {
            open = new HashMap<>();
        }
    }

    /// Adds the counts of another chain of the run.
    void add(JobCallCounts chain) {
        parked += chain.parked;
        intents += chain.intents;
        first += chain.first;
        ends += chain.ends;
        reservedPico = Math.addExact(reservedPico, chain.reservedPico);
        unpriced += chain.unpriced;
        detailed &= chain.detailed;
        open.putAll(chain.open);
    }

    boolean isEmpty() {
        return parked == 0 && intents == 0;
    }

    CallTotals.InJobs totals() {
        long openAttempts = Math.max(0, intents - ends);
        long withoutPrice = detailed ? unpriced : reservedPico <= 0 ? openAttempts : 0;
        return new CallTotals.InJobs(
                Math.max(0, parked - first),
                openAttempts,
                new Usd(Math.max(0, reservedPico)),
                Math.max(0, withoutPrice));
    }

    Map<String, Object> asMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("parked", parked);
        map.put("intents", intents);
        map.put("first", first);
        map.put("ends", ends);
        map.put("reserved_pico_usd", reservedPico);
        if (detailed && intents > ends) {
            map.put("unpriced", unpriced);
        }
        return map;
    }

    void continueFrom(Map<String, @Nullable Object> map) {
        parked = RecordedJson.number(map.get("parked"));
        intents = RecordedJson.number(map.get("intents"));
        first = RecordedJson.number(map.get("first"));
        ends = RecordedJson.number(map.get("ends"));
        reservedPico = RecordedJson.number(map.get("reserved_pico_usd"));
        unpriced = CallCounts.optional(map, "unpriced");
        detailed = intents <= ends || map.get("unpriced") != null;
    }
}
