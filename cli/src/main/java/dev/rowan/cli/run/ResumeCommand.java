package dev.rowan.cli.run;

import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.jobs.JobCommand;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `rowan resume`: goes on with a run that was stopped or killed.
@Command(
        name = "resume",
        description = "Go on with a run that was stopped, killed, left or ran into a limit.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "Answers that are on record are not asked for again, and output goes on where",
            "it was durable. If the pipeline or its input has changed, nothing is done",
            "unless --accept-change is given; pool sizes, limits, the cost cap and keys",
            "may change. If batches under way answer other questions than the changed",
            "pipeline asks, that needs --yes too, and they are cancelled. Rows of batches that were cancelled are submitted again."
        })
public final class ResumeCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RecordedRunParameters which = new RecordedRunParameters();

    @Option(
            names = "--accept-change",
            description = "Go on although the pipeline or its input has changed; the change is recorded.")
    private boolean acceptChange;

    @Option(
            names = "--yes",
            description = {
                "With --accept-change: give up the answers of batches",
                "under way that the changed pipeline does not use, and",
                "cancel these batches, without asking."
            })
    private boolean yes;

    @Mixin
    private final DetachOption detach = new DetachOption();

    @Option(
            names = "--resubmit-now",
            paramLabel = "JOB",
            split = ",",
            description = {
                "Make these held jobs again, although the provider may",
                "have them: what the first did is then paid twice."
            })
    private List<Long> resubmitNow = List.of();

    @Mixin
    private final LimitOption limit = new LimitOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final ObserveOptions beside = new ObserveOptions();

    public ResumeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Shell surrounding = envFile.on(shell);
        List<JobCommand> orders =
                resubmitNow.stream().<JobCommand>map(JobCommand.Resubmit::new).toList();
        var batch = new BatchOptions(detach.stay(), orders, true, yes);
        return new RunResumer(acceptChange, limit.rows(), batch, report, beside)
                .run(which.find(surrounding), spec, surrounding);
    }
}
