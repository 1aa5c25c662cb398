package dev.rowan.connectors.csv;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Lines of csv as the sink writes them by default, for tables that do not come from rows: commas, quotes where they
/// must be, and texts that a spreadsheet would take for formulas made harmless.
public final class CsvText {
    private static final CsvLine LINE = new CsvLine(new CsvDialect(',', '"'));

    private CsvText() {}

    /// The values as one line with its end. Of one value alone it would be no record when that is absent.
    public static String line(List<? extends @Nullable Object> values) {
        return values.stream().map(CsvText::cell).collect(Collectors.joining(",", "", "\n"));
    }

    private static String cell(@Nullable Object value) {
        return LINE.quoted(value instanceof String text ? Formulas.neutralised(text) : CsvCells.text(value));
    }
}
