package dev.rowan.api.plugin;

import java.util.Map;

/// A transform that passes fields on under other names.
public interface FieldRenames {

    /// The new name of each field that has one, by its old name.
    Map<String, String> renamedFields();
}
