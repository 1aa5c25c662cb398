package dev.rowan.engine.startup;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.batch.BatchOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Who starts a run and how: recorded with it, and not part of the pipeline.
public record RunRequest(
        Origin origin,
        OptionalLong limit,
        Sink.Existing existing,
        RunStartMode startMode,
        BatchOptions batches,
        Purpose purpose) {

    /// The version, the command and the person that start the run.
    public record Origin(String rowanVersion, List<String> commandLine, String operator) {

        public Origin {
            commandLine = List.copyOf(commandLine);
        }
    }

    /// What the run has to do with others. `abandoned` are the ids of unfinished runs that are abandoned so that this
    /// one can use their output. `since` is the run whose answers a new one takes, and
    /// `forecast` its expected use. `calibrates` is the gate to calibrate, if it is started for that.
    public record Purpose(
            Set<String> abandoned,
            Optional<SinceRun> since,
            Optional<RunForecast> forecast,
            Optional<CalibrationTarget> calibrates) {

        private static final Purpose NONE = new Purpose(Set.of(), Optional.empty(), Optional.empty(), Optional.empty());

        public Purpose {
            abandoned = Set.copyOf(abandoned);
        }
    }

    /// A new run, from the first row, that waits for its batch jobs.
    public static RunRequest fresh(
            String rowanVersion,
            List<String> commandLine,
            String operator,
            OptionalLong limit,
            Sink.Existing existing) {
        return new RunRequest(
                new Origin(rowanVersion, commandLine, operator),
                limit,
                existing,
                new RunStartMode.Fresh(),
                BatchOptions.USUAL,
                Purpose.NONE);
    }

    /// The same with another start mode.
    public RunRequest with(RunStartMode mode) {
        return new RunRequest(origin, limit, existing, mode, batches, purpose);
    }

    /// The same with other batch options.
    public RunRequest with(BatchOptions options) {
        return new RunRequest(origin, limit, existing, startMode, options, purpose);
    }

    private RunRequest with(Purpose other) {
        return new RunRequest(origin, limit, existing, startMode, batches, other);
    }

    /// The same, abandoning other runs.
    public RunRequest abandoning(Set<String> runs) {
        return with(new Purpose(runs, purpose.since(), purpose.forecast(), purpose.calibrates()));
    }

    /// The same, asking only for what has changed since another run.
    public RunRequest since(SinceRun run) {
        return with(new Purpose(purpose.abandoned(), Optional.of(run), purpose.forecast(), purpose.calibrates()));
    }

    /// The same with what the run is expected to take.
    public RunRequest with(RunForecast expected) {
        return with(new Purpose(purpose.abandoned(), purpose.since(), Optional.of(expected), purpose.calibrates()));
    }

    /// The same for a run that calibrates a gate.
    public RunRequest calibrating(CalibrationTarget target) {
        return with(new Purpose(purpose.abandoned(), purpose.since(), purpose.forecast(), Optional.of(target)));
    }
}
