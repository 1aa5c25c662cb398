package dev.rowan.engine.throttle;

/// The latency of refusals, as mean and deviation, like TCP's round-trip estimate. Services refuse immediately, so a
/// request that takes longer counts as accepted. Owned by its throttle.
final class RefusalDelay {
    private static final double SHARE = 0.125;
    private static final double MARGIN = 0.02;

    private double mean = 0.05;
    private double deviation = 0.025;

    void measured(double seconds) {
        deviation += SHARE * (Math.abs(seconds - mean) - deviation);
        mean += SHARE * (seconds - mean);
    }

    double mean() {
        return mean;
    }

    /// The factor by which the search slows down because refusals are slow; 1 up to half a second.
    double stretch() {
        return Math.max(1, 2 * mean);
    }

    /// The seconds after which a request without a refusal counts as accepted.
    double bound() {
        return mean + 4 * deviation + MARGIN;
    }
}
