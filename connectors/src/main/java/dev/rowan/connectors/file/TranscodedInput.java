package dev.rowan.connectors.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Converts text to UTF-8. Bytes that are not text in their encoding become the byte 0xFF, which no UTF-8 text has, so
/// that only the record with them is unreadable. Owned by the reader's thread.
final class TranscodedInput implements Input {
    static final byte MALFORMED = (byte) 0xFF;

    private static final int CHUNK = 32 * 1024;

    private final Input input;
    private final CharsetDecoder decoder;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    private final ByteBuffer in = ByteBuffer.allocate(CHUNK).limit(0);
    private final CharBuffer chars = CharBuffer.allocate(CHUNK).limit(0);
    private final ByteBuffer out = ByteBuffer.allocate(4 * CHUNK).limit(0);
    private boolean ended;
    private boolean flushed;

    TranscodedInput(Input input, Encoding from) {
        this.input = input;
        this.decoder = from.charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    @Override
    public String name() {
        return input.name();
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        while (!out.hasRemaining()) {
            if (flushed) {
                return -1;
            }
            convert();
        }
        int count = Math.min(length, out.remaining());
        out.get(into, at, count);
        return count;
    }

    /// Converts the next chunk, or a part of it up to malformed bytes.
    private void convert() throws IOException {
        if (!ended) {
            fill();
        }
        chars.clear();
        CoderResult result = decoder.decode(in, chars, ended);
        if (result.isUnderflow() && ended) {
            decoder.flush(chars);
            flushed = true;
        }
        chars.flip();
        out.clear();
        // decoded text has no unpaired surrogates, and the buffer holds three bytes for each char
        encoder.reset().encode(chars, out, true);
        if (result.isError()) {
            in.position(in.position() + result.length());
            out.put(MALFORMED);
        }
        out.flip();
    }

    private void fill() throws IOException {
        in.compact();
        int read = input.read(in.array(), in.position(), in.remaining());
        if (read < 0) {
            ended = true;
        } else {
            in.position(in.position() + read);
        }
        in.flip();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
