package dev.rowan.api.config;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// One key of a settings section: its name, kind, default and description.
///
/// The same object reads the value, reports what is wrong with it, and appears in `rowan plugins` and in the JSON
/// Schema. An option is required unless [#optional] or [#orElse] is called.
public final class Option<T> {
    private final String name;
    private final OptionKind kind;
    private final Reader<T> reader;
    private final Absence<T> absence;
    private final String description;

    private Option(String name, OptionKind kind, Reader<T> reader, Absence<T> absence, String description) {
        this.name = name;
        this.kind = kind;
        this.reader = reader;
        this.absence = absence;
        this.description = description;
    }

    private Option(String name, OptionKind kind, Function<ConfigNode, Reading<T>> reader) {
        this(name, kind, (node, _, _) -> reader.apply(node), new Absence.Refused<>(), "");
    }

    /// The value, or the rule that it breaks.
    public sealed interface Reading<T> {
        record Value<T>(T value) implements Reading<T> {}

        /// The value breaks a rule, such as `must be a whole number`.
        record Wrong<T>(String mustHold) implements Reading<T> {}

        /// Parts of the value break rules; each is reported at its own location.
        record WrongParts<T>(List<Part> parts) implements Reading<T> {
            public WrongParts {
                parts = List.copyOf(parts);
            }
        }

        /// A part of a value and the rule that it breaks.
        record Part(ConfigNode node, String mustHold) {}

        /// The value is invalid, and every problem has been reported.
        record Reported<T>() implements Reading<T> {}
    }

    private interface Reader<T> {
        Reading<T> read(ConfigNode node, Path base, Problems problems);
    }

    /// What happens if the key is absent.
    private sealed interface Absence<T> {
        record Refused<T>() implements Absence<T> {}

        record Allowed<T>() implements Absence<T> {}

        record Default<T>(T value) implements Absence<T> {}
    }

    public String name() {
        return name;
    }

    public OptionKind kind() {
        return kind;
    }

    public boolean required() {
        return absence instanceof Absence.Refused;
    }

    public Optional<T> fallback() {
        return absence instanceof Absence.Default<T>(T value) ? Optional.of(value) : Optional.empty();
    }

    /// The default as it would appear in the file: `30s`, `16MiB`, a number, a word, a list.
    public Optional<Object> fallbackAsWritten() {
        return fallback().flatMap(value -> switch (kind) {
            case OptionKind.Text _,
                    OptionKind.Bool _,
                    OptionKind.Whole _,
                    OptionKind.Decimal _,
                    OptionKind.Time _,
                    OptionKind.Choice _ -> Optional.of(CodeNodes.written(value));
            case OptionKind.Bytes _ -> Optional.of(Units.write((Long) value));
            case OptionKind.Texts _, OptionKind.TextMap _ -> Optional.of(value);
            case OptionKind.Nested _, OptionKind.Free _ -> Optional.empty();
        });
    }

    public String description() {
        return description;
    }

    Reading<T> read(ConfigNode node, Path base, Problems problems) {
        return reader.read(node, base, problems);
    }

    public Option<T> orElse(T value) {
        return new Option<>(name, kind, reader, new Absence.Default<>(value), description);
    }

    public Option<T> optional() {
        return new Option<>(name, kind, reader, new Absence.Allowed<>(), description);
    }

    /// This option with a description: one sentence without a full stop.
    public Option<T> describedAs(String text) {
        return new Option<>(name, kind, reader, absence, text);
    }

    /// This option with a reason for its rule, which is added to the error message.
    public Option<T> because(String why) {
        String rule = "must be " + kind.rule();
        Reader<T> explained = (node, base, problems) -> {
            Reading<T> reading = reader.read(node, base, problems);
            return reading.equals(new Reading.Wrong<T>(rule)) ? new Reading.Wrong<>(rule + " (" + why + ")") : reading;
        };
        return new Option<>(name, kind, explained, absence, description);
    }

    public static Option<String> text(String name) {
        var kind = new OptionKind.Text();
        return new Option<>(name, kind, node -> Readers.text(kind, node));
    }

