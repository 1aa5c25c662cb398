package dev.rowan.cli.export;

import dev.rowan.landscape.export.ExportColumn;
import dev.rowan.landscape.export.ExportSink;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// Writes the records of a table in one format. Closing writes the table's end; the stream stays open.
interface TableWriter extends ExportSink, AutoCloseable {

    /// `shown` is true if the stream is a terminal.
    static TableWriter of(ExportFormat format, List<ExportColumn> columns, OutputStream out, boolean shown)
            throws IOException {
        return switch (format) {
            case JSONL -> new JsonlTable(columns, out);
            case CSV -> new CsvTable(columns, out, shown);
            case PARQUET -> new ParquetTable(columns, out);
        };
    }

    @Override
    void close() throws IOException;
}
