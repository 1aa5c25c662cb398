package dev.rowan.config;

import dev.rowan.api.config.Quoted;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The tag on a value, such as `!!str`; those of the core schema are known, any other is refused.
sealed interface YamlTag {

    /// No tag: the value's own form decides.
    record None() implements YamlTag {}

    /// A tag that asks for one of the core types.
    record Core(Type type) implements YamlTag {}

    record Unknown(String written) implements YamlTag {
        String message() {
            return "must not have a tag of its own, got " + Quoted.of(written);
        }
    }

    enum Type {
        STR,
        INT,
        FLOAT,
        BOOL,
        NULL,
        SEQ,
        MAP;

        /// Whether `value`, read from unquoted text, is of this type.
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

    private static YamlTag of(String tag) {
        return switch (tag) {
            case "!", "tag:yaml.org,2002:str" -> new Core(Type.STR);
            case "tag:yaml.org,2002:int" -> new Core(Type.INT);
            case "tag:yaml.org,2002:float" -> new Core(Type.FLOAT);
            case "tag:yaml.org,2002:bool" -> new Core(Type.BOOL);
            case "tag:yaml.org,2002:null" -> new Core(Type.NULL);
            case "tag:yaml.org,2002:seq" -> new Core(Type.SEQ);
            case "tag:yaml.org,2002:map" -> new Core(Type.MAP);
            default -> new Unknown(tag);
        };
    }
}
