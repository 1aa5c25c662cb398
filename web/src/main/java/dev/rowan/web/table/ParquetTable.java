package dev.rowan.web.table;

import dev.rowan.connectors.file.Compression;
import dev.rowan.landscape.export.ExportColumn;
import dev.rowan.parquet.ColumnType;
import dev.rowan.parquet.ColumnType.Decimal;
import dev.rowan.parquet.ColumnType.Simple;
import dev.rowan.parquet.ParquetColumn;
import dev.rowan.parquet.ParquetTableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A Parquet file: times in microseconds, money as decimals with 12 places, JSON as text.
final class ParquetTable implements TableWriter {
    private static final Decimal MONEY = new Decimal(18, 12);
    private static final long ROW_GROUP = 16L * 1024 * 1024;

    private final ParquetTableWriter writer;

    ParquetTable(List<ExportColumn> columns, OutputStream out) throws IOException {
        this.writer = new ParquetTableWriter(
                columns.stream()
                        .map(column -> new ParquetColumn(column.name(), type(column.type())))
                        .toList(),
                Compression.ZSTD,
                ROW_GROUP,
                out::write);
    }

    private static ColumnType type(ExportColumn.Type type) {
        return switch (type) {
            case WHOLE -> Simple.INT64;
            case TEXT, JSON -> Simple.TEXT;
            case FLAG -> Simple.BOOLEAN;
            case TIME -> Simple.TIMESTAMP;
            case USD -> MONEY;
        };
    }

    @Override
    public void accept(@Nullable Object[] values) throws IOException {
        Optional<String> unfit = writer.write(values);
        if (unfit.isPresent()) {
            throw new TableValueException(unfit.get() + ", which the Parquet column cannot hold; choose jsonl or csv");
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
