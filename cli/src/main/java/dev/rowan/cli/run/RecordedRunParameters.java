package dev.rowan.cli.run;

import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The parameters of commands that resume a recorded run.
final class RecordedRunParameters {
    @Parameters(index = "0", paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "Pipeline file, if it was moved.")
    private Optional<Path> file = Optional.empty();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    RecordedRun find(Shell shell) {
        return RecordedRun.find(run, file, landscape, shell);
    }
}
