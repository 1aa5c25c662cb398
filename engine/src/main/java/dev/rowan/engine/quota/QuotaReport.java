package dev.rowan.engine.quota;

import dev.rowan.engine.throttle.DeclaredLimits;
import java.util.List;

/// What a member reports to the leader.
///
/// `number` counts its reports from 1; `at` is its monotonic time in nanoseconds; `quota` is the number of the quota
/// that it uses; `backlog` is how many requests wait. `slots` are those that changed since the last report that the
/// leader has answered.
public record QuotaReport(
        long number, long at, long quota, int backlog, DeclaredLimits declared, List<DispatchSlot> slots) {
    public QuotaReport {
        slots = List.copyOf(slots);
    }
}
