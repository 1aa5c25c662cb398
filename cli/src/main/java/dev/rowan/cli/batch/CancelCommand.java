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

/// `rowan batch cancel`: cancels jobs and keeps what they finished.
@Command(
        name = "cancel",
        description = "Cancel a job, or all of a run; what they finished is kept.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 2",
            "",
            "What was finished before is paid for and recorded. The rows without an answer",
            "have no outcome; the run is `waiting` and submits nothing more until `resume`",
            "or `batch retry` asks for it. Where another process works on the run, that one",
            "cancels: exit code 0 when it does."
        })
final class CancelCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "JOB",
            description = "The job's number, as `batch list` shows it.")
    private Optional<Long> job = Optional.empty();

    @Option(names = "--all", description = "All jobs of the run that have not ended.")
    private boolean all;

    CancelCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (job.isPresent() == all) {
            throw new UsageException("no job to cancel; pass its number or --all");
        }
        BatchRun found = run.look(shell);
        if (RemoteCancel.applies(found.summary())) {
            var remote = new RemoteCancel(
                    found.summary().runId(),
                    job.map(OptionalLong::of).orElseGet(OptionalLong::empty),
                    run.address(shell),
                    shell);
            Optional<Sent> sent = remote.send();
            if (sent.isPresent()) {
                remote.tell(sent.get(), run.report());
                return (sent.get().followed() ? ExitCode.OK : ExitCode.USE).number();
            }
            found = run.look(shell);
        }
        return cancel(found);
    }

    private int cancel(BatchRun found) throws IOException, InterruptedException {
        List<JobReport> chosen = all ? found.cancellable() : List.of(found.job(job.orElseThrow()));
        if (chosen.isEmpty()) {
            throw new UsageException("run " + found.summary().runId() + " has no job that has not ended");
        }
        List<JobCommand> orders = chosen.stream()
                .map(one -> JobCommandParser.of(JobDecision.CANCEL, one, Optional.empty()))
                .toList();
        return run.resume(Stay.ONE_ROUND, orders, spec, shell);
    }
}
