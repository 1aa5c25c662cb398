package dev.rowan.providers.cache;

import dev.rowan.api.Time;
import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.RequestMarks.CacheMarks;
import dev.rowan.providers.chat.RequestMarks.CacheStyle;
import dev.rowan.providers.price.CacheRules;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Decides whether requests with one static prefix mark it for the prompt cache.
///
/// A mark pays if the share of hits h exceeds (w − 1) / (w − r), where w and r are the prices of writing and reading
/// as shares of the input price. Until 50 marked calls were answered, h is assumed; then it is measured, and the
/// decision recorded.
///
/// Shared by the rows' threads; state is guarded by `lock`.
public final class CachePolicy {
    /// How many answers decide.
    static final int MEASURED = 50;

    /// How much better than break-even the share of hits must be.
    private static final double MARGIN = 0.1;

    /// The share of hits that is assumed: in real time nearly all calls follow another within minutes.
    private static final double EXPECTED = 0.9;

    /// More requests a minute with the same key would spill over to other machines.
    private static final int REQUESTS_PER_KEY = 15;

    private static final int MAX_SHARDS = 64;

    /// How long others wait for the first call with a prefix.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final CacheObservations observations;
    private final CacheRules rules;
    private final CacheMode mode;
    private final boolean sendsKey;
    private final Time time;
    private final StaticPrefix prefix;
    private final Optional<ExplicitCache> explicit;
    private final int split;
    private final boolean isLong;
    private final String key;
    private final ReentrantLock lock = new ReentrantLock();

    private boolean refused;
    private long answers;
    private long read;
    private long written;
    private long minuteStart;
    private long inMinute;
    private long lastMinute;
    private Warmth warmth = Warmth.COLD;
    private boolean hasFirst;
    private long firstStart;

    /// With `explicit`, requests may use a cache that holds the prefix.
    public CachePolicy(
            CacheRules rules,
            CacheMode mode,
            boolean sendsKey,
            CacheObservations observations,
            Time time,
            StaticPrefix prefix,
            Optional<ExplicitCache> explicit) {
        this.observations = observations;
        this.rules = rules;
        this.mode = mode;
        this.sendsKey = sendsKey;
        this.time = time;
        this.prefix = prefix;
        this.explicit = explicit;
        this.split = prefix.split(rules.minimum());
        this.isLong = prefix.tokens(split) >= rules.minimum();
        this.key = prefix.key();
        this.minuteStart = time.nanos();
    }

    /// The static tokens at the beginning of each prompt, estimated.
    public long prefixTokens() {
        return prefix.tokens();
    }

    /// The characters of the static prefix.
    public int prefixLength() {
        return prefix.system().length() + prefix.leading().length();
    }

    /// The explicit cache of the prefix, if there may be one.
    public Optional<ExplicitCache> explicit() {
        return explicit;
    }

    private Optional<CacheMarks> named() {
        return explicit.flatMap(ExplicitCache::name)
                .map(name -> new CacheMarks(
                        CacheStyle.CONTENT, true, false, prefix.leading().length(), Optional.of(name)));
    }

    /// How far the prefix is written.
    private enum Warmth {
        /// Nothing was sent.
        COLD,
        /// The first call was not sent, since it had its answer on record or waits for another one: the next that is
        /// sent writes the prefix.
        UNSENT,
        /// Sent, and not answered.
        WARMING,
        WARM
    }

    /// The marks of the next request; empty if it has none. In a batch, hits are rarer.
    public Optional<CacheMarks> marks(boolean inBatch) {
        lock.lock();
        try {
            if (!inBatch && warmth != Warmth.WARM) {
                firstStart = warmth == Warmth.UNSENT ? time.nanos() : firstStart;
                warmth = Warmth.WARMING;
            }
            Optional<CacheMarks> named = inBatch ? Optional.empty() : named();
            if (named.isPresent()) {
                return named;
            }
            boolean refused = isRefused();
            boolean marked = !refused && isMarked(inBatch);
            return switch (rules.control()) {
                case NONE -> Optional.empty();
                case BLOCKS ->
                    marked
                            ? Optional.of(new CacheMarks(
                                    CacheStyle.BLOCKS, true, mode == CacheMode.HOUR, split, Optional.empty()))
                            : Optional.empty();
                case EXPLICIT ->
                    refused
                            ? Optional.empty()
                            : Optional.of(new CacheMarks(
                                    CacheStyle.EXPLICIT,
                                    marked,
                                    false,
                                    split,
                                    marked ? Optional.of(shardedKey()) : Optional.empty()));
                case AUTOMATIC ->
                    sendsKey && isLong && !refused && mode != CacheMode.OFF
                            ? Optional.of(new CacheMarks(CacheStyle.KEY, false, false, 0, Optional.of(shardedKey())))
                            : Optional.empty();
            };
        } finally {
            lock.unlock();
        }
    }

