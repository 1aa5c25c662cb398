package dev.rowan.connectors.csv;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.List;
import java.util.Optional;

/// Settings of a csv source: the dialect, the lines before the header, the columns, the id column and the maximum
/// record size.
record CsvSourceSettings(
        Optional<String> id,
        CsvDialect dialect,
        boolean header,
        long skipRows,
        Optional<List<String>> columns,
        int maxRecordBytes) {
    static final Option<Boolean> HEADER =
            Option.bool("header").orElse(true).describedAs("whether a header line names the columns");

    static final Option<Long> SKIP_ROWS =
            Option.integer("skip_rows", 0).orElse(0L).describedAs("lines to skip before the header");

    static final Option<List<String>> COLUMNS = Option.texts("columns")
            .optional()
            .describedAs(
                    "columns to read, in this order; default: all; with 'header: false', the names of all columns");

    /// All options except the location.
    static final Options OPTIONS = Options.of(
            SourceOptions.ID,
            CsvDialect.DELIMITER,
            CsvDialect.QUOTE,
            HEADER,
            SKIP_ROWS,
            COLUMNS,
            SourceOptions.MAX_RECORD_BYTES);

    CsvSourceSettings {
        columns = columns.map(List::copyOf);
    }

    static CsvSourceSettings read(Section section) {
        boolean header = section.get(HEADER);
        Optional<List<String>> columns = section.find(COLUMNS);
        columns.ifPresent(names -> CsvColumns.checkNames(section, COLUMNS, names));
        if (!header && columns.isEmpty()) {
            section.problem(HEADER, "needs 'columns', the names of all columns, when it is false");
        }
        return new CsvSourceSettings(
                section.find(SourceOptions.ID),
                CsvDialect.read(section),
                header || columns.isEmpty(),
                section.get(SKIP_ROWS),
                columns,
                SourceOptions.maxRecordBytes(section));
    }
}
