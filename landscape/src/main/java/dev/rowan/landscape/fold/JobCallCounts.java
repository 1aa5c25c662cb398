package dev.rowan.landscape.fold;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.CallCounts.Attempt;
import dev.rowan.landscape.history.CallTotals;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The part of a run's calls that goes through batch services: how many were parked, how many attempts are
/// part of jobs and have ended, and what the others may cost. Owned by one thread.
final class JobCallCounts {
    private long parked;
    private long intents;
    private long first;
    private long ends;
    private long reservedPico;

    /// How many open attempts have no price, so that nothing is set aside for them.
    private long unpriced;

    /// Whether those without a price were counted since the beginning; not in a run that an older Rowan began.
    private boolean detailed = true;

    /// What each open attempt may cost, as far as it was seen here and not forgotten.
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

    /// Gives what was set aside for it.
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

    /// A map that held a million stays as large when it is emptied.
    void forget() {
        if (!open.isEmpty()) {
            open = new HashMap<>();
        }
    }

    boolean isEmpty() {
        return parked == 0 && intents == 0;
    }

    CallTotals.InJobs totals() {
        long under = Math.max(0, intents - ends);
        long without = detailed ? unpriced : reservedPico <= 0 ? under : 0;
        return new CallTotals.InJobs(
                Math.max(0, parked - first), under, new Usd(Math.max(0, reservedPico)), Math.max(0, without));
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
