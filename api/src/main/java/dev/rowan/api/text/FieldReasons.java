package dev.rowan.api.text;

import dev.rowan.api.Reason;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reasons for invalid fields, the same for every transform.
public final class FieldReasons {
    private FieldReasons() {}

    /// `missing_field`: the row has no field of this name.
    public static Reason missing(String field) {
        return Reason.of("missing_field", "the row has no field '" + field + "'")
                .with("field", field);
    }

    /// `not_text`: the field does not hold text.
    public static Reason notText(String field, @Nullable Object value) {
        return notText(field, kind(value));
    }

    /// `not_text`: no item of the list and no value of the object in this field is text.
    public static Reason noTextWithin(String field, @Nullable Object value) {
        return notText(field, kind(value) + " without text");
    }

    private static Reason notText(String field, String found) {
        return Reason.of("not_text", "field '" + field + "' must be text, got " + found)
                .with("field", field)
                .with("found", found);
    }

    /// The type of a value, for a message.
    public static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String _ -> "text";
            case Boolean _ -> "a boolean";
            case Long _, BigInteger _ -> "a whole number";
            case Number _ -> "a number";
            case List<?> _ -> "a list";
            default -> "an object";
        };
    }
}
