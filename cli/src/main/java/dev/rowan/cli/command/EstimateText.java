package dev.rowan.cli.command;

import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;

/// The progress estimate of a run as text.
public final class EstimateText {
    private EstimateText() {}

    /// `1,592 of about 3,000 rows`, or `1,592 rows done` if the total is unknown.
    public static String rows(RunEstimate estimate) {
        return estimate.rowsExpected().isPresent()
                ? Figures.count(estimate.rowsDone())
                        + (estimate.exact() ? " of " : " of about ")
                        + Figures.counted(estimate.rowsExpected().getAsLong(), "row")
                : Figures.counted(estimate.rowsDone(), "row") + " done";
    }

    /// `53 % · 1,592 of about 3,000 rows · ETA 0:02`
    public static String line(RunEstimate estimate) {
        var parts = new ArrayList<String>();
        estimate.percent().ifPresent(percent -> parts.add(percent + " %"));
        parts.add(rows(estimate));
        estimate.timeLeft().ifPresent(left -> parts.add("ETA " + Figures.clock(left)));
        return String.join(" · ", parts);
    }
}
