package dev.rowan.bench;

/// How a throttle did: the shares of the limit used and of requests rejected after warm-up, and the seconds
/// until it was back at that after the limit was halved and after it was doubled.
record ControllerFigures(double used, double rejected, double halved, double doubled) {

    static ControllerFigures of(ControllerCase limit, ControllerPlan plan, ControllerCurve curve) {
        double all = limit.limit(limit.perSecond());
        double to = Math.floor(plan.halved() / 60) * 60;
        return new ControllerFigures(
                curve.used(plan.warm(), to) / (all * (to - plan.warm())),
                curve.rejected(plan.warm(), to),
                recovery(limit, curve, plan.halved(), plan.restored(), 0.5),
                recovery(limit, curve, plan.doubled(), plan.end(), 2));
    }

    /// The seconds after which the bars are met for good measure; where there is a quota for each minute, those
    /// from the first whole minute after the change.
    private static double recovery(ControllerCase limit, ControllerCurve curve, double change, double end, double by) {
        double horizon = limit.horizon(limit.perSecond() * by);
        double perSecond = limit.limit(limit.perSecond() * by);
        return limit.form() == ControllerCase.Form.FIXED_MINUTE
                ? curve.recovery(Math.ceil(change / 60) * 60, end, 60, horizon, perSecond)
                : curve.recovery(change, end, 0.1, horizon, perSecond);
    }

    /// The worse of each.
    ControllerFigures worst(ControllerFigures other) {
        return new ControllerFigures(
                Math.min(used, other.used),
                Math.max(rejected, other.rejected),
                Math.max(halved, other.halved),
                Math.max(doubled, other.doubled));
    }

    String cells() {
        return "%.1f | %.2f | %s | %s".formatted(100 * used, 100 * rejected, seconds(halved), seconds(doubled));
    }

    private static String seconds(double seconds) {
        return Double.isInfinite(seconds) ? "never" : "%.1f".formatted(seconds);
    }
}
