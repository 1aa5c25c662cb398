package dev.rowan.cli.batch;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobDecision;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `rowan batch adopt`: assigns a provider's batch to a held job.
@Command(
        name = "adopt",
        description = "Assign a batch found at the provider to a held job.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 2 batch_67f0c1",
            "",
            "For a job whose create request got no reply: find the batch in the provider's",
            "console and pass its id. Results are accepted only if their ids match the job."
        })
final class AdoptCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(index = "1", paramLabel = "JOB", description = "Job number, as shown by `batch list`.")
    private long job;

    @Parameters(index = "2", paramLabel = "BATCH_ID", description = "The provider's batch id.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String batchId;

    AdoptCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BatchRun found = run.find(shell);
        JobCommand command = JobCommandParser.of(JobDecision.ADOPT, found.job(job), Optional.of(batchId));
        return run.resume(Stay.ONE_ROUND, List.of(command), spec, shell);
    }
}
