package dev.rowan.api.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One key of a settings section: its name, kind, rule, default and what it is for.
///
/// The same object reads the value, reports what is wrong with it, and appears in `rowan plugins` and in the JSON
/// Schema, so that none of these can disagree.
public final class Option<T> {
    private final String name;
    private final Kind kind;
    private final Function<ConfigNode, Reading<T>> reader;
    private final Optional<T> fallback;
    private final boolean required;
    private final String description;

    private Option(
            String name,
            Kind kind,
            Function<ConfigNode, Reading<T>> reader,
            Optional<T> fallback,
            boolean required,
            String description) {
        this.name = name;
        this.kind = kind;
        this.reader = reader;
        this.fallback = fallback;
        this.required = required;
        this.description = description;
    }

    /// What a value looks like, as data for the JSON Schema and for help.
    public sealed interface Kind {
        record Text() implements Kind {}

        record Bool() implements Kind {}

        record Integer(long min, long max) implements Kind {}

        record Decimal(Optional<BigDecimal> above, Optional<BigDecimal> atMost) implements Kind {}

        /// Such as `30s`, `5m`, `6h`, `250ms`.
        record Time() implements Kind {}

        /// Such as `16MiB`, `64KB`, or a plain number of bytes.
        record Bytes() implements Kind {}

        record Choice(List<String> words) implements Kind {}

        /// A list of texts; one text alone counts as a list of one.
        record Texts() implements Kind {}

        /// Text keys to text values.
        record TextMap() implements Kind {}

        /// A section of its own with known keys.
        record Nested(Options options) implements Kind {}

        /// Any value; `schema` is its JSON Schema fragment as nested maps and lists.
        record Free(java.util.Map<String, Object> schema, String words) implements Kind {}
    }

    /// A value, or the sentence that says what must hold.
    public sealed interface Reading<T> {
        record Value<T>(T value) implements Reading<T> {}

        record Wrong<T>(String mustHold) implements Reading<T> {}
    }

    public String name() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    public Optional<T> fallback() {
        return fallback;
    }

    public boolean required() {
        return required;
    }

    public String description() {
        return description;
    }

    Reading<T> read(ConfigNode node) {
        return reader.apply(node);
    }

    public Option<T> orElse(T value) {
        return new Option<>(name, kind, reader, Optional.of(value), false, description);
    }

    public Option<T> optional() {
        return new Option<>(name, kind, reader, Optional.empty(), false, description);
    }

    public Option<T> describedAs(String text) {
        return new Option<>(name, kind, reader, fallback, required, text);
    }

    private static <T> Option<T> required(String name, Kind kind, Function<ConfigNode, Reading<T>> reader) {
        return new Option<>(name, kind, reader, Optional.empty(), true, "");
    }

    public static Option<String> text(String name) {
        return required(
                name,
                new Kind.Text(),
                node -> node instanceof ConfigNode.Scalar(var _, var _, String s)
                        ? new Reading.Value<>(s)
                        : new Reading.Wrong<>("must be text"));
    }

    public static Option<Boolean> bool(String name) {
        return required(
                name,
                new Kind.Bool(),
                node -> node instanceof ConfigNode.Scalar(var _, var _, Boolean b)
                        ? new Reading.Value<>(b)
                        : new Reading.Wrong<>("must be true or false"));
    }

    public static Option<Long> integer(String name, long min) {
        return integer(name, min, Long.MAX_VALUE);
    }

    public static Option<Long> integer(String name, long min, long max) {
        String rule = max == Long.MAX_VALUE ? "must be at least " + min : "must be from " + min + " to " + max;
        return required(name, new Kind.Integer(min, max), node -> {
            if (!(node instanceof ConfigNode.Scalar(var _, var _, Long n))) {
                return new Reading.Wrong<>("must be a whole number");
            }
            return n >= min && n <= max ? new Reading.Value<>(n) : new Reading.Wrong<>(rule);
        });
    }

    /// A number greater than `above` and at most `atMost`, where given.
    public static Option<BigDecimal> decimal(String name, Optional<BigDecimal> above, Optional<BigDecimal> atMost) {
        String rule = Stream.of(above.map(a -> "greater than " + a), atMost.map(a -> "at most " + a))
                .flatMap(Optional::stream)
                .reduce((a, b) -> a + " and " + b)
                .map(r -> "must be " + r)
                .orElse("must be a number");
        return required(name, new Kind.Decimal(above, atMost), node -> {
            BigDecimal n = node instanceof ConfigNode.Scalar s ? number(s.value()) : null;
            if (n == null) {
                return new Reading.Wrong<>("must be a number");
            }
            boolean fits = above.map(a -> n.compareTo(a) > 0).orElse(true)
                    && atMost.map(a -> n.compareTo(a) <= 0).orElse(true);
            return fits ? new Reading.Value<>(n) : new Reading.Wrong<>(rule);
        });
    }

