package dev.rowan.api.plugin;

import dev.rowan.api.config.Section;

/// A kind of sink, found by `ServiceLoader`.
public non-sealed interface SinkPlugin extends Plugin {

    /// Reads the settings; rules that span keys are reported on the section. Opens nothing yet.
    Sink configure(Section options);
}
