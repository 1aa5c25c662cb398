package dev.rowan.cli.batch;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `rowan batch retry`: polls held jobs again, or resubmits the rows of cancelled ones.
@Command(
        name = "retry",
        description = {
            "Retry held jobs, and resubmit the rows of cancelled jobs.",
            "One job, or all jobs of a run. To retry failed rows, use",
            "`${ROOT-COMMAND-NAME} retry`."
        },
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "A job is held when its batch disappeared, went backwards or has an unknown status;",
            "nothing is sent for it until someone decides. This command polls the same batch",
            "again. After `batch cancel`, it submits the rows of all cancelled jobs of the",
            "run in new batches. Items that ended with an error are queued again by the run",
            "itself; after its end, `${ROOT-COMMAND-NAME} retry RUN` retries rows that failed."
        })
final class RetryJobsCommand implements Callable<Integer> {
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
            description = "Job number. Default: all held or cancelled jobs.")
    private Optional<Long> job = Optional.empty();

    RetryJobsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BatchRun found = run.find(shell);
        String runId = found.summary().runId();
        if (isForCancelled(found)) {
            return run.resume(
                    new BatchOptions(Stay.ONE_ROUND, List.of(), true, false), spec, shell, new ObserveOptions());
        }
        List<JobReport> held = job.map(number -> List.of(found.job(number))).orElseGet(found::held);
        if (held.stream().noneMatch(one -> one.held().isPresent())) {
            throw new UsageException(
                    (job.isPresent() ? "job " + job.get() + " is not held" : "no job of run " + runId + " is held")
                            + "; " + instead(found));
        }
        List<JobCommand> commands = held.stream()
                .flatMap(one -> one.batchId().map(id -> (JobCommand) new JobCommand.Adopt(one.number(), id)).stream())
                .toList();
        if (commands.isEmpty()) {
            throw new UsageException(
                    "job " + held.getFirst().number() + " is held because its batch id is unknown, so there"
                            + " is nothing to poll; see: " + shell.program() + " batch show " + runId + " "
                            + held.getFirst().number() + where());
        }
        return run.resume(Stay.ONE_ROUND, commands, spec, shell);
    }

    /// Whether to resubmit the rows of cancelled jobs: always of all of them, since a run submits nothing while one of
    /// its jobs is withdrawn.
    private boolean isForCancelled(BatchRun found) {
        List<JobReport> withdrawn = found.withdrawn();
        if (job.isEmpty()) {
            return !withdrawn.isEmpty() && found.held().isEmpty();
        }
        boolean named = found.job(job.get()).isWithdrawn();
        if (named && withdrawn.size() > 1) {
            throw new UsageException("job " + job.get() + " is one of " + withdrawn.size() + " cancelled jobs of run "
                    + found.summary().runId() + "; resubmit the rows of all of them with: " + shell.program()
                    + " batch retry " + found.summary().runId() + where());
        }
        return named;
    }

    private String instead(BatchRun found) {
        String runId = found.summary().runId();
        return found.summary().isCompleted()
                ? "to retry failed rows: " + shell.program() + " retry " + runId + where()
                : "to resume the run: " + shell.program() + " resume " + runId + where();
    }

    /// The option that selects the same landscape in another command.
    private String where() {
        LandscapeAddress address = run.landscape().choose(shell);
        return address.lookup(address.url(), shell).option();
    }
}
