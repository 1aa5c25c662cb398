package dev.rowan.cli.run;

import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.change.LineDiff;
import dev.rowan.engine.change.PipelineChangedException;
import java.util.ArrayList;
import java.util.List;

/// Why a run is not resumed: what changed since it was started, and the lines of the pipeline file that
/// differ.
final class ChangeText {
    private static final String INDENT = "  ";
    private static final String WHAT_NOW =
            "put it back as it was, or add --accept-change: rows that are not through yet"
                    + " then come to what the changed pipeline makes of them, and the change is recorded";
    private static final String NO_LINE =
            "no line of the pipeline file differs: look at the variables and files that it names";

    private ChangeText() {}

    /// Lines of at most `columns`.
    static String of(PipelineChangedException changed, int columns) {
        var lines = new ArrayList<>(Wrap.lines(changed.getMessage() + "; nothing was done", "", columns));
        changed.changes().forEach(change -> {
            lines.addAll(broken(INDENT + change.what(), columns));
            lines.addAll(broken(INDENT + INDENT + "was " + change.before(), columns));
            lines.addAll(broken(INDENT + INDENT + "is  " + change.after(), columns));
        });
        List<LineDiff.Line> differing = LineDiff.between(
                changed.before().configuration().lines().toList(),
                changed.now().configuration().lines().toList());
        if (!differing.isEmpty()) {
            lines.add("the pipeline file, as recorded (-) and as it is now (+):");
            differing.forEach(line -> lines.addAll(broken(INDENT + line, columns)));
        } else if (changed.changes().stream().anyMatch(change -> change.what().endsWith("options"))) {
            lines.addAll(Wrap.lines(NO_LINE, "", columns));
        }
        lines.addAll(Wrap.lines(WHAT_NOW, "", columns));
        return String.join("\n", lines);
    }

    /// A line that is too long goes on in the next, further in, with every character that it has.
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
