package dev.rowan.simulator.cache;

import dev.rowan.simulator.answer.CacheTokens;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.cache.PromptBlocks.Prefix;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The cache of real-time requests. A prefix can be read once the answer that wrote it has left; reading it renews
/// its life. The least recently used prefixes go first.
///
/// Shared state, guarded by `lock`: the entries.
public final class LiveCache {
    private static final int MAX_ENTRIES = 200_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Instant> entries = new LinkedHashMap<>(16, 0.75f, true);

    private record Key(String account, int length, long hash, CacheLife life) {}

    /// The cache with `settings`, which apply to each request.
    public PromptCache with(CacheSettings settings) {
        return settings.on()
                ? (prompt, account, now, seed) -> use(prompt, account, now, seed, settings)
                : PromptCache.NONE;
    }

    private CacheUse use(PromptBlocks prompt, String account, Instant now, Seed seed, CacheSettings settings) {
        List<Prefix> prefixes = prompt.prefixes();
        boolean evicted =
                settings.eviction() > 0 && seed.and(now.toEpochMilli()).random().nextDouble() < settings.eviction();
        int read = evicted ? -1 : longest(prefixes, account, now);
        return new CacheUse(tokens(prefixes, read, prompt.automatic()), prefixes);
    }

    private int longest(List<Prefix> prefixes, String account, Instant now) {
        lock.lock();
        try {
            for (int i = prefixes.size() - 1; i >= 0; i--) {
                Instant end = entries.get(key(account, prefixes.get(i)));
                if (end != null && end.isAfter(now)) {
                    return i;
                }
            }
            return -1;
        } finally {
            lock.unlock();
        }
    }

    /// What lies behind the prefix that is read, up to each mark, is written for the mark's life.
    static CacheTokens tokens(List<Prefix> prefixes, int read, boolean automatic) {
        long from = read < 0 ? 0 : prefixes.get(read).tokens();
        CacheTokens tokens = new CacheTokens(from, 0, 0, 0);
        for (int i = read + 1; i < prefixes.size() && !automatic; i++) {
            long more = prefixes.get(i).tokens() - from;
            from += more;
            tokens = tokens.plus(
                    switch (prefixes.get(i).life()) {
                        case FIVE_MINUTES -> new CacheTokens(0, more, 0, 0);
                        case HALF_HOUR -> new CacheTokens(0, 0, more, 0);
                        case HOUR -> new CacheTokens(0, 0, 0, more);
                    });
        }
        return tokens;
    }

    /// Keeps the prefixes of a request whose answer leaves now.
    public void keep(CacheUse use, String account, Instant now) {
        lock.lock();
        try {
            for (Prefix prefix : use.kept()) {
                entries.put(key(account, prefix), now.plus(prefix.life().time()));
            }
            var oldest = entries.entrySet().iterator();
            while (entries.size() > MAX_ENTRIES) {
                oldest.next();
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    /// An independent copy.
    public LiveCache copy() {
        var copy = new LiveCache();
        lock.lock();
        try {
            copy.entries.putAll(entries);
        } finally {
            lock.unlock();
        }
        return copy;
    }

    public void reset() {
        lock.lock();
        try {
            entries.clear();
        } finally {
            lock.unlock();
        }
    }

    private static Key key(String account, Prefix prefix) {
        return new Key(account, prefix.length(), prefix.hash(), prefix.life());
    }
}
