package dev.rowan.web.table;

import dev.rowan.landscape.export.ExportColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// How a table is written: its format, and whether its bytes are packed with gzip, which Parquet does by itself.
public record TableEncoding(TableFormat format, boolean gzip) {
    private static final String GZIP = ".gz";

    /// What names of such files end with.
    public static final String ENDINGS = "jsonl, csv, json, parquet, jsonl.gz, csv.gz or json.gz";

    /// By the end of a file's name, such as `csv` or `csv.gz`.
    public static Optional<TableEncoding> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean gzip = lower.endsWith(GZIP);
        String plain = gzip ? lower.substring(0, lower.length() - GZIP.length()) : lower;
        String ending = plain.substring(plain.lastIndexOf('.') + 1);
        for (TableFormat format : TableFormat.values()) {
            if (ending.equals(format.toString()) || (format == TableFormat.JSONL && ending.equals("ndjson"))) {
                return Optional.of(new TableEncoding(format, gzip)).filter(one -> !gzip || one.mayBePacked());
            }
        }
        return Optional.empty();
    }

    private boolean mayBePacked() {
        return format != TableFormat.PARQUET;
    }

    /// The end of names of such files, without the first dot.
    public String ending() {
        return format + (gzip ? GZIP : "");
    }

    public String mediaType() {
        return gzip ? "application/gzip" : format.mediaType();
    }

    /// Writes to `out`, which stays open.
    public TableWriter open(List<ExportColumn> columns, OutputStream out) throws IOException {
        if (!gzip) {
            return format.open(columns, out);
        }
        var packed = new GZIPOutputStream(out);
        return new PackedTable(format.open(columns, packed), packed);
    }

    private record PackedTable(TableWriter table, GZIPOutputStream packed) implements TableWriter {
        @Override
        public void accept(@Nullable Object[] values) throws IOException {
            table.accept(values);
        }

        @Override
        public void close() throws IOException {
            table.close();
            packed.finish();
        }
    }
}
