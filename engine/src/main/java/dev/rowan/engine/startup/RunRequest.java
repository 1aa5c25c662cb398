package dev.rowan.engine.startup;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.batch.BatchOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Who starts a run and how: recorded with it, and not part of the pipeline. `abandoned` are the ids of unfinished
/// runs that are abandoned so that this one can use their output. `since` is the run whose answers a new one takes,
/// `forecast` what it is expected to take; `calibrates` is the gate that it
/// calibrates, if it is started for that.
public record RunRequest(
        String rowanVersion,
        List<String> commandLine,
        String operator,
        OptionalLong limit,
        Sink.Existing existing,
        RunStartMode startMode,
        BatchOptions batches,
        Set<String> abandoned,
        Optional<SinceRun> since,
        Optional<RunForecast> forecast,
        Optional<CalibrationTarget> calibrates) {

    public RunRequest {
        commandLine = List.copyOf(commandLine);
        abandoned = Set.copyOf(abandoned);
    }

    /// A new run, from the first row, that waits for its batch jobs.
    public static RunRequest fresh(
            String rowanVersion,
            List<String> commandLine,
            String operator,
            OptionalLong limit,
            Sink.Existing existing) {
        return new RunRequest(
                rowanVersion,
                commandLine,
                operator,
                limit,
                existing,
                new RunStartMode.Fresh(),
                BatchOptions.USUAL,
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// The same with another start mode.
    public RunRequest with(RunStartMode mode) {
        return new RunRequest(
                rowanVersion,
                commandLine,
                operator,
                limit,
                existing,
                mode,
                batches,
                abandoned,
                since,
                forecast,
                calibrates);
    }

    /// The same, abandoning other runs.
    public RunRequest abandoning(Set<String> runs) {
        return new RunRequest(
                rowanVersion,
                commandLine,
                operator,
                limit,
                existing,
                startMode,
                batches,
                runs,
                since,
                forecast,
                calibrates);
    }

    /// The same, asking only for what has changed since another run.
    public RunRequest since(SinceRun run) {
        return new RunRequest(
                rowanVersion,
                commandLine,
                operator,
                limit,
                existing,
                startMode,
                batches,
                abandoned,
                Optional.of(run),
                forecast,
                calibrates);
    }

    /// The same with what the run is expected to take.
    public RunRequest with(RunForecast expected) {
        return new RunRequest(
                rowanVersion,
                commandLine,
                operator,
                limit,
                existing,
                startMode,
                batches,
                abandoned,
                since,
                Optional.of(expected),
                calibrates);
    }

    /// The same with other batch options.
    public RunRequest with(BatchOptions options) {
        return new RunRequest(
                rowanVersion,
                commandLine,
                operator,
                limit,
                existing,
                startMode,
                options,
                abandoned,
                since,
                forecast,
                calibrates);
    }

    /// The same for a run that calibrates a gate.
    public RunRequest calibrating(CalibrationTarget target) {
        return new RunRequest(
                rowanVersion,
                commandLine,
                operator,
                limit,
                existing,
                startMode,
                batches,
                abandoned,
                since,
                forecast,
                Optional.of(target));
    }
}
