package dev.rowan.providers.safety;

import dev.rowan.api.call.WireReply;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a reply strictly: a missing value, null or a wrong type is an error.
final class StrictBody {
    private StrictBody() {}

    /// The reply is invalid.
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String why) {
            super(why, null, false, false);
        }
    }

    /// Parses a verdict from the object of a reply.
    interface Reader<V> {
        V read(Map<?, ?> body) throws Wrong;
    }

    static <V> SafetyReply<V> read(WireReply.Complete reply, Reader<V> reader) {
        if (reply.status() / 100 != 2) {
            return new SafetyReply.Rejected<>(rejection(reply));
        }
        if (reply.status() != 200) {
            return new SafetyReply.Malformed<>("the status is " + reply.status() + ", not 200");
        }
        try {
            return new SafetyReply.Verdict<>(reader.read(
                    object("the body", RowJson.readValue(reply.body().bytes()))));
        } catch (JsonException _) {
            return new SafetyReply.Malformed<>("the body is not JSON with unique keys");
        } catch (Wrong wrong) {
            return new SafetyReply.Malformed<>(String.valueOf(wrong.getMessage()));
        }
    }

    private static Rejection rejection(WireReply.Complete reply) {
        JsonTree error = JsonTree.parse(reply.body()).orElse(new JsonTree(null)).at("error");
        Optional<String> code = error.at("code").text().or(() -> reply.headers().first("x-ms-error-code"));
        return Rejection.of(
                Rejection.Kind.ofStatus(reply.status()),
                reply.status(),
                code,
                error.at("message").text());
    }

    static Object member(Map<?, ?> object, String key) throws Wrong {
        Object value = object.get(key);
        if (value == null) {
            throw new Wrong(key + " is missing");
        }
        return value;
    }

    static Map<?, ?> object(String name, @Nullable Object value) throws Wrong {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new Wrong(name + " is not an object");
    }

    static List<?> list(String name, Object value) throws Wrong {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new Wrong(name + " is not a list");
    }
}
