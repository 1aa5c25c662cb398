package dev.rowan.bench.controller;

/// What a service saw, in tenths of a second. Owned by one thread.
final class ControllerCurve {
    private static final int PER_SECOND = 10;

    private final double[] used;
    private final int[] accepted;
    private final int[] rejected;

    ControllerCurve(double seconds) {
        int cells = (int) Math.ceil(seconds * PER_SECOND) + 1;
        this.used = new double[cells];
        this.accepted = new int[cells];
        this.rejected = new int[cells];
    }

    void arrived(double at, boolean admitted, double cost) {
        int cell = Math.min(used.length - 1, (int) (at * PER_SECOND));
        if (admitted) {
            used[cell] += cost;
            accepted[cell]++;
        } else {
            rejected[cell]++;
        }
    }

    /// What was seen in one second.
    record Seen(long accepted, long acceptedTokens, long rejected) {}

    void saw(int second, Seen seen, ControllerCase.Counted counted) {
        int cell = cell(second);
        used[cell] = (double) (counted == ControllerCase.Counted.TOKENS ? seen.acceptedTokens : seen.accepted);
        accepted[cell] = Math.toIntExact(seen.accepted);
        rejected[cell] = Math.toIntExact(seen.rejected);
    }

    /// What was used of the limit in a time, in its own unit.
    double used(double from, double to) {
        double sum = 0;
        for (int cell = cell(from); cell < cell(to); cell++) {
            sum += used[cell];
        }
        return sum;
    }

    /// How many requests were rejected.
    long rejections(double from, double to) {
        long sum = 0;
        for (int cell = cell(from); cell < cell(to); cell++) {
            sum += rejected[cell];
        }
        return sum;
    }

    /// The share of the requests that was rejected.
    double rejected(double from, double to) {
        long yes = 0;
        long no = 0;
        for (int cell = cell(from); cell < cell(to); cell++) {
            yes += accepted[cell];
            no += rejected[cell];
        }
        return yes + no == 0 ? 0 : (double) no / (yes + no);
    }

    /// The seconds from `change` until a time begins, `horizon` long, in which both bars are met; infinite when
    /// none does.
    double recovery(double change, double end, double step, double horizon, double perSecond) {
        for (double from = change; from + horizon <= end; from += step) {
            if (used(from, from + horizon) >= 0.95 * perSecond * horizon && rejected(from, from + horizon) <= 0.01) {
                return from - change;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private int cell(double at) {
        return Math.clamp(Math.round(at * PER_SECOND), 0, used.length);
    }
}
