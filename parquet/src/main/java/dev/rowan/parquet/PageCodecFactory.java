package dev.rowan.parquet;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/// The compressions of pages, without Hadoop: gzip by the JDK, zstd and snappy by their native libraries, LZ4_RAW
/// for reading. Stateless.
final class PageCodecFactory implements CompressionCodecFactory {

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return new Compressor(codec);
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return new Decompressor(codec);
    }

    @Override
    public void release() {}

    private record Compressor(CompressionCodecName codec) implements BytesInputCompressor {

        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
            return switch (codec) {
                case UNCOMPRESSED -> bytes;
                case GZIP -> gzip(bytes);
                case ZSTD -> BytesInput.from(Zstd.compress(array(bytes)));
                case SNAPPY -> BytesInput.from(Snappy.compress(array(bytes)));
                default -> throw unsupported(codec);
            };
        }

        private static BytesInput gzip(BytesInput bytes) throws IOException {
            var packed = new ByteArrayOutputStream();
            try (var out = new GZIPOutputStream(packed)) {
                bytes.writeAllTo(out);
            }
            return BytesInput.from(packed);
        }

        @Override
        public CompressionCodecName getCodecName() {
            return codec;
        }

        @Override
        public void release() {}
    }

    private record Decompressor(CompressionCodecName codec) implements BytesInputDecompressor {

        @Override
        public BytesInput decompress(BytesInput bytes, int size) throws IOException {
            return codec == CompressionCodecName.UNCOMPRESSED ? bytes : BytesInput.from(unpacked(array(bytes), size));
        }

        private byte[] unpacked(byte[] packed, int size) throws IOException {
            byte[] unpacked = switch (codec) {
                case GZIP -> gunzip(packed, size);
                case ZSTD -> Zstd.decompress(packed, size);
                case SNAPPY -> snappy(packed, size);
                case LZ4_RAW -> lz4(packed, size);
                default -> throw unsupported(codec);
            };
            if (unpacked.length != size) {
                throw new IOException("a page unpacks to " + unpacked.length + " bytes instead of " + size);
            }
            return unpacked;
        }

        private static byte[] gunzip(byte[] packed, int size) throws IOException {
            try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
                return in.readNBytes(size);
            }
        }

        private static byte[] snappy(byte[] packed, int size) throws IOException {
            if (Snappy.uncompressedLength(packed) != size) {
                throw new IOException("a page does not unpack to " + size + " bytes");
            }
            return Snappy.uncompress(packed);
        }

        private static byte[] lz4(byte[] packed, int size) {
            var unpacked = new byte[size];
            int length = new Lz4Decompressor().decompress(packed, 0, packed.length, unpacked, 0, size);
            return length == size ? unpacked : new byte[0];
        }

        @Override
        public void decompress(ByteBuffer input, int packed, ByteBuffer output, int size) throws IOException {
            var bytes = new byte[packed];
            input.get(bytes);
            output.put(codec == CompressionCodecName.UNCOMPRESSED ? bytes : unpacked(bytes, size));
        }

        @Override
        public void release() {}
    }

    private static byte[] array(BytesInput input) throws IOException {
        try (var bytes = input.toInputStream()) {
            return bytes.readAllBytes();
        }
    }

    private static IOException unsupported(CompressionCodecName codec) {
        return new IOException("the compression " + codec + " is not supported; use zstd, snappy, gzip or lz4_raw");
    }
}
