package dev.rowan.parquet;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.SinkOptions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings of a parquet sink.
record ParquetSinkSettings(
        Optional<List<String>> columns,
        Map<String, ColumnType> types,
        Optional<Long> rowsPerFile,
        long rowGroup,
        Compression compression) {
    static final Option<List<String>> COLUMNS = Option.texts("columns")
            .optional()
            .describedAs("fields to write, in this order; default: all known fields, and '_more' for any others");

    static final Option<Map<String, String>> TYPES = Option.textMap("types")
            .orElse(Map.of())
            .describedAs("types of columns, such as price: decimal(18,4); default: the type that the source declares,"
                    + " else text");

    static final Option<Long> ROWS_PER_FILE = Option.integer("rows_per_file", 1)
            .optional()
            .describedAs("rows of a file, for names with {n}; default: 1000000");

    static final Option<Long> ROW_GROUP = Option.bytes("row_group")
            .orElse(64L * 1024 * 1024)
            .describedAs("size in memory at which a row group ends; at most 1GiB");

    static final Options OPTIONS = Options.of(COLUMNS, TYPES, ROWS_PER_FILE, ROW_GROUP, SinkOptions.COMPRESSION);

    static final long DEFAULT_ROWS = 1_000_000;
    private static final long MAX_ROW_GROUP = 1L << 30;

    ParquetSinkSettings {
        columns = columns.map(List::copyOf);
        types = new LinkedHashMap<>(types);
    }

    /// The same without an end of files by the number of rows.
    ParquetSinkSettings inOneFile() {
        return new ParquetSinkSettings(columns, types, Optional.empty(), rowGroup, compression);
    }

    static ParquetSinkSettings read(Section section, boolean numbered) {
        var types = new LinkedHashMap<String, ColumnType>();
        section.get(TYPES).forEach((name, type) -> {
            try {
                types.put(name, ColumnType.parse(type));
            } catch (IllegalArgumentException e) {
                section.problem(TYPES, "'" + name + "' " + e.getMessage());
            }
        });
        Optional<List<String>> columns = section.find(COLUMNS);
        if (columns.isPresent()
                && (columns.get().isEmpty()
                        || new HashSet<>(columns.get()).size() < columns.get().size())) {
            section.problem(COLUMNS, "must name at least one column, and each once");
        }
        Optional<Long> rows = section.find(ROWS_PER_FILE);
        if (rows.isPresent() && !numbered) {
            section.problem(ROWS_PER_FILE, "needs a file name with {n}, such as part-{n}.parquet");
        }
        if (section.get(ROW_GROUP) > MAX_ROW_GROUP) {
            section.problem(ROW_GROUP, "must be at most 1GiB, got " + section.get(ROW_GROUP) + " bytes");
        }
        return new ParquetSinkSettings(
                columns,
                types,
                numbered ? Optional.of(rows.orElse(DEFAULT_ROWS)) : Optional.empty(),
                Math.min(section.get(ROW_GROUP), MAX_ROW_GROUP),
                section.get(SinkOptions.COMPRESSION));
    }
}
