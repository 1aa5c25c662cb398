package dev.rowan.providers.gemini;

import dev.rowan.providers.reply.JsonTree;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Parses operations of any size into a small tree, without their inlined responses.
final class OperationTree {
    /// The key of inlined responses, in an object under the same key.
    static final String INLINED = "inlinedResponses";

    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(2_000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxDocumentLength(Long.MAX_VALUE)
                    .build())
            .build();

    private OperationTree() {}

    /// Parses `in`, which stays open; empty if it is not JSON.
    static Optional<JsonTree> read(InputStream in) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), in)) {
            parser.nextToken();
            Object value = value(parser);
            return parser.nextToken() == null ? Optional.of(new JsonTree(value)) : Optional.empty();
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> whole(parser.getString());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case null, default -> null;
        };
    }

    private static Object whole(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException _) {
            return digits;
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            JsonToken begins = parser.nextToken();
            if (key.equals(INLINED) && begins != JsonToken.VALUE_NULL) {
                parser.skipChildren();
                object.put(key, true);
            } else {
                object.put(key, value(parser));
            }
        }
        return object;
    }

    private static List<@Nullable Object> list(JsonParser parser) {
        var list = new ArrayList<@Nullable Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }
}
