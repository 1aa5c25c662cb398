package dev.rowan.api.plugin;

import dev.rowan.api.config.Section;

/// A kind of aggregator, found by `ServiceLoader`. Declares [Capability#DETERMINISTIC] and makes no calls.
public non-sealed interface AggregatorPlugin extends Plugin {

    /// Reads the settings; rules that span keys are reported on the section. Opens nothing yet.
    Aggregator configure(Section options);
}
