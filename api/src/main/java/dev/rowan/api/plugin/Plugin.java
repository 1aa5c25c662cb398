package dev.rowan.api.plugin;

import dev.rowan.api.config.Options;
import java.util.Set;

/// A kind of source, transform, aggregator or sink: its name in the pipeline file, version, options and
/// capabilities.
public sealed interface Plugin permits SourcePlugin, TransformPlugin, AggregatorPlugin, SinkPlugin {

    /// The value of `plugin:`, in `snake_case`.
    String name();

    String version();

    /// One sentence for `rowan plugins`.
    String description();

    Options options();

    Set<Capability> capabilities();
}
