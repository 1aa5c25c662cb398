package dev.rowan.api.schema;

import java.util.List;

/// A field that the settings of a transform name, by which mistakes are found before the first row.
///
/// `names` has more than one name where any of them will do. `option` leads from the transform's options to the
/// setting:
/// keys, and indexes from 0, such as `queries`, `2`, `user_prompt_template`.
public record FieldUse(List<String> names, Role role, List<String> option) {

    /// What the field must be.
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
            throw new IllegalArgumentException("a use needs a name and the option that names it");
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
