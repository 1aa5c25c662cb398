package dev.rowan.api.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Header fields in order; names are case-insensitive.
public record Headers(List<Field> fields) {
    private static final Headers NONE = new Headers(List.of());

    public Headers {
        fields = List.copyOf(fields);
    }

    /// One line of a header.
    public record Field(String name, String value) {}

    public static Headers none() {
        return NONE;
    }

    public static Headers of(String name, String value) {
        return NONE.with(name, value);
    }

    public Headers with(String name, String value) {
        var more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Headers(more);
    }

    /// The value of the first field called `name`, trimmed.
    public Optional<String> first(String name) {
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return Optional.of(field.value().strip());
            }
        }
        return Optional.empty();
    }

    public boolean has(String name) {
        return first(name).isPresent();
    }
}
