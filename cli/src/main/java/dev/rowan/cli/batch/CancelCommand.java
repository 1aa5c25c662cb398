package dev.rowan.cli.batch;

import dev.rowan.cli.command.ControlRequestClient.Sent;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `rowan batch cancel`: cancels jobs and keeps their finished results.
@Command(
        name = "cancel",
        description = "Cancel one or all jobs of a run; finished results are kept.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 2",
            "",
            "Results finished before the cancel are billed and recorded. Rows without a",
            "result have no outcome; the run is `waiting` and submits nothing until `resume`",
            "or `batch retry`. If another process is executing the run, that process cancels",
            "the job; exit code 0 when it has."
        })
final class CancelCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(index = "1", arity = "0..1", paramLabel = "JOB", description = "Job number, as shown by `batch list`.")
    private Optional<Long> job = Optional.empty();

    @Option(names = "--all", description = "Cancel all open jobs of the run.")
    private boolean all;

    CancelCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (job.isPresent() == all) {
            throw new UsageException("no job to cancel; pass its number or --all");
        }
        BatchRun found = run.find(shell);
        if (RemoteCancel.applies(found.summary())) {
            var remote = new RemoteCancel(
                    found.summary().runId(),
                    job.map(OptionalLong::of).orElseGet(OptionalLong::empty),
                    run.address(shell),
                    shell);
            Optional<Sent> sent = remote.send();
            if (sent.isPresent()) {
                remote.report(sent.get(), run.report());
                return (sent.get().followed() ? ExitCode.OK : ExitCode.USE).number();
            }
            found = run.find(shell);
        }
        return cancel(found);
    }

    private int cancel(BatchRun found) throws IOException, InterruptedException {
        List<JobReport> chosen = all ? found.cancellable() : List.of(found.job(job.orElseThrow()));
        if (chosen.isEmpty()) {
            throw new UsageException("run " + found.summary().runId() + " has no open jobs");
        }
        List<JobCommand> commands = chosen.stream()
                .map(one -> JobCommandParser.of(JobDecision.CANCEL, one, Optional.empty()))
                .toList();
        return run.resume(Stay.ONE_ROUND, commands, spec, shell);
    }
}
