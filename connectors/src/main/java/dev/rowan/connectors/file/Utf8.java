package dev.rowan.connectors.file;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/// Strict validation of UTF-8.
public final class Utf8 {
    private static final int CHARS = 4 * 1024;

    private Utf8() {}

    /// The offset from `from` of the first byte that is not UTF-8.
    public static OptionalInt firstMalformed(byte[] bytes, int from, int length) {
        int ascii = 0;
        while (ascii < length && bytes[from + ascii] >= 0) {
            ascii++;
        }
        return ascii == length ? OptionalInt.empty() : decode(bytes, from, length);
    }

    private static OptionalInt decode(byte[] bytes, int from, int length) {
        // a new decoder reports what is malformed instead of replacing it
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes, from, length);
        CharBuffer out = CharBuffer.allocate(Math.min(length, CHARS));
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (result.isError()) {
                return OptionalInt.of(in.position() - from);
            }
            if (result.isUnderflow()) {
                return OptionalInt.empty();
            }
            out.clear();
        }
    }

    /// Whether `text` may have been decoded from malformed bytes, which become U+FFFD.
    public static boolean isSuspect(String text) {
        return text.indexOf('\uFFFD') >= 0;
    }
}
