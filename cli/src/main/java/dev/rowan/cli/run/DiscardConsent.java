package dev.rowan.cli.run;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Consent;
import dev.rowan.cli.terminal.RowRanges;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.change.AnswersDiscardedException;
import dev.rowan.engine.change.AnswersDiscardedException.JobLoss;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.Optional;

/// Asks for confirmation before discarding answers of running batches, listing them and both options.
record DiscardConsent(AnswersDiscardedException loss, LandscapeAddress address, Shell shell) {

    /// Returns if the user confirms; otherwise throws a [UsageException].
    void obtain() {
        String question = question() + "\nType 'yes' to cancel these batches and resume with the changed pipeline: ";
        Optional<String> answer = Consent.ofTerminal().ask(question);
        if (answer.filter(given -> given.strip().equals("yes")).isEmpty()) {
            throw new UsageException(question() + "\n" + commands());
        }
    }

    private String question() {
        int requests = loss.losses().stream().mapToInt(JobLoss::requests).sum();
        var lines = new ArrayList<String>();
        lines.add("not resumed: run " + loss.runId() + " has running batches, and the changed pipeline would"
                + " discard " + Figures.counted(requests, "answer") + " of them:");
        loss.losses().forEach(one -> lines.add("  " + question(one)));
        return String.join("\n", lines);
    }

    /// `job 2 (batch_67f0 at openai, transform 'mood'): rows 1-3, 5; at most $0.02`
    private static String question(JobLoss one) {
        return "job " + one.job() + " ("
                + SafeText.line(one.batchId().map(id -> id + " at ").orElse("") + one.provider()) + ", transform '"
                + SafeText.line(one.node()) + "'): " + RowRanges.text(one.rows()) + "; at most "
                + Figures.dollars(one.worst());
    }

    private String commands() {
        String resume = shell.program() + " resume " + loss.runId() + address.option(shell);
        return "to keep them, revert the pipeline and resume: " + resume
                + "\nto cancel these batches and use the changed pipeline: " + resume + " --accept-change --yes";
    }
}
