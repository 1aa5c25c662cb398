package dev.rowan.bench.controller;

/// How a throttle did: the share of the limit used in the first ten seconds, the shares of the limit used and
/// of requests rejected after warm-up, and how it came back to that after the limit was halved and after it
/// was doubled.
record ControllerFigures(
        double start, double used, double rejected, ControllerRecovery halved, ControllerRecovery doubled) {
    private static final double START = 10;

    static ControllerFigures of(ControllerCase limit, ControllerPlan plan, ControllerCurve curve) {
        double all = limit.limit(limit.perSecond());
        double to = Math.floor(plan.halved() / 60) * 60;
        return new ControllerFigures(
                curve.used(plan.start(), plan.start() + START) / limit.limit(limit.offered(START)),
                curve.used(plan.warm(), to) / (all * (to - plan.warm())),
                curve.rejected(plan.warm(), to),
                recovery(limit, curve, plan.halved(), plan.restored(), 0.5),
                recovery(limit, curve, plan.doubled(), plan.end(), 2));
    }

    private static ControllerRecovery recovery(
            ControllerCase limit, ControllerCurve curve, double change, double end, double by) {
        double horizon = limit.horizon(limit.perSecond() * by);
        double perSecond = limit.limit(limit.perSecond() * by);
        double perRequest = limit.limit(1);
        return limit.form().isMinuteQuota()
                ? ControllerRecovery.ofQuota(curve, change, end, horizon, perSecond, perRequest)
                : ControllerRecovery.ofBucket(curve, change, end, horizon, perSecond, perRequest);
    }

    /// The worse of each.
    ControllerFigures worst(ControllerFigures other) {
        return new ControllerFigures(
                Math.min(start, other.start),
                Math.min(used, other.used),
                Math.max(rejected, other.rejected),
                halved.worst(other.halved),
                doubled.worst(other.doubled));
    }

    String cells() {
        return "%.0f | %s | %.1f | %.1f".formatted(100 * start, shortCells(), halved.lost(), doubled.lost());
    }

    /// Without the start and the seconds lost.
    String shortCells() {
        return "%.1f | %.2f | %s | %s".formatted(100 * used, 100 * rejected, halved.label(), doubled.label());
    }
}
