package dev.rowan.api.schema;

import java.util.List;

/// A field named by a transform's settings, checked before the first row.
///
/// `names` has more than one name if any of them will do. `option` is the path of the setting within the
/// transform's options: keys and indexes from 0, such as `queries`, `2`, `user_prompt_template`.
public record FieldUse(List<String> names, Role role, List<String> option) {

    /// Whether the field must exist.
    public enum Role {
        /// A row without it fails.
        REQUIRED,
        /// A row that has it already fails.
        ADDED
    }

    public FieldUse {
        names = List.copyOf(names);
        option = List.copyOf(option);
        if (names.isEmpty() || option.isEmpty()) {
            throw new IllegalArgumentException("a field use needs a name and an option");
        }
    }

    public static FieldUse required(String name, String... option) {
        return new FieldUse(List.of(name), Role.REQUIRED, List.of(option));
    }

    public static FieldUse added(String name, String... option) {
        return new FieldUse(List.of(name), Role.ADDED, List.of(option));
    }

    /// The name as the settings have it.
    public String name() {
        return names.getFirst();
    }
}
