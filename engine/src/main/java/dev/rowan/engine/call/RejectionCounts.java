package dev.rowan.engine.call;

import dev.rowan.engine.call.RejectionSeries.CallSite;
import java.util.HashMap;
import java.util.Map;

/// How many rows were rejected since the last answer to the same call: with the same error, and with the same
/// status whatever the error says, since a service may quote each row in it. Owned by the [RejectionSeries].
final class RejectionCounts {
    /// The factor on the limit for rows rejected with the same status and different errors.
    static final int ANY_ERROR_FACTOR = 5;

    /// The maximum number of distinct errors.
    private static final int MAX_ERRORS = 1_000;

    private final long limit;
    private final Map<CommonRejection.Key, Integer> byError = new HashMap<>();
    private final Map<CommonRejection.Key, Integer> byStatus = new HashMap<>();

    RejectionCounts(int limit) {
        this.limit = limit;
    }

    /// How many consecutive rows had this error, and how many were rejected with its status.
    record Count(int same, int any, long limit) {
        /// Of a row that does not count.
        static final Count NONE = new Count(0, 0, Long.MAX_VALUE / ANY_ERROR_FACTOR);

        boolean isSameReached() {
            return same >= limit;
        }

        boolean isAnyReached() {
            return any >= limit * ANY_ERROR_FACTOR;
        }
    }

    Count add(CommonRejection.Key key) {
        int same = byError.containsKey(key) || byError.size() < MAX_ERRORS ? byError.merge(key, 1, Integer::sum) : 1;
        int any = byStatus.merge(key.withoutError(), 1, Integer::sum);
        return new Count(same, any, limit);
    }

    /// Whether `pending` rejections of the call that are not counted yet may reach a limit.
    boolean mayReach(CallSite site, int pending) {
        return pending + max(byError, site) >= limit || pending + max(byStatus, site) >= limit * ANY_ERROR_FACTOR;
    }

    private static int max(Map<CommonRejection.Key, Integer> counts, CallSite site) {
        return counts.entrySet().stream()
                .filter(count -> CallSite.of(count.getKey()).equals(site))
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    boolean isEmpty() {
        return byStatus.isEmpty();
    }

    void answered(CallSite site) {
        byError.keySet().removeIf(key -> CallSite.of(key).equals(site));
        byStatus.keySet().removeIf(key -> CallSite.of(key).equals(site));
    }
}
