package dev.rowan.landscape.chain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/// A buffer for canonical JSON (RFC 8785) of flat objects with integers and strings. Owned by one thread.
final class CanonicalJson {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    private static final int MAX_LONG_DIGITS = 20;

    private final byte[] digits = new byte[MAX_LONG_DIGITS];
    private byte[] bytes = new byte[1024];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    void set(int at, int value) {
        bytes[at] = (byte) value;
    }

    void raw(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    void raw(byte[] text) {
        room(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    void number(long value) {
        if (value < 0) {
            raw(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
            return;
        }
        room(MAX_LONG_DIGITS);
        byte[] to = digits;
        int at = MAX_LONG_DIGITS;
        long rest = value;
        while (rest >= 100) { // two at a time: to divide is what costs
            int two = (int) (rest % 100);
            rest /= 100;
            to[--at] = HEX[two % 10];
            to[--at] = HEX[two / 10];
        }
        to[--at] = HEX[(int) (rest % 10)];
        if (rest >= 10) {
            to[--at] = HEX[(int) (rest / 10)];
        }
        System.arraycopy(to, at, bytes, length, MAX_LONG_DIGITS - at);
        length += MAX_LONG_DIGITS - at;
    }

    /// The bytes as quoted lower-case hex.
    void hex(byte[] value) {
        room(2 * value.length + 2);
        byte[] to = bytes;
        int at = length;
        to[at++] = '"';
        for (byte b : value) {
            to[at++] = HEX[(b >> 4) & 15];
            to[at++] = HEX[b & 15];
        }
        to[at++] = '"';
        length = at;
    }

    void text(String value) {
        room(6 * value.length() + 2);
        bytes[length++] = '"';
        for (int i = plainPart(value); i < value.length(); i++) {
            char c = value.charAt(i);
            if (isPlain(c)) {
                bytes[length++] = (byte) c;
            } else if (c < 0x80) {
                escape(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                utf8(Character.toCodePoint(c, value.charAt(++i)));
            } else {
                utf8(c);
            }
        }
        bytes[length++] = '"';
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
    }

    /// Writes the plain prefix, nearly always the whole text, and returns its length. Uses local variables, since
    /// fields would be written back at every character.
    private int plainPart(String value) {
        byte[] to = bytes;
        int at = length;
        int i = 0;
        int end = value.length();
        while (i < end && isPlain(value.charAt(i))) {
            to[at++] = (byte) value.charAt(i++);
        }
        length = at;
        return i;
    }

    private void escape(char c) {
        bytes[length++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[length++] = (byte) c;
            case '\b' -> bytes[length++] = 'b';
            case '\t' -> bytes[length++] = 't';
            case '\n' -> bytes[length++] = 'n';
            case '\f' -> bytes[length++] = 'f';
            case '\r' -> bytes[length++] = 'r';
            default -> {
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[c >> 4];
                bytes[length++] = HEX[c & 15];
            }
        }
    }

    private void utf8(int point) {
        if (point < 0x800) {
            bytes[length++] = (byte) (0xC0 | (point >> 6));
        } else if (point < 0x10000) {
            bytes[length++] = (byte) (0xE0 | (point >> 12));
            bytes[length++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        } else {
            bytes[length++] = (byte) (0xF0 | (point >> 18));
            bytes[length++] = (byte) (0x80 | ((point >> 12) & 0x3F));
            bytes[length++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        }
        bytes[length++] = (byte) (0x80 | (point & 0x3F));
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    void feed(MessageDigest digest) {
        digest.update(bytes, 0, length);
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }
}
