package dev.rowan.api.plugin;

import dev.rowan.api.config.Section;

/// A kind of source, found by `ServiceLoader`.
public non-sealed interface SourcePlugin extends Plugin {

    /// Reads the settings; rules that span keys are reported on the section. Opens nothing yet.
    Source configure(Section options);
}
