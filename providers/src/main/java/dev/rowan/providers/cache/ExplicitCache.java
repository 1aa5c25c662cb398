package dev.rowan.providers.cache;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The explicit cache of one static prefix: a paid resource of the provider that requests name instead of carrying
/// the prefix. Decides when one is created, and keeps its state on record.
///
/// Caches that the provider fills by itself may miss. One is created as soon as their misses have cost as much as it
/// would, and would cost twice as much within its TTL at the pace so far; so a forecast of the rows is not needed, and
/// a run never pays more than twice what the better choice would have cost.
///
/// Shared by the rows' threads; state is guarded by `lock`. The caller of [#next] does the step.
public final class ExplicitCache {
    /// For how long one is paid when it is created.
    public static final Duration TTL = Duration.ofHours(1);

    /// Requests on their way must find it, too.
    private static final Duration EXPIRY_MARGIN = Duration.ofMinutes(1);

    /// Part of a prefix that may be missing from a hit: providers cache whole blocks of tokens.
    private static final double TOLERANCE = 0.1;

    private static final double MIN_PAYBACK = 2;

    /// After so many that were gone early, and so many that could not be created, no other is created.
    private static final int MAX_LOST = 2;

    private static final double NANOS_PER_HOUR = Duration.ofHours(1).toNanos();

    private static final String STATE = "state";
    private static final String RUN = "run";
    private static final String TAG = "display_name";
    private static final String NAME = "name";
    private static final String EXPIRES = "expires";

    private final CacheObservations observations;
    private final String prefix;
    private final Terms terms;
    private final boolean always;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();

    private boolean recordRead;
    private boolean busy;
    private boolean off;
    private @Nullable Live live;
    private int lost;
    private int failed;

    private long firstAnswer;
    private long answers;
    private double prefixTokens;
    private double missedTokens;
    private double savedTokens;

    /// What a million tokens cost in dollars: as input, read from a cache, and kept in one for an hour.
    public record Terms(double input, double read, double storage) {
        double created(double tokens) {
            return tokens * (input + storage * TTL.toHours());
        }
    }

    /// One that exists, by the monotonic clock until `expires`.
    private record Live(String name, long expires) {}

    /// What is to be done about the cache now.
    public sealed interface Step {
        record Nothing() implements Step {}

        /// Look whether a cache with this display name exists: its creation was not recorded to its end.
        record Find(String displayName) implements Step {}

        record Create() implements Step {}
    }

    /// `prefix` is a hash of the prefix. With `always`, one is created after the first answer whatever it saves.
    public ExplicitCache(CacheObservations observations, String prefix, Terms terms, boolean always, Time time) {
        this.observations = observations;
        this.prefix = prefix;
        this.terms = terms;
        this.always = always;
        this.time = time;
    }

    /// The name of the cache that a request may use now.
    Optional<String> name() {
        lock.lock();
        try {
            if (live != null && time.nanos() - live.expires() >= 0) {
                // it has paid for itself: then the next one will
                boolean renewed =
                        savedTokens > 0 && savedTokens * (terms.input() - terms.read()) >= terms.created(meanPrefix());
                live = null;
                restart();
                missedTokens = renewed ? Double.POSITIVE_INFINITY : 0;
            }
            return Optional.ofNullable(live).map(Live::name);
        } finally {
            lock.unlock();
        }
    }

    /// Counts the answer to a request in real time, `share` of whose text is the prefix: how much of it was read from
    /// caches that the provider fills by itself, or from this one.
    public void answered(long input, long cached, double share, boolean named) {
        double tokens = input * share;
        lock.lock();
        try {
            firstAnswer = answers == 0 ? time.nanos() : firstAnswer;
            answers++;
            prefixTokens += tokens;
            if (named) {
                savedTokens += cached;
            } else if (cached < tokens * (1 - TOLERANCE)) {
                missedTokens += tokens - cached;
            }
        } finally {
            lock.unlock();
        }
    }

    private double meanPrefix() {
        return prefixTokens / Math.max(1, answers);
    }

    private void restart() {
        answers = 0;
        prefixTokens = 0;
        missedTokens = 0;
        savedTokens = 0;
    }

