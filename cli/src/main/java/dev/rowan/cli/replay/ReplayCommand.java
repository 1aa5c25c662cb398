package dev.rowan.cli.replay;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.run.ReportOptions;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `rowan replay`: replays a run from its record and compares the output byte for byte.
@Command(
        name = "replay",
        description = "Replay a run from its recorded answers and compare the output.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "Nothing is sent, no API key is needed, and the run's output and record are not",
            "touched. Exit code 0: every sink is byte-identical. Exit code 1: a sink differs",
            "or an answer is missing. With --from, transforms from NODE on run as defined in",
            "the pipeline file now: recorded requests are answered from the record, others",
            "are sent and billed, and the replay is recorded as a run."
        })
public final class ReplayCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "Pipeline file to use instead of the recorded one.")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--to", paramLabel = "DIR", description = "Keep the sinks' output in this directory.")
    private Optional<Path> to = Optional.empty();

    @Option(names = "--overwrite", description = "Overwrite existing files in DIR.")
    private boolean overwrite;

    @Option(
            names = "--from",
            paramLabel = "NODE",
            description = "First transform that may differ from the recorded one.")
    private Optional<String> from = Optional.empty();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    public ReplayCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (from.isPresent() && to.isEmpty()) {
            throw new UsageException("--from may make billed calls, so it requires an output directory: --to DIR");
        }
        Shell withEnv = envFile.on(shell);
        LandscapeAddress address = landscape.choose(withEnv);
        try (LandscapeReader reader = address.read();
                ReplayFolder folder = ReplayFolder.of(to.map(withEnv.folder()::resolve))) {
            RecordedOriginal original = RecordedOriginal.find(run, file, reader, withEnv);
            var replaying = new ReplayRun(
                    original, reader, folder, new RunExecutor(withEnv, report, new ObserveOptions()), withEnv);
            ReplayReport result = from.isPresent()
                    ? replaying.from(from.get(), address, overwrite, this::request)
                    : replaying.strictly(address, overwrite, this::request);
            if (report.json()) {
                shell.out().println(result.json().line());
            } else if (!report.quiet()) {
                result.lines(shell.screens().out()).forEach(shell.out()::println);
            }
            return code(result).number();
        }
    }

    private RunRequest request(RunStartMode beginning) {
        return RunRequest.fresh(
                        RowanVersion.number(),
                        spec.root().commandLine().getParseResult().originalArgs(),
                        RunExecutor.operator(),
                        OptionalLong.empty(),
                        overwrite ? Sink.Existing.OVERWRITE : Sink.Existing.REFUSE)
                .with(beginning);
    }

    /// A strict replay returns whether it is equal; one with `--from` returns the exit code of a run.
    private ExitCode code(ReplayReport result) {
        ExitCode ended = ExitCode.of(
                result.result().status(), result.result().counts().outcomes().keySet());
        if (from.isPresent() || ended == ExitCode.INTERRUPTED) {
            return ended;
        }
        return result.isEqual() ? ExitCode.OK : ExitCode.USE;
    }
}
