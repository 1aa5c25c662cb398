package dev.rowan.providers.reply;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/// Walks over a line of JSON without making a tree of it, and cuts values out as they stand there. Owned by
/// one thread.
///
/// What it walks over may be of any size; only what breaks the rules of JSON ends the walk.
public final class LineParser implements AutoCloseable {
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /// What stands deeper would take more memory than it is worth.
    private static final int DEEPEST = 200_000;

    private static final int LONGEST_NUMBER = 9;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final byte[] line;
    private final JsonParser parser;

    private LineParser(byte[] line, JsonParser parser) {
        this.line = line;
        this.parser = parser;
    }

    /// Takes one key of an object; the parser stands at its value, and must not go beyond it.
    @FunctionalInterface
    public interface Field {
        void take(String key, LineParser at);
    }

    /// Walks over the object that `line` is; false when it is none, or more than one. It does not throw,
    /// whatever the bytes are; `fields` may have seen a part then.
    public static boolean walk(byte[] line, Field fields) {
        byte[] plain = line.length >= MARK.length && Arrays.equals(line, 0, MARK.length, MARK, 0, MARK.length)
                ? Arrays.copyOfRange(line, MARK.length, line.length)
                : line;
        if (!isUtf8(plain)) {
            return false;
        }
        try (var parser = new LineParser(plain, JSON.createParser(ObjectReadContext.empty(), plain))) {
            if (parser.parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.object(fields);
            return parser.parser.nextToken() == null;
        } catch (JacksonException _) {
            return false;
        }
    }

    /// A zero among the first bytes would be taken for another encoding, in which places are not known.
    private static boolean isUtf8(byte[] line) {
        for (int i = 0; i < Math.min(4, line.length); i++) {
            if (line[i] == 0 || line[i] == (byte) 0xfe || line[i] == (byte) 0xff) {
                return false;
            }
        }
        return true;
    }

    /// Walks over the object here; a value that is none is passed over.
    public void object(Field fields) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            fields.take(key, this);
            parser.skipChildren();
        }
    }

    /// Whether an object begins here.
    public boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    public boolean isTrue() {
        return parser.currentToken() == JsonToken.VALUE_TRUE;
    }

    /// Whether there is something here: neither null nor an empty list.
    public boolean isSomething() {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            boolean filled = parser.nextToken() != JsonToken.END_ARRAY;
            while (filled && parser.currentToken() != JsonToken.END_ARRAY) {
                parser.skipChildren();
                parser.nextToken();
            }
            return filled;
        }
        return parser.currentToken() != JsonToken.VALUE_NULL;
    }

    public Optional<String> text() {
        return parser.currentToken() == JsonToken.VALUE_STRING ? Optional.of(parser.getString()) : Optional.empty();
    }

    /// A whole number, or a text that is one, of at most nine digits.
    public Optional<Integer> number() {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_STRING) {
            return Optional.empty();
        }
        String digits = parser.getString();
        boolean isNumber = !digits.isEmpty() && digits.length() <= LONGEST_NUMBER;
        for (int i = 0; i < digits.length() && isNumber; i++) {
            isNumber = digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
        }
        return isNumber ? Optional.of(Integer.parseInt(digits)) : Optional.empty();
    }

    /// The bytes of the value here as they stand in the line; of a text, what it says. Nothing for null.
    public byte[] slice() {
        return switch (parser.currentToken()) {
            case START_OBJECT, START_ARRAY -> {
                int from = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                yield Arrays.copyOfRange(
                        line, from, (int) parser.currentLocation().getByteOffset());
            }
            case VALUE_NULL -> new byte[0];
            case null, default -> parser.getString().getBytes(StandardCharsets.UTF_8);
        };
    }

    @Override
    public void close() {
        parser.close();
    }
}