    /// The next step, which only its caller does, and ends with [#created], [#refused], [#notFound], [#undecided] or
    /// [#abandoned].
    /// There is none before a request of this process was answered: a replay creates nothing.
    public Step next(String runId) {
        lock.lock();
        try {
            if (off || busy || answers == 0 || live != null) {
                return new Step.Nothing();
            }
            if (!recordRead) {
                recordRead = true;
                Optional<Step> recorded = recorded(runId);
                if (recorded.isPresent()) {
                    busy = recorded.get() instanceof Step.Find;
                    return recorded.get();
                }
            }
            if (off || !pays()) {
                return new Step.Nothing();
            }
            busy = true;
            return new Step.Create();
        } finally {
            lock.unlock();
        }
    }

    /// What an earlier process of this run left behind. A refusal counts whichever run it is of.
    private Optional<Step> recorded(String runId) {
        Map<String, @Nullable Object> facts = observations.explicit(prefix).orElse(Map.of());
        String state = String.valueOf(facts.get(STATE));
        off = state.equals("refused");
        if (!runId.equals(facts.get(RUN))) {
            return Optional.empty();
        }
        if (state.equals("creating")) {
            return Optional.of(new Step.Find(String.valueOf(facts.get(TAG))));
        }
        if (state.equals("live")
                && facts.get(NAME) instanceof String name
                && facts.get(EXPIRES) instanceof String end) {
            adopt(name, Instant.parse(end));
            return live == null ? Optional.empty() : Optional.of(new Step.Nothing());
        }
        return Optional.empty();
    }

    private void adopt(String name, Instant expires) {
        Duration left = Duration.between(time.instant(), expires).minus(EXPIRY_MARGIN);
        live = left.isPositive() ? new Live(name, time.nanos() + left.toNanos()) : null;
    }

    private boolean pays() {
        if (always) {
            return true;
        }
        if (Double.isInfinite(missedTokens)) {
            return true;
        }
        double price = terms.created(meanPrefix());
        double lost = missedTokens * (terms.input() - terms.read());
        double hours = Math.max(1, time.nanos() - firstAnswer) / NANOS_PER_HOUR;
        return answers >= CachePolicy.MEASURED && lost >= price && lost / hours * TTL.toHours() >= MIN_PAYBACK * price;
    }

    /// Records that a cache is about to be created, before the intent of the call.
    public void creating(String runId, String displayName) {
        record("creating", runId, Map.of(TAG, displayName));
    }

    /// It exists, created now or found.
    public void created(String runId, String name, Instant expires) {
        lock.lock();
        try {
            busy = false;
            restart();
            adopt(name, expires);
            if (live == null) { // by this machine's clock it has expired
                failed++;
                off = failed >= MAX_LOST;
            }
        } finally {
            lock.unlock();
        }
        var facts = new LinkedHashMap<String, Object>();
        facts.put(NAME, name);
        facts.put(EXPIRES, expires.toString());
        record("live", runId, facts);
    }

    /// The provider creates none for this prefix: none is asked for again.
    public void refused(String runId, String why) {
        turnOff();
        record("refused", runId, Map.of("why", why));
    }

    /// None was created; whether it pays is measured anew.
    public void notFound(String runId) {
        lock.lock();
        try {
            failed++;
            off = failed >= MAX_LOST;
        } finally {
            lock.unlock();
        }
        abandoned();
        record("none", runId, Map.of());
    }

    /// Whether one was created is not known. None is created again; a resumed run looks for it.
    public void undecided() {
        turnOff();
    }

    private void turnOff() {
        lock.lock();
        try {
            busy = false;
            off = true;
        } finally {
            lock.unlock();
        }
    }

    /// The step was given up.
    public void abandoned() {
        lock.lock();
        try {
            busy = false;
            restart();
        } finally {
            lock.unlock();
        }
    }

    /// The provider does not know the cache any more: requests carry the prefix again.
    public void gone(String name) {
        lock.lock();
        try {
            if (live == null || !live.name().equals(name)) {
                return;
            }
            live = null;
            lost++;
            off = lost >= MAX_LOST;
            restart();
        } finally {
            lock.unlock();
        }
        record("gone", "", Map.of(NAME, name));
    }

    /// The cache to delete at the end; no request uses it any more.
    public Optional<String> retire() {
        lock.lock();
        try {
            Optional<String> left = Optional.ofNullable(live).map(Live::name);
            live = null;
            off = true;
            return left;
        } finally {
            lock.unlock();
        }
    }

    public void deleted(String name) {
        record("deleted", "", Map.of(NAME, name));
    }

    private void record(String state, String runId, Map<String, ?> more) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put(STATE, state);
        if (!runId.isEmpty()) {
            facts.put(RUN, runId);
        }
        facts.putAll(more);
        observations.explicit(prefix, facts);
    }
}
