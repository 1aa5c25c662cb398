package dev.rowan.api.plugin;

import java.util.Map;

/// A transform that renames fields.
public interface FieldRenames {

    /// New names by old names.
    Map<String, String> renamedFields();
}
