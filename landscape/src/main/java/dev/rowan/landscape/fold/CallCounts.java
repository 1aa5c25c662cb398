package dev.rowan.landscape.fold;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The counts of a run's calls. A head states the sums alone, however many attempts are open: who goes on
/// from a head says with [#wasOpen] what the attempts that end later had reserved.
///
/// Attempts in jobs of batch services stay open for long, and there may be a million of them. Who writes the
/// log forgets them after each commit and looks up what they may cost before they end.
///
/// Owned by one thread.
public final class CallCounts {
    private long calls;
    private long reused;
    private long intents;
    private final Map<CallState, Long> ends = new EnumMap<>(CallState.class);
    private long inputTokens;
    private long outputTokens;
    private long costPico;
    private long unknownCosts;
    private long worstPico;
    private long unpriced;
    private long reservedPico;

    /// Whether every unknown cost since the beginning was counted as a worst case or as without a price. A run that an
    /// older Rowan began has such costs of which that is not told.
    private boolean detailed = true;

    /// What each open attempt may cost, as far as it was seen here.
    private final Map<Attempt, Long> open = new HashMap<>();

    private final JobCallCounts jobs = new JobCallCounts();

    /// An attempt within its run.
    public record Attempt(long rowSeq, long part, long node, long generation, long number, long attempt) {}

    void parked() {
        jobs.parked();
    }

    void reused() {
        reused++;
    }

    void intended(Attempt attempt, long worstPico, boolean inJob) {
        calls += attempt.attempt() == 1 ? 1 : 0;
        intents++;
        reservedPico = Math.addExact(reservedPico, worstPico);
        if (inJob) {
            jobs.intended(attempt, worstPico);
        } else {
            open.put(attempt, worstPico);
        }
    }

    void ended(Attempt attempt, CallState state, Optional<Long> input, Optional<Long> output, boolean inJob) {
        ends.merge(state, 1L, Long::sum);
        inputTokens += input.orElse(0L);
        outputTokens += output.orElse(0L);
        Long worst = inJob ? (Long) jobs.ended(attempt) : open.remove(attempt);
        reservedPico -= worst == null ? 0 : worst;
    }

    void cost(long pico, boolean known) {
        costPico = Math.addExact(costPico, pico);
        if (!known) {
            unknownCosts++;
            worstPico = Math.addExact(worstPico, pico);
            unpriced += pico == 0 ? 1 : 0;
        }
    }

    /// The attempt was open when the head was written that this tally goes on from, or was forgotten since.
    public void wasOpen(Attempt attempt, long worstPico, boolean inJob) {
        if (inJob) {
            jobs.wasOpen(attempt, worstPico);
        } else {
            open.put(attempt, worstPico);
        }
    }

    /// Whether what the attempt may cost is known here, of one that is part of a job.
    public boolean isOpenInJob(Attempt attempt) {
        return jobs.isOpen(attempt);
    }

    /// Keeps nothing of the single attempts in jobs; the sums stay.
    public void forgetJobs() {
        jobs.forget();
    }

    public CallTotals totals() {
        long ended = ends.values().stream().mapToLong(Long::longValue).sum();
        return new CallTotals(
                calls,
                ends,
                intents - ended,
                inputTokens,
                outputTokens,
                costs(),
                new Usd(Math.max(0, reservedPico)),
                jobs.totals(),
                reused);
    }

    private CallCost costs() {
        long without = costPico == 0 ? unknownCosts : unpriced;
        return new CallCost(new Usd(costPico), new Usd(worstPico), unknownCosts - without, without);
    }

    /// The sums as a value, for a head; empty while there was no call.
    Optional<Map<String, Object>> asMap() {
        if (intents == 0 && reused == 0 && jobs.isEmpty()) {
            return Optional.empty();
        }
        var states = new TreeMap<String, Long>();
        ends.forEach((state, count) -> states.put(state.word(), count));
        var map = new LinkedHashMap<String, Object>();
        map.put("calls", calls);
        map.put("intents", intents);
        map.put("ends", states);
        map.put("input_tokens", inputTokens);
        map.put("output_tokens", outputTokens);
        map.put("cost_pico_usd", costPico);
        map.put("unknown_costs", unknownCosts);
        if (unknownCosts > 0 && detailed) {
            map.put("worst_case_pico_usd", worstPico);
            map.put("unpriced", unpriced);
        }
        map.put("reserved_pico_usd", reservedPico);
        if (!jobs.isEmpty()) {
            map.put("jobs", jobs.asMap());
        }
        if (reused > 0) {
            map.put("reused", reused);
        }
        return Optional.of(map);
    }

    void continueFrom(Map<String, @Nullable Object> map) {
        calls = RecordedJson.number(map.get("calls"));
        intents = RecordedJson.number(map.get("intents"));
        RecordedJson.map(map.get("ends"))
                .forEach((word, count) -> ends.put(CallState.of(word), RecordedJson.number(count)));
        inputTokens = RecordedJson.number(map.get("input_tokens"));
        outputTokens = RecordedJson.number(map.get("output_tokens"));
        costPico = RecordedJson.number(map.get("cost_pico_usd"));
        unknownCosts = RecordedJson.number(map.get("unknown_costs"));
        detailed = unknownCosts == 0 || map.get("unpriced") != null;
        worstPico = optional(map, "worst_case_pico_usd");
        unpriced = optional(map, "unpriced");
        reservedPico = RecordedJson.number(map.get("reserved_pico_usd"));
        reused = optional(map, "reused");
        if (map.get("jobs") != null) {
            jobs.continueFrom(RecordedJson.map(map.get("jobs")));
        }
    }

    static long optional(Map<String, @Nullable Object> map, String name) {
        return map.get(name) == null ? 0 : RecordedJson.number(map.get(name));
    }
}
