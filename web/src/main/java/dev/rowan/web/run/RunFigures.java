package dev.rowan.web.run;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.progress.RecordedProgress;
import dev.rowan.engine.progress.RecordedProgress.TimedSample;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.text.DisplayText;
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
/// `estimate` is how far it is and how long the rest takes; its rate is of all of its time when it is over.
/// `waits` are sentences that say what it waits for. `forecast` is what it will have cost, if the rest is like
/// the rows so far.
public record RunFigures(
        RunSummary run,
        RecordedHistory told,
        Duration took,
        RunEstimate estimate,
        List<String> waits,
        Optional<Usd> cap,
        Optional<Usd> forecast,
        List<NodeFigures> nodes,
        LatencyStats latency) {
    private static final double NOW_SECONDS = 8;

    public RunFigures {
        waits = List.copyOf(waits);
    }

    /// `cap` is what the run may spend by its settings; a sample knows it better, since it can be changed.
    /// `jobs` are its batch jobs.
    public static RunFigures of(
            RunSummary run, RecordedHistory told, Optional<Usd> cap, List<JobReport> jobs, Instant now) {
        Duration took = Duration.between(run.started(), run.ended().orElse(isRunning(run) ? now : run.lastEvent()));
        List<TimedSample> samples = told.moments().stream()
                .map(moment -> new TimedSample(moment.at(), moment.sample()))
                .toList();
        RecordedProgress progress = RecordedProgress.of(run, samples, jobs, now, DisplayText::timeOfDay);
        RunEstimate estimate =
                isRunning(run) ? progress.estimate() : progress.estimate().stopped(overall(run, told, took));
        List<NodeFigures> nodes = nodes(run, told);
        return new RunFigures(
                run,
                told,
                took,
                estimate,
                progress.waits().sentences(),
                told.last().flatMap(last -> last.sample().cap()).or(() -> cap),
                forecast(run, estimate.rowsExpected()),
                nodes,
                nodes.stream().map(NodeFigures::latency).reduce(LatencyStats.NONE, LatencyStats::plus));
    }

    /// Rows per second in all of the time that someone worked on a run that is over.
    private static OptionalDouble overall(RunSummary run, RecordedHistory told, Duration took) {
        double all = told.last()
                .map(ChartSample::worked)
                .filter(_ -> run.resumed() > 0)
                .orElse(took.toNanos() / 1e9);
        return NodeFigures.rate(run.rowsEnded(), all);
    }

    public OptionalDouble rowsPerSecond() {
        return estimate.rowsPerSecond();
    }

    /// How many rows there will be, where that is known or can be estimated.
    public OptionalLong total() {
        return estimate.rowsExpected();
    }

    /// How long the rest may take.
    public Optional<Duration> left() {
        return estimate.timeLeft();
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
        return estimate.share();
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
        return run.calls().reservedWords(DisplayText::money).strip();
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
        return all.compareTo(Usd.MAX.dollars()) > 0 ? Optional.empty() : Optional.of(Usd.of(all));
    }

    private static List<NodeFigures> nodes(RunSummary run, RecordedHistory told) {
        Optional<ChartSample> last = told.last();
        if (last.isEmpty()) {
            return List.of();
        }
        Optional<ChartSample> before = isRunning(run) ? told.before(NOW_SECONDS) : Optional.empty();
        double seconds = last.get().worked() - before.map(ChartSample::worked).orElse(0.0);
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
