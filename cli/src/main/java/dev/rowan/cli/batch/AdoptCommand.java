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

/// `rowan batch adopt`: takes a provider's batch as the job of a run.
@Command(
        name = "adopt",
        description = "Take one of the provider's batches as a job that is held.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 2 batch_67f0c1",
            "",
            "For a job whose creation got no reply: find the batch in the provider's console",
            "and say which one it is. Its results count only if the ids in them are the job's."
        })
final class AdoptCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(index = "1", paramLabel = "JOB", description = "The job's number, as `batch list` shows it.")
    private long job;

    @Parameters(index = "2", paramLabel = "BATCH_ID", description = "The provider's id of the batch.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String batchId;

    AdoptCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BatchRun found = run.look(shell);
        JobCommand order = JobCommandParser.of(JobDecision.ADOPT, found.job(job), Optional.of(batchId));
        return run.resume(Stay.ONE_ROUND, List.of(order), spec, shell);
    }
}
