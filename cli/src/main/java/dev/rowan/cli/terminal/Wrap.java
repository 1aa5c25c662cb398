package dev.rowan.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/// Word wrap.
public final class Wrap {
    private Wrap() {}

    /// Lines of at most `columns`, each starting with `indent`; a longer word gets its own line.
    public static List<String> lines(String text, String indent, int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder(indent);
        int taken = indent.length();
        for (String word : text.strip().split("\\s+")) {
            boolean first = taken == indent.length();
            if (!first && taken + 1 + Columns.of(word) > columns) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                taken = indent.length();
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            taken += Columns.of(word) + (first ? 0 : 1);
        }
        lines.add(line.toString());
        return lines;
    }
}
