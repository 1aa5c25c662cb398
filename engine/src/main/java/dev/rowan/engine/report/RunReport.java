package dev.rowan.engine.report;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.progress.RecordedProgress;
import dev.rowan.engine.progress.RecordedProgress.TimedSample;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.history.Reconciliation;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.Sample;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/// The figures of a run, as every view shows them.
///
/// `duration` is from start to end, or until now. `estimate` is the progress and the time left; its rate is
/// that over `duration` once the run is over. `waits` are sentences about what the run waits for. `cap` is the
/// most it may spend. `forecast` is its expected cost if the remaining rows are like those so far. `splits` is
/// empty unless the run has several writers. `reconciled` are comparisons with bills.
public record RunReport(
        RunSummary run,
        RecordedHistory history,
        Duration duration,
        RunEstimate estimate,
        List<String> waits,
        Optional<Usd> cap,
        Optional<Usd> forecast,
        List<NodeReport> nodes,
        LatencyStats latency,
        SplitReport splits,
        List<Reconciliation> reconciled) {
    private static final double NOW_SECONDS = 8;

    public RunReport {
        waits = List.copyOf(waits);
        reconciled = List.copyOf(reconciled);
    }

    /// The report of one run. `clock` formats times of day.
    public static RunReport read(
            LandscapeReader reader,
            RunSummary run,
            List<JobReport> jobs,
            Instant now,
            Function<Instant, String> clock) {
        RecordedHistory history = new HistoryReader(run.runId(), run.started()).read(reader);
        return of(run, history, cap(reader, run.runId()), jobs, now, clock)
                .with(SplitReport.read(reader, run))
                .with(reader.runs().reconciliations(run.runId()));
    }

    /// The report of a run in a list, without its history.
    public static RunReport brief(RunSummary run, Optional<Usd> cap, Instant now) {
        return of(run, RecordedHistory.EMPTY, cap, List.of(), now, Figures::timeOfDay);
    }

    public static RunReport of(
            RunSummary run,
            RecordedHistory history,
            Optional<Usd> cap,
            List<JobReport> jobs,
            Instant now,
            Function<Instant, String> clock) {
        Duration duration = Duration.between(run.started(), run.ended().orElse(isRunning(run) ? now : run.lastEvent()));
        List<TimedSample> samples = history.samples().stream()
                .map(sample -> new TimedSample(sample.at(), sample.sample()))
                .toList();
        RecordedProgress progress = RecordedProgress.of(run, samples, jobs, now, clock);
        RunEstimate estimate = isRunning(run)
                ? progress.estimate()
                : progress.estimate().stopped(NodeReport.rate(run.rowsEnded(), duration.toNanos() / 1e9));
        List<NodeReport> nodes = nodes(run, history);
        return new RunReport(
                run,
                history,
                duration,
                estimate,
                progress.waits().sentences(),
                history.last().flatMap(last -> last.sample().cap()).or(() -> cap),
                forecast(run, estimate.rowsExpected()),
                nodes,
                nodes.stream().map(NodeReport::latency).reduce(LatencyStats.NONE, LatencyStats::plus),
                SplitReport.NONE,
                List.of());
    }

    /// The report with the splits of a run with several writers.
    public RunReport with(SplitReport of) {
        return new RunReport(run, history, duration, estimate, waits, cap, forecast, nodes, latency, of, reconciled);
    }

    /// The report with the comparisons with bills.
    private RunReport with(List<Reconciliation> bills) {
        return new RunReport(run, history, duration, estimate, waits, cap, forecast, nodes, latency, splits, bills);
    }

    /// `run.max_cost_usd` as it was last changed, or that of the settings; empty where they were deleted.
    public static Optional<Usd> cap(LandscapeReader reader, String runId) {
        return reader.notes()
                .latest(runId, Sample.NOTE)
                .flatMap(note -> Sample.of(note.facts()).cap())
                .or(() -> declaredCap(reader, runId));
    }

    private static Optional<Usd> declaredCap(LandscapeReader reader, String runId) {
        try {
            return Optional.ofNullable(reader.runs().declared(runId).settings().get("max_cost_usd"))
                    .map(String::valueOf)
                    .map(BigDecimal::new)
                    .map(Usd::of);
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException | IllegalArgumentException | ArithmeticException _) {
            return Optional.empty();
        }
    }

    public OptionalDouble rowsPerSecond() {
        return estimate.rowsPerSecond();
    }

    public boolean isRunning() {
        return isRunning(run);
    }

    private static boolean isRunning(RunSummary run) {
        return run.status().equals(RunSummary.RUNNING);
    }

    public boolean isPaused() {
        return isRunning() && history.last().map(last -> last.sample().paused()).orElse(false);
    }

    /// The cost of the attempts that have ended.
    public CallCost spent() {
        return run.calls().costs();
    }

    /// The worst case of the open attempts.
    public Usd reserved() {
        return run.calls().reserved();
    }

    /// `and at most $0.80 more`; empty when nothing is reserved.
    public String reservedText() {
        return run.calls().reservedText(Figures::dollars).strip();
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

    private static List<NodeReport> nodes(RunSummary run, RecordedHistory history) {
        Optional<RunSample> last = history.last();
        if (last.isEmpty()) {
            return List.of();
        }
        Optional<RunSample> before = isRunning(run) ? history.before(NOW_SECONDS) : Optional.empty();
        double seconds =
                last.get().runSeconds() - before.map(RunSample::runSeconds).orElse(0.0);
        return last.get().sample().nodes().stream()
                .map(node -> NodeReport.of(node, before.flatMap(one -> same(one.sample(), node)), seconds))
                .toList();
    }

    private static Optional<Sample.Node> same(Sample sample, Sample.Node node) {
        return sample.nodes().stream()
                .filter(one -> one.index() == node.index())
                .findFirst();
    }
}
