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

/// Asks whether answers of batches under way may be given up, naming them and both ways to go on.
record DiscardConsent(AnswersDiscardedException loss, LandscapeAddress address, Shell shell) {

    /// Returns when the person at the terminal says yes; anything else is a [UsageException].
    void obtain() {
        String question = words() + "\nType 'yes' to cancel these batches and resume with the changed pipeline: ";
        Optional<String> answer = Consent.ofTerminal().ask(question);
        if (answer.filter(given -> given.strip().equals("yes")).isEmpty()) {
            throw new UsageException(words() + "\n" + commands());
        }
    }

    private String words() {
        int requests = loss.losses().stream().mapToInt(JobLoss::requests).sum();
        var lines = new ArrayList<String>();
        lines.add("nothing was done: batches of run " + loss.runId() + " are under way, and the changed pipeline would"
                + " throw away " + Figures.counted(requests, "answer") + " of them:");
        loss.losses().forEach(one -> lines.add("  " + words(one)));
        return String.join("\n", lines);
    }

    /// `job 2 (batch_67f0 at openai, transform 'mood'): rows 1-3, 5; at most $0.02`
    private static String words(JobLoss one) {
        return "job " + one.job() + " ("
                + SafeText.line(one.batchId().map(id -> id + " at ").orElse("") + one.provider()) + ", transform '"
                + SafeText.line(one.node()) + "'): " + RowRanges.words(one.rows()) + "; at most "
                + Figures.dollars(one.worst());
    }

    private String commands() {
        String resume = shell.program() + " resume " + loss.runId() + address.option(shell);
        return "to keep them, put the pipeline back as it was and collect them: " + resume
                + "\nto cancel these batches and ask the changed questions: " + resume + " --accept-change --yes";
    }
}
