package dev.rowan.providers.cache;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.api.plugin.Observations;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What is known about the prompt cache of one model at one address, on record: whether it refuses the keys, and the
/// share of hits in batches.
///
/// Shared by the rows' threads and those of batch jobs; counts are guarded by `lock`.
public final class CacheObservations {
    private static final double EXPECTED_IN_BATCHES = 0.5;

    private final Observations observations;
    private final String service;
    private final ReentrantLock lock = new ReentrantLock();
    private long answers;
    private long read;
    private long written;

    /// `service` is the model and its address.
    public CacheObservations(Observations observations, String service) {
        this.observations = observations;
        this.service = service;
    }

    private String topic(String what) {
        return "prompt_cache " + what + " " + service;
    }

    boolean isRefused() {
        return observations.latest(topic("refused")).isPresent();
    }

    void refused() {
        observations.record(topic("refused"), Map.of("keys", "refused"));
    }

    /// What was recorded last about the explicit cache of a prefix.
    Optional<Map<String, @Nullable Object>> explicit(String prefix) {
        return observations.latest(topic("explicit " + prefix));
    }

    void explicit(String prefix, Map<String, ?> facts) {
        observations.record(topic("explicit " + prefix), facts);
    }

    /// A decision by the measured share of hits.
    void decided(String prefix, boolean marked, double hits, double breakEven, long measured) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("prefix", prefix);
        facts.put("marked", marked);
        facts.put("hits", share(hits));
        facts.put("break_even", share(breakEven));
        facts.put("answers", measured);
        observations.record(topic("decision"), facts);
    }

    /// Counts the answer to a marked request of a batch, and records the share of hits whenever twice as many are
    /// known.
    public void answeredInBatch(Usage usage) {
        long reads = usage.cachedInput().orElse(0L);
        long writes = usage.writes().map(CacheWrites::total).orElse(0L);
        if (reads + writes == 0) {
            return;
        }
        Optional<Map<String, Object>> facts;
        lock.lock();
        try {
            answers++;
            read += reads;
            written += writes;
            boolean records = answers >= CachePolicy.MEASURED
                    && answers % CachePolicy.MEASURED == 0
                    && Long.bitCount(answers / CachePolicy.MEASURED) == 1;
            facts = records ? Optional.of(batchFacts()) : Optional.empty();
        } finally {
            lock.unlock();
        }
        facts.ifPresent(known -> observations.record(topic("batch"), known));
    }

    private Map<String, Object> batchFacts() {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("hits", share((double) read / (read + written)));
        facts.put("answers", answers);
        return facts;
    }

    /// The share of hits that a batch is expected to have: what earlier jobs had, else half.
    double expectedInBatches() {
        lock.lock();
        try {
            if (answers >= CachePolicy.MEASURED) {
                return (double) read / (read + written);
            }
        } finally {
            lock.unlock();
        }
        @Nullable
        Object hits = observations
                .latest(topic("batch"))
                .map(facts -> facts.get("hits"))
                .orElse(null);
        return hits instanceof Number known ? known.doubleValue() : EXPECTED_IN_BATCHES;
    }

    private static BigDecimal share(double value) {
        return BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_UP);
    }
}
