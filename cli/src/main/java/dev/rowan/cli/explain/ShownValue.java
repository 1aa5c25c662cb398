package dev.rowan.cli.explain;

import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// A value of a row on one line: strings in quotes, line breaks as `⏎`, long values truncated with their length.
record ShownValue(int columns, boolean full) {
    private static final int CONTEXT = 20;

    String of(@Nullable Object value) {
        return of(value, 0);
    }

    /// A value compared with `other`: two long strings with a common prefix are shown from where they differ.
    String comparedWith(@Nullable Object other, @Nullable Object value) {
        return other instanceof String a && value instanceof String b
                ? of(value, beginningOfDifference(a, b))
                : of(value);
    }

    boolean fits(@Nullable Object value) {
        return full || Columns.of(whole(value)) <= columns;
    }

    private String of(@Nullable Object value, int from) {
        String whole = whole(value);
        if (fits(value)) {
            return whole;
        }
        String text = value instanceof String s ? s : whole;
        String length = " (" + Figures.counted(text.codePointCount(0, text.length()), "character") + ")";
        String shown = from == 0 ? whole : "…" + whole(text.substring(from)).substring(1);
        return Columns.cut(shown, Math.max(12, columns - length.length())) + length;
    }

    private static String whole(@Nullable Object value) {
        return value instanceof String s ? "\"" + SafeText.line(s.replace("\n", "⏎")) + "\"" : JsonObject.text(value);
    }

    /// The index shortly before the first difference; 0 if that is near the start.
    private static int beginningOfDifference(String a, String b) {
        int same = 0;
        while (same < a.length() && same < b.length() && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        int from = same - CONTEXT;
        return from <= CONTEXT ? 0 : Character.isLowSurrogate(a.charAt(from)) ? from - 1 : from;
    }
}
