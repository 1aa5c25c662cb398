package dev.rowan.simulator.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JSON object that was read, asked by name for values of the type that is wanted; another type counts as
/// absent.
public record Fields(Map<String, ? extends @Nullable Object> all) {
    public static final Fields NONE = new Fields(Map.of());

    /// The fields of `value`, when it is an object.
    public static Optional<Fields> of(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return Optional.empty();
        }
        var fields = LinkedHashMap.<String, @Nullable Object>newLinkedHashMap(map.size());
        map.forEach((name, field) -> fields.put(String.valueOf(name), field));
        return Optional.of(new Fields(fields));
    }

    public boolean has(String name) {
        return all.containsKey(name);
    }

    public @Nullable Object get(String name) {
        return all.get(name);
    }

    public Optional<String> text(String name) {
        return all.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    public Optional<Number> number(String name) {
        return all.get(name) instanceof Number number ? Optional.of(number) : Optional.empty();
    }

    /// Whether the field is there and true.
    public boolean flag(String name) {
        return Boolean.TRUE.equals(all.get(name));
    }

    public Optional<Fields> object(String name) {
        return of(all.get(name));
    }

    public Optional<List<?>> list(String name) {
        return all.get(name) instanceof List<?> list ? Optional.of(list) : Optional.empty();
    }

    /// The objects among the items of the list called `name`.
    public List<Fields> objects(String name) {
        return list(name).stream()
                .flatMap(List::stream)
                .flatMap(item -> of(item).stream())
                .toList();
    }
}
