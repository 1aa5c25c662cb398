package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option `--landscape`.
public final class LandscapeOption {
    @Option(
            names = "--landscape",
            paramLabel = "URL",
            description = {
                "Audit database, such as sqlite:audit.db or",
                "postgresql://user:password@host:5432/audit.",
                "Default: $ROWAN_LANDSCAPE, then the pipeline's",
                "`landscape.url`, then sqlite:rowan.db."
            })
    private Optional<String> url = Optional.empty();

    public LandscapeAddress choose(Shell shell) {
        return LandscapeAddress.choose(url, Optional.empty(), shell);
    }

    /// The landscape of a pipeline, for reading.
    public LandscapeAddress toRead(Pipeline pipeline, Shell shell) {
        return LandscapeAddress.toRead(url, Optional.of(pipeline), shell);
    }

    public LandscapeAddress choose(Pipeline pipeline, Shell shell) {
        return LandscapeAddress.choose(url, Optional.of(pipeline), shell);
    }
}
