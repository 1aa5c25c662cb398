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

/// The parameters and options of batch commands that resume a run.
final class BatchCommandRun {
    @Parameters(index = "0", paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(names = "--pipeline", paramLabel = "FILE", description = "Pipeline file, if it was moved.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--accept-change",
            description = "Resume even if the pipeline or its input changed; the change is recorded.")
    private boolean acceptChange;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    /// The recorded run; its pipeline is read only if `--pipeline` names it.
    BatchRun find(Shell shell) {
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

    RecordedRun recorded(Shell withEnv) {
        return RecordedRun.find(run, file, landscape, withEnv);
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

    /// Resumes the run after executing `commands`.
    int resume(BatchOptions.Stay stay, List<JobCommand> commands, CommandSpec spec, Shell shell)
            throws IOException, InterruptedException {
        return resume(new BatchOptions(stay, commands, false, false), spec, shell, new ObserveOptions());
    }

    /// The same, with the observers that `observe` asks for.
    int resume(BatchOptions request, CommandSpec spec, Shell shell, ObserveOptions observe)
            throws IOException, InterruptedException {
        Shell withEnv = envFile.on(shell);
        return new RunResumer(acceptChange, OptionalLong.empty(), request, report, observe)
                .run(recorded(withEnv), spec, withEnv);
    }
}
