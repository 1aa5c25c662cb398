package dev.rowan.api.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A setting as it was written, with its place and path: the tree between a file's text and typed settings.
public sealed interface ConfigNode {

    Place place();

    /// The path from the root, such as `sinks.output.options.path`.
    String path();

    /// A single value: text, `Long`, `BigInteger`, `BigDecimal`, `Boolean` or null.
    record Scalar(Place place, String path, @Nullable Object value) implements ConfigNode {}

    record Sequence(Place place, String path, List<ConfigNode> items) implements ConfigNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /// Keys in the order of the file. A key's own place is where the key stands, the value's where the value does.
    record Mapping(Place place, String path, Map<String, Entry> entries) implements ConfigNode {
        public Mapping {
            entries = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /// One key of a mapping with its place and value.
    record Entry(Place keyPlace, ConfigNode value) {}

    /// A tree from Java values: maps, lists and scalars, all at [Place#CODE].
    static ConfigNode of(@Nullable Object value) {
        return of(value, "");
    }

    private static ConfigNode of(@Nullable Object value, String path) {
        return switch (value) {
            case Map<?, ?> map -> {
                var entries = new LinkedHashMap<String, Entry>();
                map.forEach((key, item) -> entries.put(
                        String.valueOf(key),
                        new Entry(Place.CODE, of(item, path.isEmpty() ? String.valueOf(key) : path + "." + key))));
                yield new Mapping(Place.CODE, path, entries);
            }
            case List<?> list -> {
                var items = new ArrayList<ConfigNode>();
                for (int i = 0; i < list.size(); i++) {
                    items.add(of(list.get(i), path + "[" + i + "]"));
                }
                yield new Sequence(Place.CODE, path, items);
            }
            case Integer n -> new Scalar(Place.CODE, path, n.longValue());
            case Double n -> new Scalar(Place.CODE, path, java.math.BigDecimal.valueOf(n));
            case null -> new Scalar(Place.CODE, path, null);
            case String s -> new Scalar(Place.CODE, path, s);
            case Boolean b -> new Scalar(Place.CODE, path, b);
            case Number n -> new Scalar(Place.CODE, path, n);
            default -> new Scalar(Place.CODE, path, value.toString());
        };
    }

    /// What the value is, in the words of an error message.
    default String found() {
        return switch (this) {
            case Scalar(var _, var _, var value) ->
                switch (value) {
                    case null -> "nothing";
                    case String s -> "'" + (s.length() > 80 ? s.substring(0, 80) + "…" : s) + "'";
                    default -> value.toString();
                };
            case Sequence s -> "a list of " + s.items().size();
            case Mapping _ -> "a mapping";
        };
    }
}
