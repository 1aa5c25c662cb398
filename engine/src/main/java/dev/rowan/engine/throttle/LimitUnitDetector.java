package dev.rowan.engine.throttle;

/// Detects whether a service limits requests or tokens, by adding up the log-odds of two kinds of evidence.
///
/// If tokens are limited, the refused request tends to be a large one, with odds of its size to the mean. And
/// since the limit is constant, the measured rate that varies less between refusals is the limited one. Owned
/// by its throttle.
final class LimitUnitDetector {
    /// The log-odds at which tokens are assumed, until they are even again, and the bound beyond which evidence
    /// is not added. Unrelated sizes reach log-odds by chance once in their exponential.
    private static final double SURE = 4;
    private static final double MIN_LOG_ODDS = -2;
    private static final double MAX_LOG_ODDS = 5;
    /// The maximum weight of one comparison of the measured rates, since they vary for other reasons too.
    private static final double STEADIER = 0.5;
    private static final double LEAST_CHANGE = 0.005;

    private double lastRequests;
    private double lastTokens;
    private double tokensAreCounted;
    private LimitUnit unit = LimitUnit.REQUESTS;

    LimitUnit unit() {
        return unit;
    }

    /// Starts with a unit that was detected elsewhere.
    void assume(LimitUnit detected) {
        unit = detected;
        tokensAreCounted = detected == LimitUnit.TOKENS ? SURE : 0;
    }

    /// Adds the size of a request that was refused after others were just accepted.
    void refused(Dispatch request, double meanTokens) {
        if (meanTokens > 0 && request.tokens() > 0) {
            add(Math.log(request.tokens() / meanTokens));
        }
    }

    /// Adds the throughput between two moments at which the limit was exhausted; true if the unit changed.
    boolean measured(DispatchCounter.Mark from, DispatchCounter.Mark to, double seconds) {
        double requests = to.acceptedSince(from, LimitUnit.REQUESTS) / seconds;
        double tokens = to.acceptedSince(from, LimitUnit.TOKENS) / seconds;
        if (lastRequests > 0 && lastTokens > 0 && requests > 0 && tokens > 0) {
            double odds = Math.log(change(requests, lastRequests) / change(tokens, lastTokens));
            add(Math.clamp(odds, -STEADIER, unit == LimitUnit.TOKENS ? 0 : STEADIER));
        }
        lastRequests = requests;
        lastTokens = tokens;
        LimitUnit before = unit;
        if (tokensAreCounted > SURE) {
            unit = LimitUnit.TOKENS;
        } else if (tokensAreCounted < 0) {
            unit = LimitUnit.REQUESTS;
        }
        return unit != before;
    }

    private static double change(double rate, double last) {
        return Math.max(LEAST_CHANGE, Math.abs(Math.log(rate / last)));
    }

    private void add(double odds) {
        tokensAreCounted = Math.clamp(tokensAreCounted + odds, MIN_LOG_ODDS, MAX_LOG_ODDS);
    }
}
