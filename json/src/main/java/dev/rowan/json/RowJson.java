package dev.rowan.json;

import dev.rowan.api.Row;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Converts rows and values to JSON in UTF-8 and back without loss: field order, every digit of a number, null.
///
/// Parsing is strict: one value, no duplicate keys, no NaN, bounded depth.
public final class RowJson {
    /// A little more than for a row, so that records which contain a row can be read, too.
    private static final int MAX_DEPTH = 210;

    /// A little more than for a number in a row, for its sign, point and exponent.
    private static final int MAX_NUMBER = 1_020;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private RowJson() {}

    public static byte[] write(Row row) {
        var bytes = new ByteArrayOutputStream(64 + 48 * row.size());
        write(row, bytes);
        return bytes.toByteArray();
    }

    /// Writes the row to `out`, which stays open; nothing follows the closing brace.
    public static void write(Row row, OutputStream out) {
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            for (int i = 0; i < row.size(); i++) {
                json.writeName(row.names().at(i));
                writeValue(json, row.valueAt(i));
            }
            json.writeEndObject();
        } catch (JacksonIOException failed) {
            throw new UncheckedIOException(failed.getCause());
        }
    }

    /// Writes any value that a row may hold.
    public static byte[] writeValue(@Nullable Object value) {
        var bytes = new ByteArrayOutputStream(128);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            writeValue(json, value);
        }
        return bytes.toByteArray();
    }

    private static void writeValue(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case String s -> json.writeString(s);
            case Long n -> json.writeNumber(n);
            case Integer n -> json.writeNumber(n);
            case Boolean b -> json.writeBoolean(b);
            case BigInteger n -> json.writeNumber(n);
            case BigDecimal n -> json.writeNumber(n);
            case Double n -> json.writeNumber(n);
            case List<?> list -> {
                json.writeStartArray();
                for (Object item : list) {
                    writeValue(json, item);
                }
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (var entry : map.entrySet()) {
                    json.writeName((String) entry.getKey());
                    writeValue(json, entry.getValue());
                }
                json.writeEndObject();
            }
            default ->
                throw new IllegalArgumentException(
                        "no JSON for " + value.getClass().getName());
        }
    }

    public static Row readRow(byte[] json) throws JsonException {
        return readRow(json, 0, json.length);
    }

    /// Reads one object from a part of `json`.
    public static Row readRow(byte[] json, int from, int length) throws JsonException {
        Object value = read(json, from, length);
        if (!(value instanceof Map<?, ?> map)) {
            throw new JsonException("expected a JSON object, found " + kind(value));
        }
        try {
            return Row.of(texts(map));
        } catch (IllegalArgumentException refused) {
            throw new JsonException(String.valueOf(refused.getMessage()), refused);
        }
    }

    public static @Nullable Object readValue(byte[] json) throws JsonException {
        return read(json, 0, json.length);
    }

    private static @Nullable Object read(byte[] json, int from, int length) throws JsonException {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json, from, length)) {
            parser.nextToken();
            Object value = read(parser);
            if (parser.nextToken() != null) {
                throw new JsonException("expected one JSON value, found more at column "
                        + parser.currentTokenLocation().getColumnNr());
            }
            return value;
        } catch (JacksonException broken) {
            throw new JsonException(Messages.of(broken), broken);
        }
    }

    private static @Nullable Object read(JsonParser parser) throws JsonException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case null -> throw new JsonException("expected a JSON value, found nothing");
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case START_ARRAY -> {
                var list = new ArrayList<@Nullable Object>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(read(parser));
                }
                yield list;
            }
            case START_OBJECT -> object(parser);
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new JsonException("expected a JSON value, found " + token);
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws JsonException {
        var map = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (map.containsKey(name)) {
                throw new JsonException("the key '" + name + "' occurs twice");
            }
            parser.nextToken();
            map.put(name, read(parser));
        }
        return map;
    }

    private static Object whole(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> parser.getBigIntegerValue();
        };
    }

    @SuppressWarnings("unchecked") // the parser creates maps with string keys only
    private static Map<String, @Nullable Object> texts(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }

    private static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String _ -> "text";
            case Boolean _ -> "a boolean";
            case Number _ -> "a number";
            case List<?> _ -> "a list";
            default -> "an object";
        };
    }
}
