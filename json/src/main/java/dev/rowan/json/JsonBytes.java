package dev.rowan.json;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A buffer that values are written to as JSON, byte for byte as Jackson would write them.
///
/// Most documents here are small, and to set up and close a generator takes longer than to write them. What is rare is
/// left to Jackson: a value for which a method here gives false. Owned by one thread.
final class JsonBytes {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    /// The most bytes that one character takes: an escape of six.
    private static final int MOST = 6;

    private static final int LONG = 1 << 20;

    private byte[] bytes;
    private int length;

    JsonBytes(int room) {
        this.bytes = new byte[room];
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    void sign(char sign) {
        room(1);
        bytes[length++] = (byte) sign;
    }

    /// Writes `value`; false when it cannot be written here, and what was written so far is of no use.
    boolean value(@Nullable Object value) {
        return switch (value) {
            case null -> plain("null");
            case String text -> text(text);
            case Long n -> plain(Long.toString(n));
            case Integer n -> plain(Integer.toString(n));
            case Boolean b -> plain(b ? "true" : "false");
            case BigInteger n -> plain(n.toString());
            case BigDecimal n -> plain(n.toString());
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            default -> false;
        };
    }

    private boolean list(List<?> list) {
        sign('[');
        boolean first = true;
        for (Object item : list) {
            if (!first) {
                sign(',');
            }
            first = false;
            if (!value(item)) {
                return false;
            }
        }
        sign(']');
        return true;
    }

    private boolean map(Map<?, ?> map) {
        sign('{');
        boolean first = true;
        for (var entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name) || !name(name, first) || !value(entry.getValue())) {
                return false;
            }
            first = false;
        }
        sign('}');
        return true;
    }

    /// Writes the name of a field and the signs around it.
    boolean name(String name, boolean first) {
        if (!first) {
            sign(',');
        }
        if (!text(name)) {
            return false;
        }
        sign(':');
        return true;
    }

    private boolean plain(String ascii) {
        room(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
        return true;
    }

    /// Most text is ASCII without escapes, and room for that is enough at first.
    private boolean text(String text) {
        room(text.length() + 2);
        bytes[length++] = '"';
        int i = 0;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || !isPlain(c)) {
                break;
            }
            bytes[length++] = (byte) c;
        }
        if (i < text.length() && !rest(text, i)) {
            return false;
        }
        bytes[length++] = '"';
        return true;
    }

    /// The same for any text; false for half of a surrogate pair, and for a text so long that room for its worst case
    /// is
    /// too much to ask for.
    private boolean rest(String text, int from) {
        if (text.length() > LONG) {
            return false;
        }
        room(MOST * (text.length() - from) + 1);
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                if (isPlain(c)) {
                    bytes[length++] = (byte) c;
                } else {
                    escape(c);
                }
            } else if (!Character.isSurrogate(c)) {
                utf8(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                utf8(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c != '"' && c != '\\';
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
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
        }
    }
}
