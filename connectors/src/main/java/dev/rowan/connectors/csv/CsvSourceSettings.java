package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.Optional;

/// Settings of a csv source: the dialect, the id column and the maximum record size.
record CsvSourceSettings(Optional<String> id, CsvDialect dialect, int maxRecordBytes) {
    /// All options except the location.
    static final Options OPTIONS =
            Options.of(SourceOptions.ID, CsvDialect.DELIMITER, CsvDialect.QUOTE, SourceOptions.MAX_RECORD_BYTES);

    static CsvSourceSettings read(Section section) {
        return new CsvSourceSettings(
                section.find(SourceOptions.ID), CsvDialect.read(section), SourceOptions.maxRecordBytes(section));
    }
}
