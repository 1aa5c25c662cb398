package dev.rowan.json;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A buffer that values are written to as JSON, byte for byte as Jackson would write them.
///
/// Most documents here are small, and to set up and close a generator takes longer than to write them. What
/// is rare is left to Jackson: a value for which a method here gives false. Owned by one thread.
final class JsonBytes {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    /// The most bytes that one character takes: an escape of six.
    private static final int MAX_ESCAPE_LENGTH = 6;

    /// A text of so many letters is worth a copy, by which it is looked at eight bytes at a time.
    private static final int LONG = 32;

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

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

    /// Writes a text; false when half of a surrogate pair is in it.
    private boolean text(String text) {
        room(text.length() + 2);
        bytes[length++] = '"';
        if (!(text.length() < LONG ? letters(text) : longText(text))) {
            return false;
        }
        room(1);
        bytes[length++] = '"';
        return true;
    }

    /// Most long texts have few escapes: what lies between these is copied as it is. For half of a surrogate
    /// pair the platform puts a `?`, so there are more of these than in the text.
    private boolean longText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int from = 0;
        int questions = 0;
        for (int i = plainEnd(utf8, 0); i < utf8.length; i = plainEnd(utf8, i + 1)) {
            if (utf8[i] == '?') {
                questions++;
            } else {
                copy(utf8, from, i);
                room(MAX_ESCAPE_LENGTH);
                escape((char) utf8[i]);
                from = i + 1;
            }
        }
        copy(utf8, from, utf8.length);
        return questions == 0 || questions == questionsIn(text);
    }

    private static int questionsIn(String text) {
        int count = 0;
        for (int at = text.indexOf('?'); at >= 0; at = text.indexOf('?', at + 1)) {
            count++;
        }
        return count;
    }

    private void copy(byte[] from, int begin, int end) {
        room(end - begin);
        System.arraycopy(from, begin, bytes, length, end - begin);
        length += end - begin;
    }

    /// The next place from `at` on that needs a look: an escape, or a `?`. Eight bytes at a time, while there
    /// are so many.
    private static int plainEnd(byte[] utf8, int at) {
        int next = at;
        while (next + Long.BYTES <= utf8.length) {
            long eight = (long) EIGHT.get(utf8, next);
            // the high bit of a byte is set that is one of these, or below a blank; not of one beyond ASCII
            long looks = zeros(eight ^ ('"' * EACH))
                    | zeros(eight ^ ('\\' * EACH))
                    | zeros(eight ^ ('?' * EACH))
                    | ((eight - (' ' * EACH)) & ~eight);
            if ((looks & HIGH) != 0) {
                return next + Long.numberOfTrailingZeros(looks & HIGH) / Byte.SIZE;
            }
            next += Long.BYTES;
        }
        while (next < utf8.length && isPlain((char) utf8[next]) && utf8[next] != '?') {
            next++;
        }
        return next;
    }

    /// The high bit of each byte that is zero; above the first one others may be set, too.
    private static long zeros(long eight) {
        return (eight - EACH) & ~eight;
    }

    /// Writes a text letter by letter; there is room for it, were it plain.
    private boolean letters(String text) {
        int i = plainPart(text, 0);
        while (i < text.length()) {
            room(text.length()
                    - i
                    + MAX_ESCAPE_LENGTH); // for this one, whatever it takes, and for the rest as if it were plain
            char c = text.charAt(i);
            if (c < 0x80) {
                escape(c);
            } else if (!Character.isSurrogate(c)) {
                utf8(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                utf8(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                return false;
            }
            i = plainPart(text, i + 1);
        }
        return true;
    }

    /// Writes what is plain from `from` on, for which there is room, and gives the place of what is not. Its
    /// variables are its own, since fields would be written back at every letter.
    private int plainPart(String text, int from) {
        byte[] to = bytes;
        int at = length;
        int i = from;
        int end = text.length();
        while (i < end) {
            char c = text.charAt(i);
            if (c >= 0x80 || !isPlain(c)) {
                break;
            }
            to[at++] = (byte) c;
            i++;
        }
        length = at;
        return i;
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
