package dev.rowan.providers.reply;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Walks over a line of JSON without making a tree of it, and cuts values out as they stand there. Owned by
/// one thread.
///
/// What it walks over may be of any size; only what breaks the rules of JSON ends the walk.
public final class LineParser {
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final int LONGEST_NUMBER = 9;

    private final byte[] line;

    /// Where the value here begins, and where it ends; the end is 0 until somebody looks for it.
    private int begin;

    private int end;

    private LineParser(byte[] line) {
        this.line = line;
    }

    /// Takes one key of an object; the parser stands at its value.
    @FunctionalInterface
    public interface Field {
        void take(String key, LineParser at);
    }

    /// Walks over the object that `line` is; false when it is none, or more than one. It does not throw,
    /// whatever the bytes are; `fields` may have seen a part then.
    public static boolean walk(byte[] line, Field fields) {
        boolean marked = line.length >= MARK.length && Arrays.equals(line, 0, MARK.length, MARK, 0, MARK.length);
        var parser = new LineParser(line);
        try {
            parser.begin = JsonScan.blank(line, marked ? MARK.length : 0);
            if (!parser.isObject()) {
                return false;
            }
            parser.object(fields);
            return JsonScan.blank(line, parser.end()) == line.length;
        } catch (JsonScan.Broken _) {
            return false;
        }
    }

    /// Walks over the object here; a value that is none is passed over.
    public void object(Field fields) {
        if (!isObject()) {
            return;
        }
        int from = begin;
        int next = JsonScan.blank(line, from + 1);
        boolean more = JsonScan.at(line, next) != '}';
        while (more) {
            int keyEnd = JsonScan.text(line, next);
            String key = said(next, keyEnd);
            begin = JsonScan.afterColon(line, keyEnd);
            end = 0;
            fields.take(key, this);
            next = JsonScan.blank(line, end());
            more = JsonScan.at(line, next) == ',';
            next = more ? JsonScan.blank(line, next + 1) : next;
        }
        if (JsonScan.at(line, next) != '}') {
            throw new JsonScan.Broken();
        }
        begin = from;
        end = next + 1;
    }

    private int end() {
        if (end == 0) {
            end = JsonScan.value(line, begin);
        }
        return end;
    }

    /// Whether an object begins here.
    public boolean isObject() {
        return JsonScan.at(line, begin) == '{';
    }

    public boolean isTrue() {
        return JsonScan.at(line, begin) == 't';
    }

    private boolean isText() {
        return JsonScan.at(line, begin) == '"';
    }

    /// Whether there is something here: neither null nor an empty list.
    public boolean isSomething() {
        return switch (JsonScan.at(line, begin)) {
            case '[' -> JsonScan.at(line, JsonScan.blank(line, begin + 1)) != ']';
            case 'n' -> false;
            default -> true;
        };
    }

    public Optional<String> text() {
        return isText() ? Optional.of(said(begin, end())) : Optional.empty();
    }

    /// A whole number, or a text that is one, of at most nine digits.
    public Optional<Integer> number() {
        int quote = isText() ? 1 : 0;
        int from = begin + quote;
        int to = end() - quote;
        boolean isNumber = to > from && to - from <= LONGEST_NUMBER;
        int number = 0;
        for (int i = from; i < to && isNumber; i++) {
            isNumber = line[i] >= '0' && line[i] <= '9';
            number = 10 * number + line[i] - '0';
        }
        return isNumber ? Optional.of(number) : Optional.empty();
    }

    /// The bytes of the value here as they stand in the line; of a text, what it says. Nothing for null.
    public byte[] slice() {
        return switch (JsonScan.at(line, begin)) {
            case '"' -> said(begin, end()).getBytes(StandardCharsets.UTF_8);
            case 'n' -> new byte[0];
            default -> Arrays.copyOfRange(line, begin, end());
        };
    }

    /// What the text between these places says, which are those of its quotes.
    private String said(int from, int to) {
        String text = new String(line, from + 1, to - from - 2, StandardCharsets.UTF_8);
        return text.indexOf('\\') < 0 ? text : unescaped(text);
    }

    private static String unescaped(String text) {
        var said = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            boolean escaped = text.charAt(at) == '\\';
            char sign = text.charAt(escaped ? at + 1 : at);
            if (escaped && sign == 'u') {
                said.append((char) Integer.parseInt(text, at + 2, at + 6, 16));
                at += 6;
            } else {
                said.append(escaped ? meant(sign) : sign);
                at += escaped ? 2 : 1;
            }
        }
        return said.toString();
    }

    private static char meant(char escaped) {
        return switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escaped;
        };
    }
}