    private boolean isMarked(boolean inBatch) {
        if (mode == CacheMode.OFF || !isLong || !rules.hasMarks()) {
            return false;
        }
        return mode == CacheMode.HOUR || share(inBatch) >= breakEven() + MARGIN;
    }

    /// Whether prompts are cached in real time, by a mark or by the provider itself.
    private boolean isCached() {
        boolean automatic = rules.control() == CacheRules.Control.AUTOMATIC && isLong && mode != CacheMode.OFF;
        return automatic || isMarked(false);
    }

    private double share(boolean inBatch) {
        if (!inBatch && answers >= MEASURED) {
            return (double) read / Math.max(1, read + written);
        }
        return inBatch ? observations.expectedInBatches() : EXPECTED;
    }

    /// Whether the model refused the keys, now or in an earlier run.
    private boolean isRefused() {
        return refused || observations.isRefused();
    }

    private double breakEven() {
        double write = rules.write().doubleValue();
        return (write - 1) / (write - rules.read().doubleValue());
    }

    /// A shard for every 15 requests a minute.
    private String shardedKey() {
        long now = time.nanos();
        if (now - minuteStart >= Duration.ofMinutes(1).toNanos()) {
            lastMinute = inMinute;
            inMinute = 0;
            minuteStart = now;
        }
        inMinute++;
        long shards = Math.clamp(Math.max(lastMinute, inMinute) / REQUESTS_PER_KEY, 1, MAX_SHARDS);
        return shards == 1 ? key : key + "-" + inMinute % shards;
    }

    /// Counts an answer to a marked request.
    public void answered(Usage usage) {
        boolean decides;
        boolean marked;
        double share;
        lock.lock();
        try {
            answers++;
            read += usage.cachedInput().orElse(0L);
            written += usage.writes().map(CacheWrites::total).orElse(0L);
            decides = answers == MEASURED;
            marked = isMarked(false);
            share = share(false);
        } finally {
            lock.unlock();
        }
        if (decides) {
            observations.decided(key, marked, share, breakEven(), MEASURED);
        }
    }

    /// The model does not know the keys of its cache: they are not sent again.
    public void refuse() {
        boolean known;
        lock.lock();
        try {
            known = refused;
            refused = true;
        } finally {
            lock.unlock();
        }
        if (!known) {
            observations.refused();
        }
    }

    /// Whether this call is to write the prefix while others wait; the caller of the first must call [#firstEnded].
    public Turn turn() {
        lock.lock();
        try {
            if (warmth == Warmth.WARM || isRefused() || !isCached()) {
                return Turn.FREE;
            }
            if (!hasFirst) {
                hasFirst = true;
                firstStart = time.nanos();
                return Turn.FIRST;
            }
            boolean waits = warmth != Warmth.UNSENT && time.nanos() - firstStart < LONGEST_WAIT.toNanos();
            return waits ? Turn.WAITS : Turn.FREE;
        } finally {
            lock.unlock();
        }
    }

    /// What a call does about a cold cache.
    public enum Turn {
        /// Is sent now.
        FREE,
        /// Is sent alone, and others wait for it.
        FIRST,
        /// Waits until the first is answered.
        WAITS
    }

    /// The first call has ended, one way or another.
    public void firstEnded() {
        lock.lock();
        try {
            warmth = warmth == Warmth.COLD ? Warmth.UNSENT : Warmth.WARM;
        } finally {
            lock.unlock();
        }
    }

    /// A request was answered, so that the prefix is written if it can be.
    public void written() {
        lock.lock();
        try {
            warmth = Warmth.WARM;
        } finally {
            lock.unlock();
        }
    }
}
