package dev.rowan.cli.run;

import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// How a command that goes on with a recorded run is told which one.
final class RecordedRunParameters {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "An id, the beginning of one, a run's name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The pipeline file, if it is not where it was.")
    private Optional<Path> file = Optional.empty();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    RecordedRun find(Shell shell) {
        return RecordedRun.find(run, file, landscape, shell);
    }
}
