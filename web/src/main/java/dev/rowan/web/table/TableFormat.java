package dev.rowan.web.table;

import dev.rowan.landscape.export.ExportColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// The formats of exported tables.
public enum TableFormat {
    JSONL("application/x-ndjson"),
    CSV("text/csv; charset=utf-8"),
    JSON("application/json"),
    PARQUET("application/vnd.apache.parquet");

    private final String mediaType;

    TableFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    String mediaType() {
        return mediaType;
    }

    TableWriter open(List<ExportColumn> columns, OutputStream out) throws IOException {
        return switch (this) {
            case JSONL -> new JsonlTable(columns, out);
            case CSV -> new CsvTable(columns, out, UnaryOperator.identity());
            case JSON -> new JsonTable(columns, out);
            case PARQUET -> new ParquetTable(columns, out);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
