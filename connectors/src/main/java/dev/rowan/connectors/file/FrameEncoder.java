package dev.rowan.connectors.file;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Compresses bytes in frames, gzip members or zstd frames, that are unpacked one after the other. A frame is held
/// until it ends. Owned by the sink's thread.
final class FrameEncoder {
    /// How many bytes of input end a frame.
    static final int FRAME = 4 * 1024 * 1024;

    private final Compression compression;
    private ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private @Nullable OutputStream open;
    private long taken;

    FrameEncoder(Compression compression) {
        this.compression = compression;
    }

    void write(byte[] bytes, int length) throws IOException {
        if (open == null) {
            open = opened();
        }
        open.write(bytes, 0, length);
        taken += length;
    }

    private OutputStream opened() throws IOException {
        return compression == Compression.ZSTD ? Zstd.packing(packed) : new GZIPOutputStream(packed);
    }

    boolean isFull() {
        return taken >= FRAME;
    }

    boolean isEmpty() {
        return open == null;
    }

    /// Ends the frame, an empty one if nothing was written, and returns it.
    byte[] end() throws IOException {
        try (OutputStream ending = open == null ? opened() : open) {
            ending.flush();
        }
        byte[] frame = packed.toByteArray();
        packed = new ByteArrayOutputStream();
        open = null;
        taken = 0;
        return frame;
    }

    /// Releases what an unfinished frame holds.
    void close() throws IOException {
        if (open != null) {
            open.close();
        }
    }

    /// Loads the native library only when it is used.
    private static final class Zstd {
        private Zstd() {}

        static OutputStream packing(OutputStream into) throws IOException {
            return new ZstdOutputStreamNoFinalizer(into).setChecksum(true);
        }
    }
}
