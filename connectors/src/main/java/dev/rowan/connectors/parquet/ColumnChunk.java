package dev.rowan.connectors.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// The values of one column in a row group: finished pages, compressed, and one that is being filled. Owned by one
/// thread.
final class ColumnChunk {
    private static final int PAGE_BYTES = 1 << 20;
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int GZIP = 2;

    private final ParquetColumn column;
    private final PageBuffer page;
    private final ByteArrayOutputStream pages = new ByteArrayOutputStream();
    private long count;
    private long uncompressed;

    ColumnChunk(ParquetColumn column) {
        this.column = column;
        this.page = new PageBuffer(column);
    }

    void add(@Nullable Object value) throws IOException {
        page.add(value);
        count++;
        if (page.size() >= PAGE_BYTES) {
            endPage();
        }
    }

    private void endPage() throws IOException {
        int values = page.count();
        if (values == 0) {
            return;
        }
        byte[] plain = page.take();
        byte[] packed = gzip(plain);
        byte[] header = CompactThrift.struct(thrift -> thrift.i32(1, 0)
                .i32(2, plain.length)
                .i32(3, packed.length)
                .struct(5, data -> data.i32(1, values).i32(2, PLAIN).i32(3, RLE).i32(4, RLE)));
        pages.writeBytes(header);
        pages.writeBytes(packed);
        uncompressed += header.length + plain.length;
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        var packed = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (var gzip = new FastGzip(packed)) {
            gzip.write(plain);
        }
        return packed.toByteArray();
    }

    /// The JDK's gzip, at a level that does not slow down exports.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    int size() {
        return pages.size() + page.size();
    }

    /// Writes the chunk at `offset` of the file; returns its metadata for the footer.
    Written writeTo(OutputStream out, long offset) throws IOException {
        endPage();
        pages.writeTo(out);
        return new Written(column, offset, count, uncompressed, pages.size());
    }

    /// A written chunk.
    record Written(ParquetColumn column, long offset, long count, long uncompressed, long compressed) {

        void metadata(CompactThrift chunk) {
            chunk.i64(2, offset)
                    .struct(
                            3,
                            meta -> meta.i32(1, column.kind().physical().number())
                                    .i32s(2, List.of(PLAIN, RLE))
                                    .texts(3, List.of(column.name()))
                                    .i32(4, GZIP)
                                    .i64(5, count)
                                    .i64(6, uncompressed)
                                    .i64(7, compressed)
                                    .i64(9, offset));
        }
    }
}
