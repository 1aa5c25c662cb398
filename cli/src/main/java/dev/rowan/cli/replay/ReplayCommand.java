package dev.rowan.cli.replay;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
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

/// `rowan replay`: repeats a run from its record, and tells whether the same bytes come of it.
@Command(
        name = "replay",
        description = "Repeat a run from its recorded answers and compare the output.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "Nothing is sent, no key is needed, and neither the run's output nor its record",
            "is touched. The exit code is 0 when every sink is equal, byte for byte, and 1",
            "when one is not or an answer is missing. With --from, transforms from NODE on",
            "run as the pipeline file says now: requests that are on record are answered",
            "from there, others are sent and paid for, and it is a run on record."
        })
public final class ReplayCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

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
            description = "A pipeline file to take instead of the recorded one.")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--to", paramLabel = "DIR", description = "Keep what the sinks write, as files in this folder.")
    private Optional<Path> to = Optional.empty();

    @Option(names = "--overwrite", description = "Replace files that exist in DIR.")
    private boolean overwrite;

    @Option(
            names = "--from",
            paramLabel = "NODE",
            description = "The first transform that may be another than it was, by its name.")
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
            throw new UsageException("--from may pay for answers, so say where they are to go: --to DIR");
        }
        Shell surrounding = envFile.on(shell);
        LandscapeAddress address = landscape.choose(surrounding);
        try (LandscapeReader reader = address.read();
                ReplayFolder folder = ReplayFolder.of(to.map(surrounding.folder()::resolve))) {
            RecordedOriginal original = RecordedOriginal.find(run, file, reader, surrounding);
            var replaying = new ReplayRun(original, reader, folder, new RunExecutor(surrounding, report), surrounding);
            ReplayReport told = from.isPresent()
                    ? replaying.from(from.get(), address, overwrite, this::request)
                    : replaying.strictly(overwrite, this::request);
            if (report.json()) {
                shell.out().println(told.json().line());
            } else if (!report.quiet()) {
                told.lines(shell.screens().out()).forEach(shell.out()::println);
            }
            return code(told).number();
        }
    }

    private RunRequest request(RunStartMode beginning) {
        return RunRequest.fresh(
                        RunExecutor.version(),
                        spec.root().commandLine().getParseResult().originalArgs(),
                        RunExecutor.operator(),
                        OptionalLong.empty(),
                        overwrite ? Sink.Existing.OVERWRITE : Sink.Existing.REFUSE)
                .with(beginning);
    }

    /// A strict replay tells whether it is equal; one that may differ tells how its rows ended, as a run does.
    private ExitCode code(ReplayReport told) {
        ExitCode ended = ExitCode.of(
                told.result().status(), told.result().counts().outcomes().keySet());
        if (from.isPresent() || ended == ExitCode.INTERRUPTED) {
            return ended;
        }
        return told.isEqual() ? ExitCode.OK : ExitCode.USE;
    }
}
