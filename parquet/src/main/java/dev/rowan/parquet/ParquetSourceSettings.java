package dev.rowan.parquet;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.List;
import java.util.Optional;

/// Settings of a parquet source.
record ParquetSourceSettings(Optional<List<String>> columns, long maxRowGroup, Optional<String> id) {
    static final Option<List<String>> COLUMNS =
            Option.texts("columns").optional().describedAs("columns to read, in this order; default: all");

    static final Option<Long> MAX_ROW_GROUP = Option.bytes("max_row_group")
            .orElse(512L * 1024 * 1024)
            .describedAs(
                    "maximum decompressed size of a row group, which is read at once; larger ones are quarantined");

    static final Options OPTIONS = Options.of(COLUMNS, MAX_ROW_GROUP, SourceOptions.ID);

    static ParquetSourceSettings read(Section section) {
        return new ParquetSourceSettings(
                section.find(COLUMNS), section.get(MAX_ROW_GROUP), section.find(SourceOptions.ID));
    }
}
