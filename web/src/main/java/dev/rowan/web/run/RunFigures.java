package dev.rowan.web.run;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.Sample;
import dev.rowan.landscape.story.RunSummary;
import dev.rowan.web.text.Shown;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// A run in figures: what its page and its JSON both show.
///
/// `rowsPerSecond` is of the last seconds while it runs, of all of its time when it is over. `total` is how
/// many rows there will be, by how far the source is; `left` how long it will take at the pace of the last
/// minute; `forecast` what it will have cost, if the rest is like the rows so far.
public record RunFigures(
        RunSummary run,
        Told told,
        Duration took,
        OptionalDouble rowsPerSecond,
        OptionalLong total,
        Optional<Duration> left,
        Optional<Usd> cap,
        Optional<Usd> forecast,
        List<NodeFigures> nodes,
        Latency latency) {
    private static final double NOW_SECONDS = 8;
    private static final double LATELY_SECONDS = 60;

    /// `cap` is what the run may spend by its settings; a sample knows it better, since it can be changed.
    public static RunFigures of(RunSummary run, Told told, Optional<Usd> cap, Instant now) {
        Duration took = Duration.between(run.started(), run.ended().orElse(isRunning(run) ? now : run.lastEvent()));
        OptionalLong total = total(run, told);
        List<NodeFigures> nodes = nodes(run, told);
        return new RunFigures(
                run,
                told,
                took,
                rate(run, told, took, NOW_SECONDS),
                total,
                left(run, rate(run, told, took, LATELY_SECONDS), total),
                told.last().flatMap(last -> last.sample().cap()).or(() -> cap),
                forecast(run, total),
                nodes,
                nodes.stream().map(NodeFigures::latency).reduce(Latency.NONE, Latency::plus));
    }

    public boolean isRunning() {
        return isRunning(run);
    }

    private static boolean isRunning(RunSummary run) {
        return run.status().equals(RunSummary.RUNNING);
    }

    public boolean isPaused() {
        return isRunning() && told.last().map(last -> last.sample().paused()).orElse(false);
    }

    /// How much of the run is done, from 0 to 1.
    public OptionalDouble part() {
        return total.isPresent() && total.getAsLong() > 0
                ? OptionalDouble.of(Math.min(1, (double) run.rowsEnded() / total.getAsLong()))
                : OptionalDouble.empty();
    }

    /// What its attempts that have ended cost.
    public CallCost spent() {
        return run.calls().costs();
    }

    /// What its attempts under way may cost at most, beside what is spent.
    public Usd reserved() {
        return run.calls().reserved();
    }

    /// `and at most $0.80 more`; empty when nothing is reserved.
    public String reservedWords() {
        return run.calls().reservedWords(Shown::money).strip();
    }

    private static OptionalDouble rate(RunSummary run, Told told, Duration took, double seconds) {
        if (!isRunning(run)) {
            double all = told.last()
                    .map(Moment::worked)
                    .filter(_ -> run.resumed() > 0)
                    .orElse(took.toNanos() / 1e9);
            return NodeFigures.rate(run.rowsEnded(), all);
        }
        Optional<Moment> before = told.before(seconds);
        if (before.isEmpty()) {
            return NodeFigures.rate(run.rowsEnded(), took.toNanos() / 1e9);
        }
        Moment last = told.moments().getLast();
        return NodeFigures.rate(
                last.sample().rowsEnded() - before.get().sample().rowsEnded(),
                last.worked() - before.get().worked());
    }

    /// While the source is being read, as many rows as its part so far lets expect.
    private static OptionalLong total(RunSummary run, Told told) {
        if (run.isCompleted()) {
            return OptionalLong.of(run.rowsRead());
        }
        Optional<Sample> last = told.last().map(Moment::sample);
        if (last.isEmpty() || last.get().sourceSize().isEmpty() || last.get().sourceDone() <= 0) {
            return OptionalLong.empty();
        }
        double more = Math.max(
                1, (double) last.get().sourceSize().getAsLong() / last.get().sourceDone());
        return OptionalLong.of(Math.max(run.rowsRead(), Math.round(last.get().rowsRead() * more)));
    }

    private static Optional<Duration> left(RunSummary run, OptionalDouble rate, OptionalLong total) {
        if (!isRunning(run) || total.isEmpty() || rate.isEmpty() || rate.getAsDouble() <= 0) {
            return Optional.empty();
        }
        double seconds = (total.getAsLong() - run.rowsEnded()) / rate.getAsDouble();
        return Optional.of(Duration.ofMillis((long) Math.clamp(seconds * 1e3, 0, 1e13)));
    }

    private static Optional<Usd> forecast(RunSummary run, OptionalLong total) {
        if (!isRunning(run)
                || total.isEmpty()
                || run.rowsEnded() == 0
                || run.calls().cost().equals(Usd.ZERO)
                || run.calls().costs().unpriced() > 0) {
            return Optional.empty();
        }
        BigDecimal all = run.calls()
                .cost()
                .dollars()
                .multiply(BigDecimal.valueOf(total.getAsLong()))
                .divide(BigDecimal.valueOf(run.rowsEnded()), 12, RoundingMode.UP);
        return all.compareTo(Usd.MOST.dollars()) > 0 ? Optional.empty() : Optional.of(Usd.of(all));
    }

    private static List<NodeFigures> nodes(RunSummary run, Told told) {
        Optional<Moment> last = told.last();
        if (last.isEmpty()) {
            return List.of();
        }
        Optional<Moment> before = isRunning(run) ? told.before(NOW_SECONDS) : Optional.empty();
        double seconds = last.get().worked() - before.map(Moment::worked).orElse(0.0);
        return last.get().sample().nodes().stream()
                .map(node -> NodeFigures.of(node, before.flatMap(one -> same(one.sample(), node)), seconds))
                .toList();
    }

    private static Optional<Sample.Node> same(Sample sample, Sample.Node node) {
        return sample.nodes().stream()
                .filter(one -> one.index() == node.index())
                .findFirst();
    }
}
