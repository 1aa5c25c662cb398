package dev.rowan.engine.throttle;

/// How long a refusal takes to come back, by its mean and its deviation, as TCP measures its round trip.
/// Services refuse at once, whatever an answer takes, so a request that is out for longer counts as accepted.
/// Owned by its throttle.
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

    /// By how much the search has to slow down because refusals are slow to come back; 1 for those of up to
    /// half a second.
    double stretch() {
        return Math.max(1, 2 * mean);
    }

    /// The seconds after which a request that was not refused counts as accepted.
    double bound() {
        return mean + 4 * deviation + MARGIN;
    }
}
