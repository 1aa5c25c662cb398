package dev.rowan.engine.quota;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Max-min fair shares of a limit: nobody gets more than it demands while another gets less than it demands and less
/// than that one. What nobody demands is divided equally, so that a demand may rise before it is reported.
final class FairShares {
    private FairShares() {}

    /// The shares by demand; their sum is the limit.
    static double[] of(double limit, double[] demands) {
        double[] shares = new double[demands.length];
        double left = limit;
        int sharing = demands.length;
        int[] byDemand = IntStream.range(0, demands.length)
                .boxed()
                .sorted((one, other) -> Double.compare(demands[one], demands[other]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int index : byDemand) {
            shares[index] = Math.min(demands[index], left / sharing);
            left -= shares[index];
            sharing--;
        }
        double each = Math.max(0, left) / Math.max(1, demands.length);
        return Arrays.stream(shares).map(share -> share + each).toArray();
    }
}
