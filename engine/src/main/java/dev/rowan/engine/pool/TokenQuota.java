package dev.rowan.engine.pool;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Enforces a declared limit of tokens over every minute, whatever the answers use.
///
/// A request counts with its maximum from the moment it is admitted, and with its actual usage once the service has
/// reported that, for a minute from that same moment. A request larger than the whole limit is sent alone: when
/// nothing else counts any more. Guarded by its pacer's lock, except [#isOff].
final class TokenQuota {
    private static final long MINUTE = 60_000_000_000L;

    private final Map<Long, Counted> counted = new LinkedHashMap<>();
    private volatile Optional<Long> limit = Optional.empty();
    private long sum;

    /// The tokens that one request counts, and since when.
    private record Counted(long at, long tokens) {}

    /// Whether no limit is declared, so that nothing is counted. Any thread may call.
    boolean isOff() {
        return limit.isEmpty();
    }

    /// Adds a limit from the next request on; the stricter of two applies.
    void tighten(Optional<Long> tokensPerMinute) {
        limit = limit.isPresent() && tokensPerMinute.isPresent()
                ? Optional.of(Math.min(limit.get(), tokensPerMinute.get()))
                : limit.or(() -> tokensPerMinute);
    }

    /// Replaces the limit from the next request on.
    void limit(Optional<Long> tokensPerMinute) {
        limit = tokensPerMinute;
        if (limit.isEmpty()) {
            counted.clear();
            sum = 0;
        }
    }

    /// The earliest monotonic time, in nanoseconds, for a request that can use `maxTokens`, if this process has `share`
    /// of the limit; a past time means now.
    long next(long maxTokens, double share) {
        if (limit.isEmpty()) {
            return Long.MIN_VALUE;
        }
        long over = sum + maxTokens - (long) (limit.get() * share);
        long next = Long.MIN_VALUE;
        for (Iterator<Counted> oldest = counted.values().iterator(); over > 0 && oldest.hasNext(); ) {
            Counted ends = oldest.next();
            over -= ends.tokens;
            next = ends.at + MINUTE;
        }
        return next;
    }

    /// Counts an admitted request.
    void dispatched(long number, long at, long maxTokens) {
        if (limit.isEmpty() || maxTokens == 0) {
            return;
        }
        for (var oldest = counted.values().iterator(); oldest.hasNext(); ) {
            Counted ended = oldest.next();
            if (ended.at + MINUTE > at) {
                break;
            }
            sum -= ended.tokens;
            oldest.remove();
        }
        counted.put(number, new Counted(at, maxTokens));
        sum += maxTokens;
    }

    /// Counts the actual usage of a request instead of its maximum; ignored if it counts no more.
    void used(long number, long tokens) {
        @Nullable Counted before = counted.get(number);
        if (before == null) {
            return;
        }
        sum += tokens - before.tokens;
        if (tokens == 0) {
            counted.remove(number);
        } else {
            counted.put(number, new Counted(before.at, tokens));
        }
    }
}
