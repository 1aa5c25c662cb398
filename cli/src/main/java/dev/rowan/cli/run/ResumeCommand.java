package dev.rowan.cli.run;

import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.flink.EngineOption;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.jobs.JobCommand;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `rowan resume`: resumes a stopped run.
@Command(
        name = "resume",
        description = "Resume a stopped run.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "Works after Ctrl-C, a crash, --detach or a limit. Recorded answers are reused,",
            "and output continues at the last checkpoint. If the pipeline or its input",
            "changed, pass --accept-change; pool sizes, limits, the cost cap and API keys",
            "may always change. If running batches do not match the changed pipeline, that",
            "also requires --yes, and they are cancelled. Rows of cancelled batches are",
            "submitted again."
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
            description = "Resume even if the pipeline or its input changed; the change is recorded.")
    private boolean acceptChange;

    @Option(
            names = "--yes",
            description = {
                "With --accept-change: cancel running batches whose",
                "answers the changed pipeline does not use, without",
                "confirmation."
            })
    private boolean yes;

    @Mixin
    private final DetachOption detach = new DetachOption();

    @Option(
            names = "--resubmit-now",
            paramLabel = "JOB",
            split = ",",
            description = {
                "Submit these held jobs again, even if the",
                "provider may have them; they may be billed twice."
            })
    private List<Long> resubmitNow = List.of();

    @Mixin
    private final LimitOption limit = new LimitOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final EngineOption engine = new EngineOption();

    @Mixin
    private final ObserveOptions observe = new ObserveOptions();

    public ResumeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Shell withEnv = envFile.on(shell);
        List<JobCommand> commands =
                resubmitNow.stream().<JobCommand>map(JobCommand.Resubmit::new).toList();
        var batch = new BatchOptions(detach.stay(), commands, true, yes);
        RecordedRun recorded = which.find(withEnv);
        return new RunResumer(acceptChange, limit.rows(), batch, report, observe)
                .run(
                        recorded,
                        spec,
                        withEnv,
                        engine.choose(
                                recorded.address(),
                                withEnv,
                                observe,
                                Optional.of(recorded.summary().runId())));
    }
}
