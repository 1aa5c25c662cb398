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

/// Reads the fields of a JSON object one by one without building a tree, and copies values as they were written.
/// Owned by one thread.
///
/// Strings, numbers and names may have any length.
public final class JsonFieldReader {
    private static final int MAX_DEPTH = 200_000;
    private static final int MAX_DIGITS = 9;
    private static final long UNKNOWN = -1;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final byte[] json;
    private final JsonParser parser;

    /// The first token of the current value, and the offset of its first byte once that was needed.
    private JsonToken first = JsonToken.NOT_AVAILABLE;

    private long begin = UNKNOWN;

    private JsonFieldReader(byte[] json, JsonParser parser) {
        this.json = json;
        this.parser = parser;
    }

    /// Receives a field; `value` is positioned at its value, which may be left unread.
    @FunctionalInterface
    public interface FieldHandler {
        void field(String name, JsonFieldReader value);
    }

    /// Reads `json`, which must be exactly one object in UTF-8. False when it is not, never an exception; `fields` may
    /// have received a part of it then.
    public static boolean read(byte[] json, FieldHandler fields) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            var reader = new JsonFieldReader(json, parser);
            reader.next();
            // only a parser of UTF-8 knows the offsets of bytes
            if (!reader.isObject() || reader.begin() < 0) {
                return false;
            }
            reader.readObject(fields);
            return parser.nextToken() == null;
        } catch (JacksonException _) {
            return false;
        }
    }

    private void next() {
        JsonToken token = parser.nextToken();
        first = token == null ? JsonToken.NOT_AVAILABLE : token;
        begin = UNKNOWN;
    }

    /// Reads the fields of the current value; ignores a value that is not an object.
    public void readObject(FieldHandler fields) {
        if (!isObject()) {
            return;
        }
        long start = begin();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            next();
            fields.field(name, this);
            parser.skipChildren();
        }
        first = JsonToken.START_OBJECT;
        begin = start;
    }

    private long begin() {
        if (begin == UNKNOWN) {
            begin = parser.currentTokenLocation().getByteOffset();
        }
        return begin;
    }

    public boolean isObject() {
        return first == JsonToken.START_OBJECT;
    }

    public boolean isTrue() {
        return first == JsonToken.VALUE_TRUE;
    }

    /// Whether the value is neither null nor an empty array.
    public boolean isNonEmpty() {
        return switch (first) {
            case VALUE_NULL -> false;
            case START_ARRAY -> hasItems();
            default -> true;
        };
    }

    private boolean hasItems() {
        begin();
        boolean any = false;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            parser.skipChildren();
            any = true;
        }
        return any;
    }

    public Optional<String> text() {
        return first == JsonToken.VALUE_STRING ? Optional.of(parser.getString()) : Optional.empty();
    }

    /// An integer, or a string that holds one, of at most nine digits.
    public Optional<Integer> integer() {
        if (first != JsonToken.VALUE_STRING && first != JsonToken.VALUE_NUMBER_INT) {
            return Optional.empty();
        }
        String digits = parser.getString();
        boolean isInteger = !digits.isEmpty()
                && digits.length() <= MAX_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isInteger ? Optional.of(Integer.parseInt(digits)) : Optional.empty();
    }

    /// The bytes of the value as it was written; of a string, its content in UTF-8; of null, none.
    public byte[] bytes() {
        if (first == JsonToken.VALUE_NULL) {
            return new byte[0];
        }
        if (first.isScalarValue()) {
            return parser.getString().getBytes(StandardCharsets.UTF_8);
        }
        long start = begin();
        parser.skipChildren();
        return Arrays.copyOfRange(
                json, (int) start, (int) parser.currentLocation().getByteOffset());
    }
}
