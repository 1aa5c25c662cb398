package dev.rowan.engine.startup;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.batch.BatchOptions;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// Who asks for a run and how: recorded with it, and not part of the pipeline. `abandoned` are the ids of unfinished
/// runs that are given up, so that this one can have their output.
public record RunRequest(
        String rowanVersion,
        List<String> commandLine,
        String operator,
        OptionalLong limit,
        Sink.Existing existing,
        RunStartMode startMode,
        BatchOptions batches,
        Set<String> abandoned) {

    /// A run that abandons no other.
    public RunRequest(
            String rowanVersion,
            List<String> commandLine,
            String operator,
            OptionalLong limit,
            Sink.Existing existing,
            RunStartMode beginning,
            BatchOptions batches) {
        this(rowanVersion, commandLine, operator, limit, existing, beginning, batches, Set.of());
    }

    /// A run that stays with its batch services until they are done.
    public RunRequest(
            String rowanVersion,
            List<String> commandLine,
            String operator,
            OptionalLong limit,
            Sink.Existing existing,
            RunStartMode beginning) {
        this(rowanVersion, commandLine, operator, limit, existing, beginning, BatchOptions.USUAL);
    }

    /// A run of its own, from the first row.
    public RunRequest(
            String rowanVersion,
            List<String> commandLine,
            String operator,
            OptionalLong limit,
            Sink.Existing existing) {
        this(rowanVersion, commandLine, operator, limit, existing, new RunStartMode.Fresh());
    }

    public RunRequest {
        commandLine = List.copyOf(commandLine);
        abandoned = Set.copyOf(abandoned);
    }

    /// The same, with other runs given up for it.
    public RunRequest abandoning(Set<String> runs) {
        return new RunRequest(rowanVersion, commandLine, operator, limit, existing, startMode, batches, runs);
    }

    /// The same with another wish of its batch services.
    public RunRequest with(BatchOptions wish) {
        return new RunRequest(rowanVersion, commandLine, operator, limit, existing, startMode, wish, abandoned);
    }
}