    private static @Nullable BigDecimal number(@Nullable Object value) {
        return switch (value) {
            case Long n -> BigDecimal.valueOf(n);
            case java.math.BigInteger n -> new BigDecimal(n);
            case BigDecimal n -> n;
            case null, default -> null;
        };
    }

    public static Option<Duration> duration(String name) {
        return required(
                name,
                new Kind.Time(),
                node -> node instanceof ConfigNode.Scalar(var _, var _, String s)
                        ? Units.duration(s)
                                .<Reading<Duration>>map(Reading.Value::new)
                                .orElse(new Reading.Wrong<>("must be a time such as 250ms, 30s, 5m or 6h"))
                        : new Reading.Wrong<>("must be a time such as 250ms, 30s, 5m or 6h"));
    }

    public static Option<Long> bytes(String name) {
        String rule = "must be a size such as 64KiB, 16MiB or a number of bytes";
        return required(name, new Kind.Bytes(), node -> switch (node) {
            case ConfigNode.Scalar(var _, var _, Long n) when n > 0 -> new Reading.Value<>(n);
            case ConfigNode.Scalar(var _, var _, String s) ->
                Units.bytes(s).<Reading<Long>>map(Reading.Value::new).orElse(new Reading.Wrong<>(rule));
            default -> new Reading.Wrong<>(rule);
        });
    }

    /// One of the constants of `type`, written in lower case.
    public static <E extends Enum<E>> Option<E> choice(String name, Class<E> type) {
        List<String> words =
                Stream.of(type.getEnumConstants()).map(Option::word).toList();
        return required(name, new Kind.Choice(words), node -> {
            int at = node instanceof ConfigNode.Scalar(var _, var _, String s) ? words.indexOf(s) : -1;
            return at >= 0
                    ? new Reading.Value<>(type.getEnumConstants()[at])
                    : new Reading.Wrong<>("must be one of " + String.join(", ", words));
        });
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// A list of texts; a single text is read as a list of one.
    public static Option<List<String>> texts(String name) {
        return required(name, new Kind.Texts(), node -> switch (node) {
            case ConfigNode.Scalar(var _, var _, String s) -> new Reading.Value<>(List.of(s));
            case ConfigNode.Sequence(var _, var _, var items) -> {
                var texts = new ArrayList<String>();
                for (ConfigNode item : items) {
                    if (!(item instanceof ConfigNode.Scalar(var _, var _, String s))) {
                        yield new Reading.Wrong<>("must be text or a list of texts");
                    }
                    texts.add(s);
                }
                yield new Reading.Value<>(List.copyOf(texts));
            }
            default -> new Reading.Wrong<>("must be text or a list of texts");
        });
    }

    public static Option<java.util.Map<String, String>> textMap(String name) {
        return required(name, new Kind.TextMap(), node -> {
            if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries))) {
                return new Reading.Wrong<>("must be a mapping of text to text");
            }
            var map = new java.util.LinkedHashMap<String, String>();
            for (var entry : entries.entrySet()) {
                if (!(entry.getValue().value() instanceof ConfigNode.Scalar(var _, var _, String s))) {
                    return new Reading.Wrong<>("must be a mapping of text to text");
                }
                map.put(entry.getKey(), s);
            }
            return new Reading.Value<>(java.util.Collections.unmodifiableMap(map));
        });
    }

    /// A section with keys of its own, read by the caller.
    public static Option<ConfigNode> nested(String name, Options options) {
        return required(
                name,
                new Kind.Nested(options),
                node -> node instanceof ConfigNode.Mapping
                        ? new Reading.Value<>(node)
                        : new Reading.Wrong<>("must be a mapping"));
    }

    /// A value of a form of its own: `words` describe it, `schema` is its JSON Schema, `reader` reads it.
    public static <T> Option<T> free(
            String name, String words, java.util.Map<String, Object> schema, Function<ConfigNode, Reading<T>> reader) {
        return required(name, new Kind.Free(schema, words), reader);
    }
}
