package dev.rowan.cli.history;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The changes recorded when a run was resumed.
final class ChangesText {
    private static final String INDENT = "  ";

    private ChangesText() {}

    /// Every change of every resume, in order: `what`, `before`, `after`, and whether it had to be accepted.
    static List<Map<?, ?>> of(List<Map<String, @Nullable Object>> resumes) {
        var changes = new ArrayList<Map<?, ?>>();
        for (Map<String, @Nullable Object> resume : resumes) {
            if (resume.get("changes") instanceof List<?> list) {
                list.forEach(change -> {
                    if (change instanceof Map<?, ?> map) {
                        changes.add(map);
                    }
                });
            }
        }
        return changes;
    }

    static List<String> lines(List<Map<?, ?>> changes, Terminal screen) {
        var lines = new ArrayList<String>();
        if (!changes.isEmpty()) {
            lines.add("");
            lines.add(INDENT + "changed on resume");
        }
        for (Map<?, ?> change : changes) {
            String text = change.get("what") + ": " + change.get("before") + " → " + change.get("after");
            lines.addAll(Wrap.lines(SafeText.line(text), INDENT.repeat(2), screen.width()));
        }
        return lines;
    }
}
