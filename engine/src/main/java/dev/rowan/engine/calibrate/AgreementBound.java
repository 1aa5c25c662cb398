package dev.rowan.engine.calibrate;

import java.util.Arrays;

/// Decides whether the rows that a threshold keeps show an agreement of at least `target`. Many thresholds are tried on
/// one sample, so that one of them may pass by chance: the level of the single bounds is lowered until, with an
/// agreement of exactly `target` everywhere, none of them passes in 95 % of all samples.
public final class AgreementBound {
    /// How often a target may be missed.
    public static final double RISK = 0.05;

    private static final int STEPS = 30;

    private final double target;
    private final double level;

    /// By the number of rows kept: the most disagreements that pass, -1 for none.
    private final int[] allowed;

    private AgreementBound(double target, double level, int[] allowed) {
        this.target = target;
        this.level = level;
        this.allowed = allowed;
    }

    /// For a sample of `rows`.
    public static AgreementBound of(double target, int rows) {
        double low = 0;
        double high = RISK;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (passing(allowed(target, rows, middle), target) <= RISK) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new AgreementBound(target, low, allowed(target, rows, low));
    }

    /// The fewest rows that can show an agreement of `target`, if all of them agree.
    public static int fewestRows(double target) {
        return (int) Math.ceil(Math.log(RISK) / Math.log(target));
    }

    boolean passes(int agreeing, int compared) {
        return compared > 0 && compared - agreeing <= allowed[compared];
    }

    /// The lowest agreement that the rows do not contradict.
    double lower(int agreeing, int compared) {
        return compared == 0 ? 0 : ClopperPearson.lower(agreeing, compared, level);
    }

    public double target() {
        return target;
    }

    private static int[] allowed(double target, int rows, double level) {
        int[] allowed = new int[rows + 1];
        int most = -1;
        allowed[0] = most;
        for (int kept = 1; kept <= rows; kept++) {
            while (most + 1 < kept && ClopperPearson.atMost(most + 1, kept, 1 - target) <= level) {
                most++;
            }
            allowed[kept] = most;
        }
        return allowed;
    }

    /// The probability that some number of rows passes if each row agrees with the probability `target`.
    private static double passing(int[] allowed, double target) {
        int rows = allowed.length - 1;
        double[] open = new double[rows + 1];
        open[0] = 1;
        double passed = 0;
        for (int kept = 1; kept <= rows; kept++) {
            for (int disagreeing = kept; disagreeing > 0; disagreeing--) {
                open[disagreeing] = open[disagreeing] * target + open[disagreeing - 1] * (1 - target);
            }
            open[0] *= target;
            passed += Arrays.stream(open, 0, allowed[kept] + 1).sum();
            Arrays.fill(open, 0, allowed[kept] + 1, 0);
        }
        return passed;
    }
}
