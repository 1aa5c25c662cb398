package dev.rowan.engine.throttle;

/// Finds out whether a service counts requests or tokens, from two kinds of evidence that are added up as
/// logarithms of odds.
///
/// Where tokens are counted, the request that meets the edge of the limit is a large one: in the odds of its
/// size to the mean. And the limit itself stands still, so of the two measured rates the one that varies less
/// from one refusal to the next is the one that is limited. Owned by its throttle.
final class LimitUnitDetector {
    /// The odds from which on tokens are counted, until they are even again, and those beyond which evidence
    /// is not kept. At any odds, sizes that mean nothing reach them by chance once in their exponential.
    private static final double SURE = 4;
    private static final double MIN_LOG_ODDS = -2;
    private static final double MAX_LOG_ODDS = 5;
    /// What one comparison of the measured rates may add, since other things make them vary, too.
    private static final double STEADIER = 0.5;
    private static final double LEAST_CHANGE = 0.005;

    private double lastRequests;
    private double lastTokens;
    private double tokensAreCounted;
    private LimitUnit unit = LimitUnit.REQUESTS;

    LimitUnit unit() {
        return unit;
    }

    /// Takes in the size of a request that was refused when others had just passed.
    void refused(Dispatch request, double meanTokens) {
        if (meanTokens > 0 && request.tokens() > 0) {
            add(Math.log(request.tokens() / meanTokens));
        }
    }

    /// Takes in what was accepted between two moments at which the limit was used up; true when the unit
    /// changed.
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
