package dev.rowan.web.run;

import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.Sample;
import java.util.Optional;
import java.util.OptionalDouble;

/// A transform in figures: `visitsPerSecond` and `attemptsPerSecond` are of now (of all of the run when it is
/// over); `refusedShare` is of all attempts, `refusedNow` of those lately. Waits are means of an attempt in
/// milliseconds.
public record NodeFigures(
        Sample.Node node,
        OptionalDouble visitsPerSecond,
        OptionalDouble attemptsPerSecond,
        OptionalDouble refusedShare,
        OptionalDouble refusedNow,
        OptionalDouble pacerMillis,
        OptionalDouble permitMillis,
        OptionalDouble wireMillis,
        LatencyStats latency) {

    /// `before` is the transform some time earlier, `seconds` before.
    static NodeFigures of(Sample.Node node, Optional<Sample.Node> before, double seconds) {
        Sample.Node base = before.orElseGet(() -> nothing(node));
        long attempts = node.attempts() - base.attempts();
        return new NodeFigures(
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

    public CallCost cost() {
        return node.cost();
    }

    /// A counter that fell has begun anew.
    static OptionalDouble rate(long difference, double seconds) {
        return seconds <= 0 || difference < 0 ? OptionalDouble.empty() : OptionalDouble.of(difference / seconds);
    }

    static OptionalDouble share(long part, long all) {
        return all <= 0 || part < 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1, (double) part / all));
    }

    private static OptionalDouble mean(long micros, long times) {
        return times <= 0 ? OptionalDouble.empty() : OptionalDouble.of(micros / 1e3 / times);
    }

    private static Sample.Node nothing(Sample.Node node) {
        return new Sample.Node(
                node.name(), node.index(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, CallCost.NONE, java.util.List.of());
    }
}
