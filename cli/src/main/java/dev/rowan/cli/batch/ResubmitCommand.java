package dev.rowan.cli.batch;

import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Consent;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `rowan batch resubmit`: submits a held job again.
@Command(
        name = "resubmit",
        description = {
            "Submit a held job again, without finding its first batch.",
            "If the provider has the first batch, both are billed."
        },
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 2 --yes",
            "",
            "Check `batch show` first: use `adopt` for a batch that exists, and `retry` to",
            "poll one whose id is known. The decision and its author are recorded."
        })
final class ResubmitCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(index = "1", paramLabel = "JOB", description = "Job number, as shown by `batch list`.")
    private long job;

    @Option(names = "--yes", description = "Skip confirmation. Required without a terminal.")
    private boolean yes;

    ResubmitCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobReport held = run.find(shell).job(job);
        JobCommand command = JobCommandParser.of(JobDecision.RESUBMIT, held, Optional.empty());
        obtainConsent(held);
        return run.resume(Stay.ONE_ROUND, List.of(command), spec, shell);
    }

    private void obtainConsent(JobReport held) {
        if (yes) {
            return;
        }
        String question = "Submit job " + job + " with " + Figures.counted(held.items(), "item")
                + " again? If the provider has the first batch, both are billed. Type 'yes' to continue: ";
        Optional<String> asked =
                run.report().json() ? Optional.empty() : Consent.ofTerminal().ask(question);
        String answer = asked.orElseThrow(() ->
                new UsageException("nothing was submitted: no terminal to confirm on; pass --yes to submit it again"));
        if (!answer.strip().equals("yes")) {
            throw new UsageException("nothing was submitted: not confirmed with 'yes'");
        }
    }
}
