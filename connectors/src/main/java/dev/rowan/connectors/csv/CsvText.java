package dev.rowan.connectors.csv;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// CSV lines in the sink's default format, for tables that are not rows: commas, quotes if necessary, and
/// neutralised formulas.
public final class CsvText {
    private static final CsvLine LINE = new CsvLine(new CsvDialect(',', '"'));

    private CsvText() {}

    /// The values as one line with its line feed.
    public static String line(List<? extends @Nullable Object> values) {
        return values.stream().map(CsvText::cell).collect(Collectors.joining(",", "", "\n"));
    }

    private static String cell(@Nullable Object value) {
        return LINE.quoted(value instanceof String text ? Formulas.neutralised(text) : CsvCells.text(value));
    }
}