    public static Option<Boolean> bool(String name) {
        var kind = new OptionKind.Bool();
        return new Option<>(name, kind, node -> Readers.bool(kind, node));
    }

    public static Option<Long> integer(String name, long min) {
        return integer(name, min, Long.MAX_VALUE);
    }

    public static Option<Long> integer(String name, long min, long max) {
        var kind = new OptionKind.Whole(min, max);
        return new Option<>(name, kind, node -> Readers.whole(kind, node));
    }

    /// A number greater than `above` and at most `atMost`, if given.
    public static Option<BigDecimal> decimal(String name, Optional<BigDecimal> above, Optional<BigDecimal> atMost) {
        var kind = new OptionKind.Decimal(above, atMost);
        return new Option<>(name, kind, node -> Readers.decimal(kind, node));
    }

    /// A duration above zero.
    public static Option<Duration> duration(String name) {
        return duration(name, new OptionKind.Time(false));
    }

    /// A duration, which may be `0s`.
    public static Option<Duration> durationOrZero(String name) {
        return duration(name, new OptionKind.Time(true));
    }

    private static Option<Duration> duration(String name, OptionKind.Time kind) {
        return new Option<>(name, kind, node -> Readers.time(kind, node));
    }

    public static Option<Long> bytes(String name) {
        var kind = new OptionKind.Bytes();
        return new Option<>(name, kind, node -> Readers.bytes(kind, node));
    }

    /// One of the constants of `type`, written in lower case.
    public static <E extends Enum<E>> Option<E> choice(String name, Class<E> type) {
        List<E> constants = List.of(type.getEnumConstants());
        var kind = new OptionKind.Choice(
                Stream.of(type.getEnumConstants()).map(CodeNodes::word).toList());
        return new Option<>(name, kind, node -> Readers.choice(kind, constants, node));
    }

    /// A list of texts; a single text is read as a list of one.
    public static Option<List<String>> texts(String name) {
        return texts(name, _ -> Optional.empty());
    }

    /// A list of texts, each validated: `rule` returns a message such as `must be short` for an invalid one.
    public static Option<List<String>> texts(String name, Function<String, Optional<String>> rule) {
        var kind = new OptionKind.Texts();
        return new Option<>(name, kind, node -> Readers.texts(kind, rule, node));
    }

    public static Option<Map<String, String>> textMap(String name) {
        var kind = new OptionKind.TextMap();
        return new Option<>(name, kind, node -> Readers.textMap(kind, node));
    }

    /// A nested section, read by [Section#section].
    public static Option<ConfigNode> nested(String name, Options options) {
        return nested(name, options, Section::node);
    }

    /// A nested section, converted by `settings`.
    public static <T> Option<T> nested(String name, Options options, Function<Section, T> settings) {
        Reader<T> reader = (node, base, problems) -> {
            Optional<Section> section = Section.check(node, options, base, problems);
            return section.isPresent() ? new Reading.Value<>(settings.apply(section.get())) : new Reading.Reported<>();
        };
        return new Option<>(name, new OptionKind.Nested(options), reader, new Absence.Refused<>(), "");
    }

    /// A list of at least one nested section; `words` describe it and `schema` is its JSON Schema.
    public static Option<List<Section>> sections(
            String name, Options options, String words, Map<String, Object> schema) {
        Reader<List<Section>> reader = (node, base, problems) -> {
            if (!(node instanceof ConfigNode.Sequence(var _, var _, var items)) || items.isEmpty()) {
                return new Reading.Wrong<>("must be " + words);
            }
            List<Section> sections = items.stream()
                    .flatMap(item -> Section.check(item, options, base, problems).stream())
                    .toList();
            return sections.size() == items.size() ? new Reading.Value<>(sections) : new Reading.Reported<>();
        };
        return new Option<>(name, new OptionKind.Free(words, schema), reader, new Absence.Refused<>(), "");
    }

    /// A custom value: `words` describe it, `schema` is its JSON Schema, `reader` parses it.
    public static <T> Option<T> free(
            String name, String words, Map<String, Object> schema, Function<ConfigNode, Reading<T>> reader) {
        return new Option<>(name, new OptionKind.Free(words, schema), reader);
    }
}
