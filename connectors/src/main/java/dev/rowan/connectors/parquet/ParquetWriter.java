package dev.rowan.connectors.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a flat table as a Parquet file: data pages of version 1, plain values, compressed with gzip, in row groups
/// that are written out when they have grown to some 16 MiB. Owned by one thread.
public final class ParquetWriter implements AutoCloseable {
    private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
    private static final int GROUP_BYTES = 16 << 20;
    private static final String CREATED_BY = "rowan";

    private final OutputStream out;
    private final List<ParquetColumn> columns;
    private final List<Group> groups = new ArrayList<>();
    private List<ColumnChunk> chunks;
    private long rowsInGroup;
    private long rows;
    private long offset;

    /// A written row group.
    private record Group(List<ColumnChunk.Written> chunks, long rows) {
        void metadata(CompactThrift group) {
            group.structs(1, chunks, ColumnChunk.Written::metadata)
                    .i64(
                            2,
                            chunks.stream()
                                    .mapToLong(ColumnChunk.Written::uncompressed)
                                    .sum())
                    .i64(3, rows);
        }
    }

    /// Writes to `out`, which the caller closes.
    public ParquetWriter(OutputStream out, List<ParquetColumn> columns) throws IOException {
        this.out = out;
        this.columns = List.copyOf(columns);
        this.chunks = newChunks();
        write(MAGIC);
    }

    private List<ColumnChunk> newChunks() {
        return columns.stream().map(ColumnChunk::new).toList();
    }

    /// Writes a row; null is an absent value.
    public void write(@Nullable Object[] values) throws IOException {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        int size = 0;
        for (int i = 0; i < values.length; i++) {
            chunks.get(i).add(values[i]);
            size += chunks.get(i).size();
        }
        rowsInGroup++;
        if (size >= GROUP_BYTES) {
            endGroup();
        }
    }

    private void endGroup() throws IOException {
        if (rowsInGroup == 0) {
            return;
        }
        var written = new ArrayList<ColumnChunk.Written>();
        for (ColumnChunk chunk : chunks) {
            ColumnChunk.Written one = chunk.writeTo(out, offset);
            offset += one.compressed();
            written.add(one);
        }
        groups.add(new Group(written, rowsInGroup));
        rows += rowsInGroup;
        rowsInGroup = 0;
        chunks = newChunks();
    }

    /// Writes the last row group and the footer, without which the file is unreadable.
    @Override
    public void close() throws IOException {
        endGroup();
        byte[] footer = CompactThrift.struct(file -> file.i32(1, 1)
                .structs(2, Schema.elements(columns), Schema.Element::write)
                .i64(3, rows)
                .structs(4, groups, Group::metadata)
                .text(6, CREATED_BY));
        write(footer);
        var length = new ByteArrayOutputStream(Integer.BYTES);
        PageBuffer.littleEndian(length, footer.length, Integer.BYTES);
        write(length.toByteArray());
        write(MAGIC);
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        offset += bytes.length;
    }
}
