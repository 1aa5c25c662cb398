package dev.rowan.cli.run;

import dev.rowan.engine.change.PipelineChanged;
import java.util.ArrayList;
import java.util.List;

/// Why a run is not resumed: what changed since it was started, and the lines of the pipeline file that differ.
final class ChangeText {
    private static final String INDENT = "  ";

    private ChangeText() {}

    static String of(PipelineChanged changed) {
        var lines = new ArrayList<String>();
        lines.add(changed.getMessage() + "; nothing was done");
        changed.changes().forEach(change -> {
            lines.add(INDENT + change.what());
            lines.add(INDENT + INDENT + "was " + change.before());
            lines.add(INDENT + INDENT + "is  " + change.after());
        });
        List<String> differing = LineDiff.between(
                changed.before().configuration().lines().toList(),
                changed.now().configuration().lines().toList());
        if (!differing.isEmpty()) {
            lines.add("the pipeline file, as recorded (-) and as it is now (+):");
            differing.forEach(line -> lines.add(INDENT + line));
        }
        lines.add("put it back as it was, or add --accept-change: rows that are not through yet then come to what the");
        lines.add("changed pipeline makes of them, and the change is recorded");
        return String.join("\n", lines);
    }
}
