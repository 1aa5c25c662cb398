package dev.rowan.cli.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Estimate;
import dev.rowan.cli.explain.ReasonText;
import dev.rowan.cli.plan.ShownRequest.Body;
import dev.rowan.cli.run.CallFigures;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.PlannedRow;
import dev.rowan.engine.plan.PlannedRow.Alternative;
import dev.rowan.engine.plan.PlannedRow.End;
import dev.rowan.engine.plan.PlannedRow.Part;
import dev.rowan.engine.plan.PlannedRow.Step;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.List;

/// The requests of one row as text. Requests are not indented, so that they can be copied.
final class PreviewText {
    private static final String INDENT = "  ";

    private final Preview preview;
    private final Terminal screen;
    private final AnsiStyle paint;
    private final Body body;

    PreviewText(Preview preview, Shell shell, boolean pretty) {
        this.preview = preview;
        this.screen = shell.screens().out();
        this.paint = screen.paint();
        boolean shown = screen.live() || shell.variable("TERM").orElse("").equals("dumb");
        this.body = pretty ? Body.PRETTY : shown ? Body.SAFE : Body.EXACT;
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        header(lines);
        PlannedRow row = preview.row();
        for (Part part : row.parts()) {
            if (row.parts().size() > 1) {
                lines.add("");
                lines.add(title(part, row.parts().size()));
            }
            part.steps().forEach(step -> step(step, lines));
            lines.add("");
            lines.addAll(end(part.end(), isBranched(part) ? allSteps() : part.steps()));
            for (Alternative way : part.alternatives()) {
                lines.add("");
                lines.add(paint.bold("Possible: " + SafeText.line(way.name())));
                way.steps().forEach(step -> step(step, lines));
                lines.add("");
                lines.addAll(end(way.end(), way.steps()));
            }
        }
        for (String missing : preview.missing()) {
            lines.add("");
            lines.addAll(Wrap.lines("A run would fail to start: " + SafeText.line(missing), "", screen.width()));
        }
        return lines;
    }

    /// Whether the part is a row with branches, whose calls are its own.
    private boolean isBranched(Part part) {
        return part.branch().isEmpty()
                && preview.row().parts().stream()
                        .anyMatch(other -> !other.branch().isEmpty());
    }

    private List<Step> allSteps() {
        return preview.row().parts().stream()
                .flatMap(part -> part.steps().stream())
                .toList();
    }

    private String title(Part part, int of) {
        if (isBranched(part)) {
            return paint.bold("Row itself") + ", part " + part.number();
        }
        return part.branch().isEmpty()
                ? paint.bold("Part " + part.number()) + " of " + of
                : paint.bold("Branch " + SafeText.line(part.branch())) + ", part " + part.number();
    }

    private void header(List<String> lines) {
        PlannedRow row = preview.row();
        String id = row.id().map(i -> ", id " + SafeText.line(i)).orElse("");
        String position = ", " + SafeText.line(row.position()) + id;
        int room = Math.max(20, screen.width() - INDENT.length() - "from ".length() - Columns.of(position));
        lines.add(paint.bold("Row " + Figures.count(row.rowSeq())) + ": nothing was sent"
                + (preview.simulated() ? ", " + CallFigures.SIMULATED : ""));
        lines.add(INDENT + "from " + Columns.cutMiddle(SafeText.line(preview.source()), room) + position);
    }

    private void step(Step step, List<String> lines) {
        switch (step) {
            case Step.Sends(var node, var calls) -> {
                for (int i = 0; i < calls.size(); i++) {
                    call(node, calls.get(i), i + 1, calls.size(), lines);
                }
                if (calls.isEmpty()) {
                    addNode(node, "makes no calls for this row", lines);
                }
            }
            case Step.Unknown(var node, var before, var _) ->
                addNode(node, "depends on the answer of '" + before + "'", lines);
            case Step.Untold(var node) -> addNode(node, "does not support planning", lines);
        }
    }

    private void addNode(TransformNode node, String what, List<String> lines) {
        lines.add("");
        lines.add(name(node) + INDENT + SafeText.line(what));
    }

    private void call(TransformNode node, Call call, int position, int of, List<String> lines) {
        addNode(node, of == 1 ? "1 call" : "call " + position + " of " + of, lines);
        lines.addAll(Wrap.lines(estimate(call.estimate()), INDENT, screen.width()));
        lines.add("");
        lines.addAll(ShownRequest.of(call, preview.redaction()).lines(body));
    }

    private String name(TransformNode node) {
        String plugin = node.plugin().name();
        return paint.bold(SafeText.line(node.name())) + (node.name().equals(plugin) ? "" : " (" + plugin + ")");
    }

    private static String estimate(Estimate estimate) {
        String tokens = estimate.tokens() == 0
                ? "no tokens"
                : "about " + Figures.count(estimate.inputTokens()) + " tokens in and "
                        + Figures.count(estimate.outputTokens()) + " out";
        return tokens
                + (estimate.worst().isEmpty()
                        ? "; price unknown"
                        : "; likely " + Figures.dollars(estimate.likely()) + ", worst case "
                                + Figures.dollars(estimate.worst()));
    }

    private List<String> end(End end, List<Step> steps) {
        return switch (end) {
            case End.Arrives(var sink) ->
                List.of((steps.isEmpty() ? "Makes no calls and goes" : "Goes") + " to sink '" + SafeText.line(sink)
                        + "'" + (steps.isEmpty() ? "." : ", unless an answer blocks it."));
            case End.Stops(var node, var reason, var outcome, var sink) -> {
                var lines = new ArrayList<String>();
                lines.add(paint.bold(paint.status(outcome.word())) + " at " + SafeText.line(node) + ": "
                        + SafeText.line(reason.code())
                        + sink.map(name -> ", in sink '" + SafeText.line(name) + "'")
                                .orElse(""));
                lines.addAll(new ReasonText(screen.width(), paint).lines(reason.asMap()));
                yield lines;
            }
            case End.Joins(var node) -> List.of("Is joined at '" + SafeText.line(node) + "'.");
            case End.Collected(var node) ->
                Wrap.lines(
                        "Is collected by the aggregate '" + SafeText.line(node)
                                + "', whose output depends on all rows.",
                        "",
                        screen.width());
            case End.Splits _ -> List.of("Continues as its branches.");
            case End.Discarded _ ->
                List.of(
                        steps.isEmpty()
                                ? "Makes no calls and is discarded."
                                : "Is discarded, unless an answer blocks it.");
            case End.Unknown(var before) ->
                Wrap.lines("Later nodes depend on the answer of '" + SafeText.line(before) + "'.", "", screen.width());
        };
    }
}
