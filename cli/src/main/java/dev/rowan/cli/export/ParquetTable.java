package dev.rowan.cli.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.command.UsageException;
import dev.rowan.connectors.parquet.ParquetColumn;
import dev.rowan.connectors.parquet.ParquetColumn.Kind;
import dev.rowan.connectors.parquet.ParquetWriter;
import dev.rowan.landscape.export.ExportColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Parquet file: times in microseconds, money as decimals with 12 places, JSON as text.
final class ParquetTable implements TableWriter {
    private static final long TOO_MUCH = 1_000_000_000_000_000_000L;

    private final ParquetWriter writer;

    ParquetTable(List<ExportColumn> columns, OutputStream out) throws IOException {
        this.writer = new ParquetWriter(
                out,
                columns.stream()
                        .map(column -> new ParquetColumn(column.name(), kind(column.type())))
                        .toList());
    }

    private static Kind kind(ExportColumn.Type type) {
        return switch (type) {
            case WHOLE -> Kind.WHOLE;
            case TEXT, JSON -> Kind.TEXT;
            case FLAG -> Kind.FLAG;
            case TIME -> Kind.TIME;
            case USD -> Kind.DECIMAL;
        };
    }

    @Override
    public void accept(@Nullable Object[] values) throws IOException {
        @Nullable Object[] stored = new @Nullable Object[values.length];
        for (int i = 0; i < values.length; i++) {
            stored[i] = stored(values[i]);
        }
        writer.write(stored);
    }

    private static @Nullable Object stored(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text.getBytes(UTF_8);
            case Instant time -> ChronoUnit.MICROS.between(Instant.EPOCH, time);
            case Usd usd -> pico(usd);
            default -> value;
        };
    }

    private static long pico(Usd usd) {
        if (usd.pico() >= TOO_MUCH) {
            throw new UsageException("amounts of a million dollars or more do not fit the Parquet column: $" + usd
                    + "; choose --format jsonl or csv");
        }
        return usd.pico();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
