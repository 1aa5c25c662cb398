package dev.rowan.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads JSON that is plain: ASCII without escapes, whole numbers, not deep. Most replies of services are so,
/// and to set up and close a parser takes as long as to read them.
///
/// Whatever is not plain, or breaks a rule, is left to Jackson from the start, which reads it or says what is
/// wrong. So this must never read what Jackson refuses, or otherwise. Owned by one thread.
final class PlainJson {
    private static final int MAX_DEPTH = 32;

    /// So many digits are within a long.
    private static final int MAX_DIGITS = 18;

    private final byte[] json;
    private final int end;
    private int at;
    private int depth;

    private PlainJson(byte[] json, int from, int length) {
        this.json = json;
        this.at = from;
        this.end = from + length;
    }

    /// Thrown and caught here alone, so it has no stack trace.
    private static final class NotPlain extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotPlain() {
            super("not plain", null, false, false);
        }
    }

    /// A value that was read, which may be null.
    record Read(@Nullable Object value) {}

    /// The one value in this part of `json`; empty when it is not plain.
    static Optional<Read> read(byte[] json, int from, int length) {
        var reader = new PlainJson(json, from, length);
        try {
            Object value = reader.value();
            return reader.sign() == 0 ? Optional.of(new Read(value)) : Optional.empty();
        } catch (NotPlain _) {
            return Optional.empty();
        }
    }

    /// The next byte that is not blank, at which it stays; 0, which stands nowhere in JSON, at the end.
    private byte sign() {
        while (at < end) {
            byte sign = json[at];
            if (sign != ' ' && sign != '\n' && sign != '\r' && sign != '\t') {
                if (sign == 0) {
                    throw new NotPlain();
                }
                return sign;
            }
            at++;
        }
        return 0;
    }

    private void pass(char wanted) {
        if (sign() != wanted) {
            throw new NotPlain();
        }
        at++;
    }

    private @Nullable Object value() {
        return switch (sign()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> text();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        enter();
        var map = new LinkedHashMap<String, @Nullable Object>();
        boolean more = sign() != '}';
        while (more) {
            if (sign() != '"') {
                throw new NotPlain();
            }
            String name = text();
            pass(':');
            int before = map.size();
            map.put(name, value());
            if (map.size() == before) {
                throw new NotPlain();
            }
            more = sign() == ',';
            at += more ? 1 : 0;
        }
        pass('}');
        depth--;
        return map;
    }

    private List<@Nullable Object> list() {
        enter();
        var list = new ArrayList<@Nullable Object>();
        boolean more = sign() != ']';
        while (more) {
            list.add(value());
            more = sign() == ',';
            at += more ? 1 : 0;
        }
        pass(']');
        depth--;
        return list;
    }

    private void enter() {
        at++;
        if (++depth > MAX_DEPTH) {
            throw new NotPlain();
        }
    }

    private String text() {
        int from = at + 1;
        for (int i = from; i < end; i++) {
            byte sign = json[i];
            if (sign == '"') {
                at = i + 1;
                return new String(json, from, i - from, StandardCharsets.ISO_8859_1);
            }
            if (sign < ' ' || sign == '\\') { // below are control characters and all that is not ASCII
                break;
            }
        }
        throw new NotPlain();
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || json[at + i] != word.charAt(i)) {
                throw new NotPlain();
            }
        }
        at += word.length();
        endWord();
        return value;
    }

    private Long number() {
        boolean negative = at < end && json[at] == '-';
        int from = negative ? at + 1 : at;
        long number = 0;
        int i = from;
        while (i < end && json[i] >= '0' && json[i] <= '9') {
            number = 10 * number + (json[i] - '0');
            i++;
        }
        boolean padded = i > from + 1 && json[from] == '0';
        if (i == from || i - from > MAX_DIGITS || padded || (negative && number == 0)) {
            throw new NotPlain();
        }
        at = i;
        endWord();
        return negative ? -number : number;
    }

    /// What follows a word or a number must not belong to it.
    private void endWord() {
        if (at < end) {
            switch (json[at]) {
                case ' ', '\n', '\r', '\t', ',', ']', '}' -> {}
                default -> throw new NotPlain();
            }
        }
    }
}
