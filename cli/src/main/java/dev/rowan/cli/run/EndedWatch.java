package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RunSummary;
import java.util.ArrayList;

/// The end of a watched run on one line.
final class EndedWatch {
    private EndedWatch() {}

    /// `where` is the option that selects the landscape in a command:
    /// `nightly (20261115-…): completed · 1,200 rows done · 1,190 completed · 10 failed`
    static String line(RunSummary run, String where, Shell shell) {
        var parts = new ArrayList<String>();
        parts.add(shell.screens().out().paint().status(run.statusText())
                + run.why()
                        .map(why -> ", " + shell.withCommands(SafeText.line(why), where))
                        .orElse(""));
        parts.add(Figures.counted(run.rowsEnded(), "row") + " done");
        for (Outcome outcome : Outcome.values()) {
            long count = run.outcomes().getOrDefault(outcome, 0L);
            if (count > 0) {
                parts.add(Figures.count(count) + " " + outcome.word());
            }
        }
        return SafeText.line(run.name()) + " (" + run.runId() + "): " + String.join(" · ", parts);
    }
}
