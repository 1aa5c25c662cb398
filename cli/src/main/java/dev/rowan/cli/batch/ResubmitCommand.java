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

/// `rowan batch resubmit`: makes a held job again.
@Command(
        name = "resubmit",
        description = {
            "Make a job that is held again, without waiting to find the first.",
            "What the first did is then paid twice."
        },
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest 2 --yes",
            "",
            "First look with `batch show`: `adopt` is for a batch that is there, and `retry`",
            "asks for one whose id is known. Who decided is recorded."
        })
final class ResubmitCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    @Parameters(index = "1", paramLabel = "JOB", description = "The job's number, as `batch list` shows it.")
    private long job;

    @Option(names = "--yes", description = "Do not ask. Needed where there is no terminal.")
    private boolean yes;

    ResubmitCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobReport held = run.look(shell).job(job);
        JobCommand order = JobCommandParser.of(JobDecision.RESUBMIT, held, Optional.empty());
        obtainConsent(held);
        return run.resume(Stay.ONE_ROUND, List.of(order), spec, shell);
    }

    private void obtainConsent(JobReport held) {
        if (yes) {
            return;
        }
        String question = "Submit job " + job + " with " + Figures.counted(held.items(), "item")
                + " again? If the provider has the first, both are paid. Type 'yes' to go on: ";
        Optional<String> asked =
                run.report().json() ? Optional.empty() : Consent.ofTerminal().ask(question);
        String answer = asked.orElseThrow(() -> new UsageException(
                "nothing was submitted: there is no terminal to ask on; give --yes to submit it again"));
        if (!answer.strip().equals("yes")) {
            throw new UsageException("nothing was submitted: the answer was not 'yes'");
        }
    }
}
