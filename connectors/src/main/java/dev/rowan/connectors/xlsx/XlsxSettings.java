package dev.rowan.connectors.xlsx;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.Optional;

/// Settings of an xlsx source.
record XlsxSettings(Optional<String> sheet, long headerRow, Optional<String> id) {
    static final Option<String> SHEET =
            Option.text("sheet").optional().describedAs("name of the sheet to read; default: the first one");

    static final Option<Long> HEADER_ROW = Option.integer("header_row", 1, 1_048_576)
            .orElse(1L)
            .describedAs("number of the row with the names of the columns; rows before it are skipped");

    static final Options OPTIONS = Options.of(SHEET, HEADER_ROW, SourceOptions.ID);

    static XlsxSettings read(Section section) {
        return new XlsxSettings(section.find(SHEET), section.get(HEADER_ROW), section.find(SourceOptions.ID));
    }
}
