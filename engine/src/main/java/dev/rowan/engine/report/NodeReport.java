package dev.rowan.engine.report;

import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.Sample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The figures of a transform. Rates are current ones, or those of the whole run once it is over; `refusedShare` is of
/// all attempts, `refusedNow` of the latest. Waits are means per attempt.
public record NodeReport(
        Sample.Node node,
        OptionalDouble visitsPerSecond,
        OptionalDouble attemptsPerSecond,
        OptionalDouble refusedShare,
        OptionalDouble refusedNow,
        OptionalDouble pacerSeconds,
        OptionalDouble permitSeconds,
        OptionalDouble wireSeconds,
        LatencyStats latency) {

    /// `before` is the same transform `seconds` earlier.
    static NodeReport of(Sample.Node node, Optional<Sample.Node> before, double seconds) {
        Sample.Node base = before.orElseGet(() -> nothing(node));
        long attempts = node.attempts() - base.attempts();
        return new NodeReport(
                node,
                rate(node.visits() - base.visits(), seconds),
                rate(attempts, seconds),
                share(node.refused(), node.attempts()),
                share(node.refused() - base.refused(), attempts),
                mean(node.pacerMicros(), node.attempts()),
                mean(node.permitMicros(), node.attempts()),
                mean(node.wireMicros(), node.attempts()),
                new LatencyStats(node.latency()));
    }

    public boolean calls() {
        return node.poolSize() > 0 || node.attempts() > 0;
    }

    /// A counter that fell was reset.
    public static OptionalDouble rate(long difference, double seconds) {
        return seconds <= 0 || difference < 0 ? OptionalDouble.empty() : OptionalDouble.of(difference / seconds);
    }

    public static OptionalDouble share(long part, long all) {
        return all <= 0 || part < 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1, (double) part / all));
    }

    private static OptionalDouble mean(long micros, long times) {
        return times <= 0 ? OptionalDouble.empty() : OptionalDouble.of(micros / 1e6 / times);
    }

    private static Sample.Node nothing(Sample.Node node) {
        return new Sample.Node(node.name(), node.index(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, CallCost.NONE, List.of());
    }
}
