package dev.rowan.engine.calibrate;

/// The exact bound of a share by Clopper and Pearson (1934), by bisection over the binomial distribution.
public final class ClopperPearson {
    private static final int STEPS = 60;

    private ClopperPearson() {}

    /// The lowest share that `successes` of `trials` do not contradict at this one-sided `level`, such as 0.05: the
    /// share at which so many successes or more have that probability.
    public static double lower(int successes, int trials, double level) {
        if (successes < 0 || successes > trials || trials < 1) {
            throw new IllegalArgumentException("must be 0 to " + trials + " successes, got " + successes);
        }
        if (successes == 0) {
            return 0;
        }
        double low = 0;
        double high = 1;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (atMost(trials - successes, trials, 1 - middle) > level) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    /// The probability of at most `count` events in `trials`, each with `probability`.
    static double atMost(int count, int trials, double probability) {
        if (count >= trials || probability <= 0) {
            return 1;
        }
        if (probability >= 1) {
            return 0;
        }
        double odds = Math.log(probability) - Math.log1p(-probability);
        double term = trials * Math.log1p(-probability);
        double sum = Math.exp(term);
        for (int i = 1; i <= count; i++) {
            term += Math.log(trials - i + 1.0) - Math.log(i) + odds;
            sum += Math.exp(term);
        }
        return Math.min(1, sum);
    }
}
