package dev.rowan.providers.reply;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds where values of JSON end, and that they keep its rules, without making anything of them: results
/// come in millions of lines, of which only a few places are looked at.
///
/// Places are those of bytes. What breaks a rule is [Broken].
final class JsonScan {
    /// What stands deeper would take more memory than it is worth.
    private static final int DEEPEST = 200_000;

    private static final byte QUOTE = 10;
    private static final byte ESCAPE = 11;
    private static final byte WRONG = 12;

    /// Eight bytes of an array at once.
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    /// What a byte is within a text: one of these, or how many follow that belong to it.
    private static final byte[] IN_TEXT = inText();

    private JsonScan() {}

    /// Thrown once a line and caught right above, so it has no stack trace.
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        Broken() {
            super("no JSON", null, false, false);
        }
    }

    private static byte[] inText() {
        byte[] kinds = new byte[256];
        Arrays.fill(kinds, 0, 0x20, WRONG);
        Arrays.fill(kinds, 0x80, 0xc0, WRONG);
        Arrays.fill(kinds, 0xc0, 0xe0, (byte) 1);
        Arrays.fill(kinds, 0xe0, 0xf0, (byte) 2);
        Arrays.fill(kinds, 0xf0, 0xf8, (byte) 3);
        Arrays.fill(kinds, 0xf8, 0x100, WRONG);
        kinds['"'] = QUOTE;
        kinds['\\'] = ESCAPE;
        return kinds;
    }

    /// The byte at a place; beyond the end there is a zero, which stands nowhere in JSON.
    static byte at(byte[] json, int at) {
        return at < json.length ? json[at] : 0;
    }

    /// The first place from `at` on that is not blank.
    static int blank(byte[] json, int at) {
        int next = at;
        while (next < json.length && isBlank(json[next])) {
            next++;
        }
        return next;
    }

    private static boolean isBlank(byte sign) {
        return sign == ' ' || sign == '\n' || sign == '\r' || sign == '\t';
    }

    /// The place after the text that begins at `at` with its quote.
    static int text(byte[] json, int at) {
        if (at(json, at) != '"') {
            throw new Broken();
        }
        int next = usual(json, at + 1);
        while (next < json.length) {
            byte kind = IN_TEXT[json[next] & 0xff];
            if (kind == 0) {
                next = usual(json, next + 1);
            } else if (kind == QUOTE) {
                return next + 1;
            } else if (kind == ESCAPE) {
                next = escape(json, next + 1);
            } else {
                next = several(json, next + 1, kind);
            }
        }
        throw new Broken();
    }

    /// Passes over what needs no look by itself, eight bytes at a time: letters of one byte that are no quote,
    /// no backslash and no control character.
    private static int usual(byte[] json, int at) {
        int next = at;
        while (next + Long.BYTES <= json.length) {
            long eight = (long) EIGHT.get(json, next);
            long quotes = eight ^ ('"' * EACH);
            long backslashes = eight ^ ('\\' * EACH);
            // the high bit of a byte is set that is zero in the first two, below a blank, or beyond ASCII
            long unusual = ((quotes - EACH) & ~quotes)
                    | ((backslashes - EACH) & ~backslashes)
                    | (eight - (' ' * EACH))
                    | eight;
            if ((unusual & HIGH) != 0) {
                return next + Long.numberOfTrailingZeros(unusual & HIGH) / Byte.SIZE;
            }
            next += Long.BYTES;
        }
        return next;
    }

    private static int escape(byte[] json, int at) {
        return switch (at(json, at)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
            case 'u' -> {
                for (int i = at + 1; i <= at + 4; i++) {
                    if (Character.digit(at(json, i), 16) < 0) {
                        throw new Broken();
                    }
                }
                yield at + 5;
            }
            default -> throw new Broken();
        };
    }

    /// The rest of a letter of several bytes.
    private static int several(byte[] json, int at, byte more) {
        if (more == WRONG) {
            throw new Broken();
        }
        for (int i = at; i < at + more; i++) {
            if ((at(json, i) & 0xc0) != 0x80) {
                throw new Broken();
            }
        }
        return at + more;
    }

    /// The place after the value that begins at `at`.
    static int value(byte[] json, int at) {
        byte sign = at(json, at);
        return sign == '{' || sign == '[' ? nested(json, at) : plain(json, at);
    }

    /// The same for a value that is no object and no list.
    private static int plain(byte[] json, int at) {
        return switch (at(json, at)) {
            case '"' -> text(json, at);
            case 't' -> word(json, at, "true");
            case 'f' -> word(json, at, "false");
            case 'n' -> word(json, at, "null");
            default -> number(json, at);
        };
    }

    private static int word(byte[] json, int at, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at(json, at + i) != word.charAt(i)) {
                throw new Broken();
            }
        }
        return at + word.length();
    }

    private static int number(byte[] json, int at) {
        int next = at(json, at) == '-' ? at + 1 : at;
        next = at(json, next) == '0' ? next + 1 : digits(json, next);
        if (at(json, next) == '.') {
            next = digits(json, next + 1);
        }
        if (at(json, next) == 'e' || at(json, next) == 'E') {
            byte sign = at(json, next + 1);
            next = digits(json, sign == '+' || sign == '-' ? next + 2 : next + 1);
        }
        return next;
    }

    private static int digits(byte[] json, int at) {
        int next = at;
        while (at(json, next) >= '0' && at(json, next) <= '9') {
            next++;
        }
        if (next == at) {
            throw new Broken();
        }
        return next;
    }

    /// Objects and lists of any depth, without recursion: `objects` says which of those that are open are
    /// objects.
    private static int nested(byte[] json, int at) {
        boolean[] objects = new boolean[16];
        int depth = 0;
        int next = at;
        while (true) {
            byte begins = at(json, next);
            if (begins == '{' || begins == '[') {
                objects = depth < objects.length ? objects : deeper(objects);
                objects[depth++] = begins == '{';
                next = blank(json, next + 1);
                boolean empty = at(json, next) == (begins == '{' ? '}' : ']');
                if (!empty) {
                    next = begins == '{' ? key(json, next) : next;
                    continue;
                }
            } else {
                next = blank(json, plain(json, next));
            }
            while (at(json, next) == (objects[depth - 1] ? '}' : ']')) {
                next++;
                if (--depth == 0) {
                    return next;
                }
                next = blank(json, next);
            }
            if (at(json, next) != ',') {
                throw new Broken();
            }
            next = blank(json, next + 1);
            next = objects[depth - 1] ? key(json, next) : next;
        }
    }

    private static boolean[] deeper(boolean[] objects) {
        if (objects.length >= DEEPEST) {
            throw new Broken();
        }
        return Arrays.copyOf(objects, Math.min(DEEPEST, 2 * objects.length));
    }

    /// The place of the value whose key begins at `at`.
    static int key(byte[] json, int at) {
        return afterColon(json, text(json, at));
    }

    /// The place of the value that follows a key that ends at `at`.
    static int afterColon(byte[] json, int at) {
        int colon = blank(json, at);
        if (at(json, colon) != ':') {
            throw new Broken();
        }
        return blank(json, colon + 1);
    }
}
