package dev.rowan.api.plugin;

import dev.rowan.api.config.Section;

/// A kind of transform, found by `ServiceLoader`.
///
/// The engine adds the keys `on_error`, `schema` and `retry` to the options of every transform and reads them itself.
public non-sealed interface TransformPlugin extends Plugin {

    /// Reads the settings; rules that span keys are reported on the section. Opens nothing yet.
    Transform configure(Section options);
}
