package dev.rowan.parquet;

import dev.rowan.parquet.ColumnType.Decimal;
import dev.rowan.parquet.ColumnType.Listing;
import dev.rowan.parquet.ColumnType.Simple;
import dev.rowan.parquet.ColumnType.Struct;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Parses the text of a [ColumnType]. Used once.
final class TypeParser {
    private static final int MAX_DEPTH = 20;
    static final String WORDS = "text, json, int64, double, boolean, timestamp, datetime, date, time, bytes,"
            + " decimal(PRECISION,SCALE), list(TYPE) or struct(NAME: TYPE, ...)";

    private final String text;
    private int at;

    private TypeParser(String text) {
        this.text = text;
    }

    static ColumnType parse(String text) {
        var parser = new TypeParser(text);
        ColumnType type = parser.type(0);
        parser.skipSpace();
        if (parser.at < text.length()) {
            throw parser.unknown();
        }
        return type;
    }

    private ColumnType type(int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("types must not be nested deeper than " + MAX_DEPTH);
        }
        String word = word().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "decimal" -> decimal();
            case "list" -> {
                expect('(');
                ColumnType element = type(depth + 1);
                expect(')');
                yield new Listing(element);
            }
            case "struct" -> struct(depth);
            default -> simple(word);
        };
    }

    private Simple simple(String word) {
        for (Simple type : Simple.values()) {
            if (type.toString().equals(word)) {
                return type;
            }
        }
        throw unknown();
    }

    private Decimal decimal() {
        expect('(');
        int precision = number();
        expect(',');
        int scale = number();
        expect(')');
        return new Decimal(precision, scale);
    }

    private Struct struct(int depth) {
        Map<String, ColumnType> fields = new LinkedHashMap<>();
        expect('(');
        do {
            String name = word();
            expect(':');
            if (fields.put(name, type(depth + 1)) != null) {
                throw new IllegalArgumentException("a struct has the field '" + name + "' twice");
            }
        } while (takes(','));
        expect(')');
        return new Struct(fields);
    }

    private String word() {
        skipSpace();
        int start = at;
        while (at < text.length() && "(),:".indexOf(text.charAt(at)) < 0 && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw unknown();
        }
        return text.substring(start, at);
    }

    private int number() {
        String digits = word();
        if (digits.length() > 3 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw unknown();
        }
        return Integer.parseInt(digits);
    }

    private void expect(char c) {
        if (!takes(c)) {
            throw unknown();
        }
    }

    private boolean takes(char c) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException unknown() {
        return new IllegalArgumentException("must be " + WORDS + ", got '" + text + "'");
    }
}
