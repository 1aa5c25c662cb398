package dev.rowan.bench.controller;

/// How a throttle took a change of the limit: the seconds `until` the bars are met again, at least 95 % used and at
/// most 1 % rejected, and the seconds `lost`: what the limit gave and nobody used, and the requests that were
/// rejected, in seconds of the new pace.
record ControllerRecovery(double until, double lost) {
    private static final double USED = 0.95;
    private static final double REJECTED = 0.01;
    private static final double MINUTE = 60;
    private static final double STEP = 0.1;

    /// Of a bucket: until a time begins, `horizon` long, in which the bars are met; lost in the first minute.
    static ControllerRecovery ofBucket(
            ControllerCurve curve, double change, double end, double horizon, double perSecond, double perRequest) {
        double behind = 0;
        for (double to = change; to <= Math.min(end, change + MINUTE); to += STEP) {
            behind = Math.max(behind, perSecond * (to - change) - curve.used(change, to));
        }
        double rejected = perRequest * curve.rejections(change, change + MINUTE);
        return new ControllerRecovery(
                curve.recovery(change, end, STEP, horizon, perSecond), (behind + rejected) / perSecond);
    }

    /// Of a quota that comes whole for each `period`: until a period begins from which on every one meets the bars; 0
    /// when that in which the change comes does already. Of that one is due what the new pace gives in what is left
    /// of it, but no more than is left of the quota. Lost in that one and the next.
    static ControllerRecovery ofQuota(
            ControllerCurve curve, double change, double end, double period, double perSecond, double perRequest) {
        double begun = Math.floor(change / period) * period;
        double quota = perSecond * period;
        double until = Double.POSITIVE_INFINITY;
        for (double from = Math.floor(end / period) * period - period; from > begun; from -= period) {
            if (curve.used(from, from + period) < USED * quota || curve.rejected(from, from + period) > REJECTED) {
                break;
            }
            until = from - change;
        }
        double next = begun + period;
        double due = Math.min(Math.max(0, quota - curve.used(begun, change)), perSecond * (next - change));
        double got = curve.used(change, next);
        if (until <= next - change && got >= USED * due && curve.rejected(begun, next) <= REJECTED) {
            until = 0;
        }
        double unused = Math.max(0, due - got) + Math.max(0, quota - curve.used(next, next + period));
        double rejected = perRequest * curve.rejections(change, next + period);
        return new ControllerRecovery(until, (unused + rejected) / perSecond);
    }

    ControllerRecovery worst(ControllerRecovery other) {
        return new ControllerRecovery(Math.max(until, other.until), Math.max(lost, other.lost));
    }

    String label() {
        return Double.isInfinite(until) ? "never" : "%.1f".formatted(until);
    }
}
