package dev.rowan.cli.run;

import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.change.LineDiff;
import dev.rowan.engine.change.PipelineChangedException;
import java.util.ArrayList;
import java.util.List;

/// Why a run was not resumed: the changes since its start, and a diff of the pipeline file.
final class ChangeText {
    private static final String INDENT = "  ";
    private static final String WHAT_NOW = "revert the change, or pass --accept-change: unfinished rows"
            + " then run through the changed pipeline, and the change is recorded";
    private static final String NO_LINE =
            "the pipeline file itself is unchanged: check the variables and files that it references";

    private ChangeText() {}

    /// The lines, at most `columns` wide.
    static String of(PipelineChangedException changed, int columns) {
        var lines = new ArrayList<>(Wrap.lines(changed.getMessage() + "; the run was not resumed", "", columns));
        changed.changes().forEach(change -> {
            lines.addAll(broken(INDENT + change.what(), columns));
            lines.addAll(broken(INDENT + INDENT + "was " + change.before(), columns));
            lines.addAll(broken(INDENT + INDENT + "is  " + change.after(), columns));
        });
        List<LineDiff.Line> differing = LineDiff.between(
                changed.before().configuration().lines().toList(),
                changed.now().configuration().lines().toList());
        if (!differing.isEmpty()) {
            lines.add("pipeline file, recorded (-) and current (+):");
            differing.forEach(line -> lines.addAll(broken(INDENT + line, columns)));
        } else if (changed.changes().stream().anyMatch(change -> change.what().endsWith("options"))) {
            lines.addAll(Wrap.lines(NO_LINE, "", columns));
        }
        lines.addAll(Wrap.lines(WHAT_NOW, "", columns));
        return String.join("\n", lines);
    }

    /// Breaks a long line; continuation lines are indented further.
    private static List<String> broken(String line, int columns) {
        var lines = new ArrayList<String>();
        String rest = line;
        while (Columns.of(rest) > columns) {
            int end = rest.offsetByCodePoints(0, 1);
            while (Columns.of(rest.substring(0, rest.offsetByCodePoints(end, 1))) <= columns) {
                end = rest.offsetByCodePoints(end, 1);
            }
            lines.add(rest.substring(0, end));
            rest = INDENT.repeat(5) + rest.substring(end);
        }
        lines.add(rest);
        return lines;
    }
}
