package dev.rowan.cli.batch;

import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.run.RecordedRun;
import dev.rowan.cli.run.ReportOptions;
import dev.rowan.cli.run.RunResumer;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// How a command that goes on with a run's jobs is told which run, and how it goes on.
final class BatchCommandRun {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "An id, the beginning of one, a run's name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(names = "--pipeline", paramLabel = "FILE", description = "The pipeline file, if it is not where it was.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--accept-change",
            description = "Go on although the pipeline or its input has changed; the change is recorded.")
    private boolean acceptChange;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    /// The run as it stands on record, found without its pipeline unless that is named.
    BatchRun look(Shell shell) {
        if (file.isPresent()) {
            RecordedRun recorded = recorded(envFile.on(shell));
            try (LandscapeReader reader = recorded.address().read()) {
                return BatchRun.of(reader, recorded.summary());
            }
        }
        try (LandscapeReader reader = landscape.choose(shell).read()) {
            return BatchRun.of(reader, reader.runs().summary(reader.runs().resolve(run)));
        }
    }

    /// The landscape that the run is in.
    LandscapeAddress address(Shell shell) {
        return file.isPresent() ? recorded(envFile.on(shell)).address() : landscape.choose(shell);
    }

    RecordedRun recorded(Shell surrounding) {
        return RecordedRun.find(run, file, landscape, surrounding);
    }

    EnvFileOption envFile() {
        return envFile;
    }

    ReportOptions report() {
        return report;
    }

    LandscapeOption landscape() {
        return landscape;
    }

    /// Goes on with the run; `orders` are done first.
    int resume(BatchOptions.Stay stay, List<JobCommand> orders, CommandSpec spec, Shell shell)
            throws IOException, InterruptedException {
        return resume(new BatchOptions(stay, orders), spec, shell, new ObserveOptions());
    }

    /// The same, with `beside` as what others than the terminal see of it.
    int resume(BatchOptions request, CommandSpec spec, Shell shell, ObserveOptions beside)
            throws IOException, InterruptedException {
        Shell surrounding = envFile.on(shell);
        return new RunResumer(acceptChange, OptionalLong.empty(), request, report, beside)
                .run(recorded(surrounding), spec, surrounding);
    }
}
