package dev.rowan.connectors.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.rowan.api.Reason;
import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.io.InputStream;

/// Unpacks a compressed input. Damage, or more output than `max_ratio` allows, is a [BrokenInputException]. Owned by
/// the reader's thread.
final class CompressedInput implements Input {
    /// Below this much output no ratio is a danger.
    static final long HARMLESS = 16 * 1024 * 1024;

    private final String name;
    private final CountedStream packed;
    private final InputStream unpacked;
    private final long maxRatio;
    private long produced;

    private CompressedInput(String name, CountedStream packed, InputStream unpacked, long maxRatio) {
        this.name = name;
        this.packed = packed;
        this.unpacked = unpacked;
        this.maxRatio = maxRatio;
    }

    static Input of(Input input, Compression compression, long maxRatio) throws IOException {
        var packed = new CountedStream(input);
        return switch (compression) {
            case GZIP -> new CompressedInput(input.name(), packed, new GzipStream(packed), maxRatio);
            case ZSTD -> new CompressedInput(input.name(), packed, Zstd.unpacked(packed), maxRatio);
            case AUTO, NONE -> input;
        };
    }

    /// Loads the native library only when it is used.
    private static final class Zstd {
        private Zstd() {}

        static InputStream unpacked(InputStream packed) throws IOException {
            return new ZstdInputStreamNoFinalizer(packed);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        int count;
        try {
            count = unpacked.read(into, at, length);
        } catch (PluginException e) {
            throw e;
        } catch (IOException e) {
            throw new BrokenInputException(
                    place(Reason.of(
                            "broken_compression",
                            "the compressed data is damaged at byte " + packed.count() + ": "
                                    + String.valueOf(e.getMessage()) + "; the rest of the file cannot be read")),
                    e);
        }
        produced += Math.max(0, count);
        if (produced > HARMLESS && produced / maxRatio > packed.count()) {
            throw new BrokenInputException(place(Reason.of(
                            "max_ratio_exceeded",
                            packed.count() + " compressed bytes expanded to more than " + maxRatio
                                    + " times as many; the rest of the file is not read; raise 'max_ratio' if you"
                                    + " trust it"))
                    .with("max_ratio", maxRatio));
        }
        return count;
    }

    private Reason place(Reason reason) {
        return reason.with("compressed_byte", packed.count()).with("byte", produced);
    }

    @Override
    public void close() throws IOException {
        unpacked.close();
    }
}
