package dev.rowan.connectors.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// Unpacks gzip, RFC 1952, with any number of members. Unlike the JDK's stream, it rejects anything else after a
/// member instead of ignoring it. Owned by the reader's thread.
final class GzipStream extends InputStream {
    private static final int MAGIC = 0x8b1f;
    private static final int HAS_CRC = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int CHUNK = 16 * 1024;

    private final CountedStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] chunk = new byte[CHUNK];
    private boolean inMember;
    private int unused;
    private int chunkLength;

    GzipStream(CountedStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        while (true) {
            if (!inMember && !startMember()) {
                return -1;
            }
            int count = inflate(into, from, length);
            if (count > 0) {
                crc.update(into, from, count);
                return count;
            }
            if (inflater.finished()) {
                endMember();
            }
        }
    }

    private int inflate(byte[] into, int from, int length) throws IOException {
        try {
            int count = inflater.inflate(into, from, length);
            if (count == 0 && inflater.needsInput() && !inflater.finished()) {
                chunkLength = in.read(chunk, 0, chunk.length);
                if (chunkLength < 0) {
                    throw new EOFException("it ends within compressed data");
                }
                inflater.setInput(chunk, 0, chunkLength);
            } else if (count == 0 && inflater.needsDictionary()) {
                throw new ZipException("it needs a dictionary");
            }
            return count;
        } catch (DataFormatException e) {
            throw new ZipException("invalid compressed data" + (e.getMessage() == null ? "" : ": " + e.getMessage()));
        }
    }

    /// Reads the header of the next member; false at the end of the input.
    private boolean startMember() throws IOException {
        if (unused == 0 && !in.hasMore()) {
            return false;
        }
        if (twoBytes() != MAGIC || octet() != 8) {
            throw new ZipException("expected the start of gzip data");
        }
        int flags = octet();
        skip(6);
        if ((flags & HAS_EXTRA) != 0) {
            skip(twoBytes());
        }
        for (int text = flags & (HAS_NAME | HAS_COMMENT); text != 0; text &= text - 1) {
            while (octet() != 0) {}
        }
        if ((flags & HAS_CRC) != 0) {
            skip(2);
        }
        inflater.reset();
        if (unused > 0) {
            inflater.setInput(chunk, chunkLength - unused, unused);
            unused = 0;
        }
        crc.reset();
        inMember = true;
        return true;
    }

    private void endMember() throws IOException {
        unused = inflater.getRemaining();
        long size = inflater.getBytesWritten();
        inMember = false;
        if (fourBytes() != crc.getValue() || fourBytes() != (size & 0xFFFF_FFFFL)) {
            throw new ZipException("the checksum does not match the data before it");
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            octet();
        }
    }

    private long fourBytes() throws IOException {
        long low = twoBytes();
        return low | ((long) twoBytes() << 16);
    }

    private int twoBytes() throws IOException {
        int low = octet();
        return low | (octet() << 8);
    }

    /// The next byte outside compressed data: what the inflater left, then the input.
    private int octet() throws IOException {
        if (unused > 0) {
            return chunk[chunkLength - unused--] & 0xFF;
        }
        int octet = in.read();
        if (octet < 0) {
            throw new EOFException("it ends within a gzip header or trailer");
        }
        return octet;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
