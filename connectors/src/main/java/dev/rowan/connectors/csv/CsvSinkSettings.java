package dev.rowan.connectors.csv;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.List;
import java.util.Optional;

/// Settings of a csv sink: the columns and the format.
record CsvSinkSettings(Optional<List<String>> columns, CsvDialect dialect, boolean header, boolean neutraliseFormulas) {
    static final Option<List<String>> COLUMNS = Option.texts("columns")
            .optional()
            .describedAs("fields to write, in this order; default: those of the file being appended to, else "
                    + "all known fields, and '_more' for any others");

    static final Option<Boolean> HEADER =
            Option.bool("header").orElse(true).describedAs("whether to write a header line");

    static final Option<Boolean> NEUTRALISE_FORMULAS = Option.bool("neutralise_formulas")
            .orElse(true)
            .describedAs("prefix cells that a spreadsheet would run as a formula with an apostrophe; plain "
                    + "numbers are unchanged");

    /// All options except the location.
    static final Options OPTIONS =
            Options.of(COLUMNS, CsvDialect.DELIMITER, CsvDialect.QUOTE, HEADER, NEUTRALISE_FORMULAS);

    CsvSinkSettings {
        columns = columns.map(List::copyOf);
    }

    static CsvSinkSettings read(Section section) {
        Optional<List<String>> columns = section.find(COLUMNS);
        columns.ifPresent(names -> CsvColumns.checkNames(section, COLUMNS, names));
        return new CsvSinkSettings(
                columns, CsvDialect.read(section), section.get(HEADER), section.get(NEUTRALISE_FORMULAS));
    }

    /// The same; without the header unless it is `wanted`.
    CsvSinkSettings withHeader(boolean wanted) {
        return new CsvSinkSettings(columns, dialect, header && wanted, neutraliseFormulas);
    }

    /// The cell for `text`.
    String cell(String text) {
        return neutraliseFormulas ? Formulas.neutralised(text) : text;
    }

    /// The header cell of the column `name`.
    String headerCell(String name) {
        return neutraliseFormulas ? Formulas.neutralisedName(name) : name;
    }

    /// The column of a header cell, the inverse of [#headerCell].
    String column(String headerCell) {
        return neutraliseFormulas ? Formulas.originalName(headerCell) : headerCell;
    }
}
