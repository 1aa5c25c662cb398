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

/// `rowan batch retry`: tries again what is held.
@Command(
        name = "retry",
        description = {
            "Ask again for jobs that are held, and submit the rows of cancelled ones again.",
            "For one job, or for all of a run. Rows that failed are tried again by",
            "`${ROOT-COMMAND-NAME} retry`."
        },
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "A job is held when its batch vanished, went backwards or shows a status that is",
            "not known; nothing is sent again for it until someone says so. This asks for the",
            "same batch once more. After `batch cancel` it submits the rows of all cancelled",
            "jobs of the run in new batches. Rows whose answer was an error are parked again",
            "by the run itself; at its end `${ROOT-COMMAND-NAME} retry RUN` tries those that failed."
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
            description = "The job's number. Default: all that are held or were cancelled.")
    private Optional<Long> job = Optional.empty();

    RetryJobsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BatchRun found = run.look(shell);
        String runId = found.summary().runId();
        if (isForCancelled(found)) {
            return run.resume(new BatchOptions(Stay.ONE_ROUND, List.of(), true), spec, shell, new ObserveOptions());
        }
        List<JobReport> held = job.map(number -> List.of(found.job(number))).orElseGet(found::held);
        if (held.stream().noneMatch(one -> one.held().isPresent())) {
            throw new UsageException(
                    (job.isPresent() ? "job " + job.get() + " is not held" : "no job of run " + runId + " is held")
                            + "; " + instead(found));
        }
        List<JobCommand> orders = held.stream()
                .flatMap(one -> one.batchId().map(id -> (JobCommand) new JobCommand.Adopt(one.number(), id)).stream())
                .toList();
        if (orders.isEmpty()) {
            throw new UsageException(
                    "job " + held.getFirst().number() + " is held since nobody knows its batch, so there"
                            + " is none to ask for; see: " + shell.program() + " batch show " + runId + " "
                            + held.getFirst().number() + where());
        }
        return run.resume(Stay.ONE_ROUND, orders, spec, shell);
    }

    /// Whether the rows of cancelled jobs are to be submitted again: of all of them together, since none of the
    /// run's rows are submitted while one of its jobs is withdrawn.
    private boolean isForCancelled(BatchRun found) {
        List<JobReport> withdrawn = found.withdrawn();
        if (job.isEmpty()) {
            return !withdrawn.isEmpty() && found.held().isEmpty();
        }
        boolean named = found.job(job.get()).isWithdrawn();
        if (named && withdrawn.size() > 1) {
            throw new UsageException("job " + job.get() + " is one of " + withdrawn.size() + " cancelled jobs of run "
                    + found.summary().runId() + "; their rows are submitted again together, with: " + shell.program()
                    + " batch retry " + found.summary().runId() + where());
        }
        return named;
    }

    private String instead(BatchRun found) {
        String runId = found.summary().runId();
        return found.summary().isCompleted()
                ? "rows that failed are tried again with: " + shell.program() + " retry " + runId + where()
                : "the run goes on with: " + shell.program() + " resume " + runId + where();
    }

    /// The option by which a command finds the same landscape.
    private String where() {
        LandscapeAddress address = run.landscape().choose(shell);
        return address.finding(address.url(), shell).option();
    }
}
