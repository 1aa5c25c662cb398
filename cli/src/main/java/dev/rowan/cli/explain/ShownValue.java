package dev.rowan.cli.explain;

import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.Figures;
import dev.rowan.cli.terminal.Json;
import dev.rowan.cli.terminal.SafeText;
import org.jspecify.annotations.Nullable;

/// A value of a row on one line: texts in quotes, line breaks as `⏎`, long ones cut and measured unless all is wanted.
record ShownValue(int columns, boolean full) {

    String of(@Nullable Object value) {
        String text = value instanceof String s ? "\"" + SafeText.line(s.replace("\n", "⏎")) + "\"" : Json.text(value);
        if (full || Columns.of(text) <= columns) {
            return text;
        }
        String whole = value instanceof String s ? s : text;
        String length = " (" + Figures.counted(whole.codePointCount(0, whole.length()), "character") + ")";
        return Columns.cut(text, Math.max(12, columns - length.length())) + length;
    }
}
