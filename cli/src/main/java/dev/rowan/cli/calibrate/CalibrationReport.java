package dev.rowan.cli.calibrate;

import dev.rowan.cli.run.CallFigures;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.calibrate.AnswerComparison;
import dev.rowan.engine.calibrate.Calibration;
import dev.rowan.engine.calibrate.Calibration.Threshold;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.run.RunResult;
import dev.rowan.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The report on a calibration.
record CalibrationReport(
        Calibration calibration, AnswerComparison comparison, RunResult result, long sourceRows, long seed) {
    private static final String INDENT = "  ";

    List<String> lines(Terminal screen) {
        String gate = SafeText.line(calibration.cascade().gate().name());
        String cheap = SafeText.line(calibration.cascade().cheap().name());
        var lines = new ArrayList<String>();
        lines.add(screen.paint().bold("Calibration of " + gate) + ": " + Figures.count(calibration.rows()) + " of "
                + Figures.counted(sourceRows, "row") + " (seed " + seed + "), run " + result.runId()
                + (result.simulated() ? ", " + CallFigures.SIMULATED : ""));
        lines.add("");
        Table table = Table.of(
                Column.left(""),
                Column.left("by"),
                Column.right("kept by " + cheap),
                Column.right("agree"),
                Column.right("at least"),
                Column.right("cost"));
        row(table, "as written", calibration.written());
        calibration.best().ifPresent(best -> row(table, "calibrated", best));
        if (calibration.best().isEmpty()) {
            calibration.nearest().ifPresent(nearest -> row(table, "nearest", nearest));
        }
        lines.addAll(table.lines(INDENT, screen));
        lines.add("");
        remarks(gate).forEach(remark -> lines.addAll(Wrap.lines(remark, INDENT, screen.width())));
        return lines;
    }

    private void row(Table table, String name, Threshold threshold) {
        table.row(
                name,
                SafeText.line(calibration.cascade().by(threshold.number())),
                Figures.percent(threshold.keptShare()),
                threshold.compared() == 0 ? "-" : Figures.percent(threshold.agreement()),
                threshold.compared() == 0 ? "-" : Figures.percent(threshold.lower()),
                threshold.cost().map(Figures::dollars).orElse("unknown"));
    }

    private List<String> remarks(String gate) {
        var remarks = new ArrayList<String>();
        String target = Figures.percent(calibration.target());
        Optional<String> line = line();
        if (line.isPresent()) {
            remarks.add("Write in " + gate + ": " + SafeText.line(line.get()));
        } else {
            remarks.add("No threshold reaches an agreement of " + target
                    + "; use more rows (--rows), a lower --agreement, or compare fewer fields (--compare).");
        }
        remarks.add("Compared: " + SafeText.line(comparison.text()) + ", in "
                + Figures.counted(calibration.compared(), "row") + ". An agreement below " + target
                + " is accepted in at most 5 % of all samples.");
        remarks.add("Cost: both models, all rows. The answers are recorded: run --since " + result.runId()
                + " reuses them.");
        return remarks;
    }

    /// The line to write in the gate.
    private Optional<String> line() {
        return calibration
                .best()
                .map(best -> "by: " + quoted(calibration.cascade().by(best.number())));
    }

    /// A YAML scalar.
    private static String quoted(String expression) {
        return expression.contains("\"") ? "'" + expression.replace("'", "''") + "'" : "\"" + expression + "\"";
    }

    JsonObject json() {
        return JsonObject.object()
                .put("gate", calibration.cascade().gate().name())
                .put("cheap", calibration.cascade().cheap().name())
                .put("strong", calibration.cascade().strong().name())
                .put("run", result.runId())
                .put("simulated", result.simulated())
                .put("rows", calibration.rows())
                .put("source_rows", sourceRows)
                .put("compared_rows", calibration.compared())
                .put("seed", seed)
                .put("target", calibration.target())
                .put("written", json(calibration.written()))
                .put("calibrated", calibration.best().map(this::json))
                .put("write", line());
    }

    private JsonObject json(Threshold threshold) {
        return JsonObject.object()
                .put("by", calibration.cascade().by(threshold.number()))
                .put("threshold", threshold.number())
                .put("kept_share", threshold.keptShare())
                .put("compared_rows", (long) threshold.compared())
                .put("agreement", threshold.agreement())
                .put("agreement_at_least", threshold.lower())
                .put("cost_usd", threshold.cost());
    }
}
