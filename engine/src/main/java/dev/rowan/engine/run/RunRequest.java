package dev.rowan.engine.run;

import dev.rowan.api.plugin.Sink;
import java.util.List;
import java.util.OptionalLong;

/// Who asks for a run and how: recorded with it, and not part of the pipeline.
public record RunRequest(
        String rowanVersion,
        List<String> commandLine,
        String operator,
        OptionalLong limit,
        Sink.Existing existing,
        Beginning beginning) {

    /// A run of its own, from the first row.
    public RunRequest(
            String rowanVersion,
            List<String> commandLine,
            String operator,
            OptionalLong limit,
            Sink.Existing existing) {
        this(rowanVersion, commandLine, operator, limit, existing, new Beginning.Anew());
    }

    public RunRequest {
        commandLine = List.copyOf(commandLine);
    }
}
