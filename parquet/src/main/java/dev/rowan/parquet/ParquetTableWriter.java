package dev.rowan.parquet;

import dev.rowan.connectors.file.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/// Writes a table as a Parquet file. Closing writes the footer, without which the file is unreadable. Owned by one
/// thread.
public final class ParquetTableWriter implements Closeable {
    /// The size of a row group is that of its packed pages; this bounds what readers unpack.
    private static final int MAX_GROUP_ROWS = 1_000_000;

    private final List<ParquetColumn> columns;
    private final ParquetWriter<@Nullable Object[]> writer;

    /// Where the bytes of a file go, in their order.
    @FunctionalInterface
    public interface ByteSink {
        void write(byte[] bytes, int from, int length) throws IOException;
    }

    /// Writes to `out`, with zstd unless `compression` is another one; a row group ends at about `rowGroup` packed
    /// bytes, or 1,000,000 rows.
    public ParquetTableWriter(List<ParquetColumn> columns, Compression compression, long rowGroup, ByteSink out)
            throws IOException {
        this.columns = List.copyOf(columns);
        this.writer = new Builder(new Output(out), this.columns)
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new PageCodecFactory())
                .withCompressionCodec(codec(compression))
                .withRowGroupSize(rowGroup)
                .withRowGroupRowCountLimit(MAX_GROUP_ROWS)
                .build();
    }

    private static CompressionCodecName codec(Compression compression) {
        return switch (compression) {
            case AUTO, ZSTD -> CompressionCodecName.ZSTD;
            case GZIP -> CompressionCodecName.GZIP;
            case NONE -> CompressionCodecName.UNCOMPRESSED;
        };
    }

    /// Writes a row, in the order of the columns. Returns why a value does not fit its column, and writes nothing
    /// then.
    public Optional<String> write(@Nullable Object[] values) throws IOException {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        @Nullable Object[] stored = new @Nullable Object[values.length];
        for (int i = 0; i < values.length; i++) {
            try {
                stored[i] = ValueEncoder.of(columns.get(i).type(), values[i]);
            } catch (ValueConversionException e) {
                return Optional.of("field '" + columns.get(i).name() + "' " + e.getMessage());
            }
        }
        writer.write(stored);
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    private static final class Builder extends ParquetWriter.Builder<@Nullable Object[], Builder> {
        private final List<ParquetColumn> columns;

        Builder(OutputFile file, List<ParquetColumn> columns) {
            super(file);
            this.columns = columns;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @Deprecated
        protected WriteSupport<@Nullable Object[]> getWriteSupport(Configuration configuration) {
            return new RowWriteSupport(columns);
        }

        @Override
        protected WriteSupport<@Nullable Object[]> getWriteSupport(ParquetConfiguration configuration) {
            return new RowWriteSupport(columns);
        }
    }

    private record Output(ByteSink out) implements OutputFile {

        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new Stream(out);
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return new Stream(out);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }

        @Override
        public String getPath() {
            return "";
        }
    }

    private static final class Stream extends PositionOutputStream {
        private static final int BUFFER = 128 * 1024;

        private final ByteSink out;
        private final byte[] buffer = new byte[BUFFER];
        private int buffered;
        private long position;

        Stream(ByteSink out) {
            this.out = out;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void write(int b) throws IOException {
            if (buffered == BUFFER) {
                flush();
            }
            buffer[buffered++] = (byte) b;
            position++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (length > BUFFER - buffered) {
                flush();
            }
            if (length >= BUFFER) {
                out.write(bytes, from, length);
            } else {
                System.arraycopy(bytes, from, buffer, buffered, length);
                buffered += length;
            }
            position += length;
        }

        @Override
        public void flush() throws IOException {
            if (buffered > 0) {
                out.write(buffer, 0, buffered);
                buffered = 0;
            }
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
