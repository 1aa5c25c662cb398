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

/// The counts of a run's calls. A head records only the sums: whoever continues from a head calls [#wasOpen] with
/// the reserved cost of attempts that end later.
///
/// Attempts in batch jobs stay open for long, and there may be a million of them. The writer drops them after each
/// commit and looks up their cost before they end.
///
/// Owned by one thread.
public final class CallCounts {
    private long calls;
    private long reused;
    private long shared;
    private long savedPico;
    private long intents;
    private final Map<CallState, Long> ends = new EnumMap<>(CallState.class);
    private long inputTokens;
    private long outputTokens;
    private long cachedTokens;
    private long writtenTokens;
    private long costPico;
    private long unknownCosts;
    private long worstPico;
    private long unpriced;
    private long reservedPico;

    /// Whether every unknown cost since the start was counted as a worst case or as unpriced; false for a run that
    /// an older version started.
    private boolean detailed = true;

    /// Whether cache tokens were counted since the start; false for a run that an older version started.
    private boolean cacheCounted = true;

    /// The worst-case cost of each open attempt seen here.
    private final Map<Attempt, Long> open = new HashMap<>();

    private final JobCallCounts jobs = new JobCallCounts();

    /// An attempt within its run.
    public record Attempt(long rowSeq, long part, long node, long generation, long number, long attempt) {}

    void parked() {
        jobs.parked();
    }

    void reused(boolean sameRun, Optional<Long> costPico) {
        if (sameRun) {
            shared++;
        } else {
            reused++;
        }
        savedPico = Math.addExact(savedPico, costPico.orElse(0L));
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

    void cached(Optional<Long> read, Optional<Long> written) {
        cachedTokens += read.orElse(0L);
        writtenTokens += written.orElse(0L);
    }

    void cost(long pico, boolean known) {
        costPico = Math.addExact(costPico, pico);
        if (!known) {
            unknownCosts++;
            worstPico = Math.addExact(worstPico, pico);
            unpriced += pico == 0 ? 1 : 0;
        }
    }

    /// Adds an attempt that was open at the head this continues from, or was dropped since.
    public void wasOpen(Attempt attempt, long worstPico, boolean inJob) {
        if (inJob) {
            jobs.wasOpen(attempt, worstPico);
        } else {
            open.put(attempt, worstPico);
        }
    }

    /// Adds the counts of another chain of the run.
    void add(CallCounts chain) {
        calls += chain.calls;
        reused += chain.reused;
        shared += chain.shared;
        savedPico = Math.addExact(savedPico, chain.savedPico);
        intents += chain.intents;
        chain.ends.forEach((state, count) -> ends.merge(state, count, Long::sum));
        inputTokens += chain.inputTokens;
        outputTokens += chain.outputTokens;
        cachedTokens += chain.cachedTokens;
        writtenTokens += chain.writtenTokens;
        cacheCounted &= chain.cacheCounted;
        costPico = Math.addExact(costPico, chain.costPico);
        unknownCosts += chain.unknownCosts;
        worstPico = Math.addExact(worstPico, chain.worstPico);
        unpriced += chain.unpriced;
        reservedPico = Math.addExact(reservedPico, chain.reservedPico);
        detailed &= chain.detailed;
        open.putAll(chain.open);
        jobs.add(chain.jobs);
    }

    /// Whether the cost of this attempt in a job is known here.
    public boolean isOpenInJob(Attempt attempt) {
        return jobs.isOpen(attempt);
    }

    /// Drops the single attempts in jobs; the sums stay.
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
                reused,
                shared,
                new Usd(savedPico),
                new CallTotals.CacheTotals(cachedTokens, writtenTokens));
    }

    private CallCost costs() {
        long withoutPrice = costPico == 0 ? unknownCosts : unpriced;
        return new CallCost(new Usd(costPico), new Usd(worstPico), unknownCosts - withoutPrice, withoutPrice);
    }

    /// The sums for a head; empty before the first call.
    Optional<Map<String, Object>> asMap() {
        if (intents == 0 && reused == 0 && shared == 0 && jobs.isEmpty()) {
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
        if (cacheCounted) {
            map.put("cached_tokens", cachedTokens);
            map.put("cache_write_tokens", writtenTokens);
        }
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
        if (shared > 0) {
            map.put("shared", shared);
        }
        if (savedPico > 0) {
            map.put("saved_pico_usd", savedPico);
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
        cacheCounted = map.get("cached_tokens") != null;
        cachedTokens = optional(map, "cached_tokens");
        writtenTokens = optional(map, "cache_write_tokens");
        costPico = RecordedJson.number(map.get("cost_pico_usd"));
        unknownCosts = RecordedJson.number(map.get("unknown_costs"));
        detailed = unknownCosts == 0 || map.get("unpriced") != null;
        worstPico = optional(map, "worst_case_pico_usd");
        unpriced = optional(map, "unpriced");
        reservedPico = RecordedJson.number(map.get("reserved_pico_usd"));
        reused = optional(map, "reused");
        shared = optional(map, "shared");
        savedPico = optional(map, "saved_pico_usd");
        if (map.get("jobs") != null) {
            jobs.continueFrom(RecordedJson.map(map.get("jobs")));
        }
    }

    static long optional(Map<String, @Nullable Object> map, String name) {
        return map.get(name) == null ? 0 : RecordedJson.number(map.get(name));
    }
}
