package dev.rowan.api.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The type of an option's value, as data: messages, help and the JSON Schema are generated from it.
public sealed interface OptionKind {

    record Text() implements OptionKind {}

    record Bool() implements OptionKind {}

    /// An integer from `min` to `max`; `Long.MAX_VALUE` means no upper bound.
    record Whole(long min, long max) implements OptionKind {}

    /// A number greater than `above` and at most `atMost`, if given.
    record Decimal(Optional<BigDecimal> above, Optional<BigDecimal> atMost) implements OptionKind {}

    /// A duration such as `250ms`, `30s`, `5m`, `6h` or `2d`; above zero, or also `0s` if `zero` is set.
    record Time(boolean zero) implements OptionKind {
        /// The accepted text, as a regular expression.
        public static final String PATTERN = Units.TIME;
    }

    /// A size such as `16MiB`, `64KB`, or a plain number of bytes.
    record Bytes() implements OptionKind {
        /// The accepted text, as a regular expression.
        public static final String PATTERN = Units.SIZE;
    }

    record Choice(List<String> words) implements OptionKind {
        public Choice {
            words = List.copyOf(words);
        }
    }

    /// A list of texts; a single text counts as a list of one.
    record Texts() implements OptionKind {}

    /// A mapping of text to text.
    record TextMap() implements OptionKind {}

    /// A nested section.
    record Nested(Options options) implements OptionKind {}

    /// A custom value: `words` describe it, `schema` is its JSON Schema as maps and lists.
    record Free(String words, Map<String, Object> schema) implements OptionKind {}

    /// The rule for a value, in words that follow `must be`.
    default String rule() {
        return switch (this) {
            case Text() -> "text";
            case Bool() -> "true or false";
            case Whole(long min, long max) when max == Long.MAX_VALUE -> "at least " + min;
            case Whole(long min, long max) -> "from " + min + " to " + max;
            case Decimal(var above, var atMost) ->
                Stream.of(above.map(a -> "greater than " + a), atMost.map(a -> "at most " + a))
                        .flatMap(Optional::stream)
                        .reduce((a, b) -> a + " and " + b)
                        .orElse("a number");
            case Time(boolean zero) ->
                (zero ? "a duration" : "a duration above zero") + " such as 250ms, 30s, 5m or 6h";
            case Bytes() -> "a size above zero such as 64KiB, 16MiB or a number of bytes";
            case Choice(var words) -> "one of " + String.join(", ", words);
            case Texts() -> "text or a list of texts";
            case TextMap() -> "a mapping of text to text";
            case Nested _ -> "a mapping";
            case Free(var words, var _) -> words;
        };
    }
}
