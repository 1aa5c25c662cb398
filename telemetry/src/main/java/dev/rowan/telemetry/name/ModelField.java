package dev.rowan.telemetry.name;

import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads the top-level model name of a JSON document; the rest is skipped and never kept.
final class ModelField {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> NAMES = Set.of("model", "modelVersion");
    private static final int LONGEST = 120;

    private ModelField() {}

    /// The name in the document that starts at `from`.
    static Optional<String> in(byte[] text, int from) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text, from, text.length - from)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean wanted = NAMES.contains(parser.currentName());
                if (parser.nextToken() == JsonToken.VALUE_STRING && wanted) {
                    return Optional.of(brief(parser.getString()));
                }
                parser.skipChildren();
            }
            return Optional.empty();
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    /// The start of the body of a recorded message: after its first empty line.
    static int body(byte[] message) {
        for (int i = 3; i < message.length; i++) {
            if (message[i] == '\n' && message[i - 1] == '\r' && message[i - 2] == '\n') {
                return i + 1;
            }
        }
        return message.length;
    }

    static String brief(String name) {
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST);
    }
}
