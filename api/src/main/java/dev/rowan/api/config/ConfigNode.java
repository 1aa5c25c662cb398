package dev.rowan.api.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A setting as written, with its location and path: the tree between a file's text and typed settings.
public sealed interface ConfigNode {

    ConfigLocation location();

    /// The path from the root, such as `sinks.output.options.path`.
    String path();

    /// A single value: string, `Long`, `BigInteger`, `BigDecimal`, `Boolean` or null. A value from the environment
    /// is a string, whatever it looks like; [#typed] converts it.
    record Scalar(
            ConfigLocation location, String path, @Nullable Object value) implements ConfigNode {

        /// The value, with text from the environment parsed as if it were unquoted.
        public @Nullable Object typed() {
            return value instanceof String text && location.reference().isPresent() ? PlainScalar.value(text) : value;
        }
    }

    record Sequence(ConfigLocation location, String path, List<ConfigNode> items) implements ConfigNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /// Keys in file order. An entry's location is that of the key; the value has its own.
    record Mapping(ConfigLocation location, String path, Map<String, Entry> entries) implements ConfigNode {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /// An unreadable value. Its problem has been reported; readers add none.
    record Broken(ConfigLocation location, String path) implements ConfigNode {}

    /// One key of a mapping with its location and value.
    record Entry(ConfigLocation keyLocation, ConfigNode value) {}

    /// A tree from Java values: maps, lists and scalars, all at [ConfigLocation#CODE].
    static ConfigNode of(@Nullable Object value) {
        return CodeNodes.of(value, "");
    }

    /// The path of `key` in the mapping at `path`.
    static String pathOf(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /// The path of item `index` in the sequence at `path`.
    static String pathOf(String path, int index) {
        return path + "[" + index + "]";
    }

    /// Whether this value or any part of it is [Broken].
    default boolean isBroken() {
        return switch (this) {
            case Scalar _ -> false;
            case Broken _ -> true;
            case Sequence(var _, var _, var items) -> items.stream().anyMatch(ConfigNode::isBroken);
            case Mapping(var _, var _, var entries) ->
                entries.values().stream().anyMatch(entry -> entry.value().isBroken());
        };
    }

    /// A description of the value for an error message.
    default String found() {
        return switch (this) {
            case Scalar s
            when s.location().reference().isPresent() ->
                "the value of " + Quoted.of(s.location().reference().get());
            case Scalar(var _, var _, var value) ->
                switch (value) {
                    case null -> "nothing";
                    case String s -> Quoted.of(s);
                    default -> value.toString();
                };
            case Sequence(var _, var _, var items) -> items.isEmpty() ? "an empty list" : "a list of " + items.size();
            case Mapping _ -> "a mapping";
            case Broken _ -> "a value that could not be read";
        };
    }
}
