package dev.rowan.config;

import dev.rowan.api.config.Quoted;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The tag on a value, such as `!!str`; only those of the core schema are accepted.
sealed interface YamlTag {

    String PREFIX = "tag:yaml.org,2002:";

    /// No tag: the type is inferred.
    record None() implements YamlTag {}

    /// A tag for one of the core types.
    record Core(Type type) implements YamlTag {}

    /// A custom tag.
    record Unknown() implements YamlTag {}

    enum Type {
        STR,
        INT,
        FLOAT,
        BOOL,
        NULL,
        SEQ,
        MAP;

        /// Whether `value`, parsed from unquoted text, is of this type.
        boolean fits(@Nullable Object value) {
            return switch (this) {
                case STR -> value instanceof String;
                case INT -> value instanceof Long || value instanceof BigInteger;
                case FLOAT -> value instanceof Number;
                case BOOL -> value instanceof Boolean;
                case NULL -> value == null;
                case SEQ, MAP -> false;
            };
        }
    }

    static YamlTag of(Optional<String> tag) {
        return tag.map(YamlTag::of).orElse(new None());
    }

    /// Why `tag` is rejected on a value that it does not match.
    static String refusal(Optional<String> tag) {
        return "must not have the tag " + Quoted.of(tag.orElse("").replace(PREFIX, "!!"));
    }

    private static YamlTag of(String tag) {
        return switch (tag) {
            case "!", PREFIX + "str" -> new Core(Type.STR);
            case PREFIX + "int" -> new Core(Type.INT);
            case PREFIX + "float" -> new Core(Type.FLOAT);
            case PREFIX + "bool" -> new Core(Type.BOOL);
            case PREFIX + "null" -> new Core(Type.NULL);
            case PREFIX + "seq" -> new Core(Type.SEQ);
            case PREFIX + "map" -> new Core(Type.MAP);
            default -> new Unknown();
        };
    }
}
