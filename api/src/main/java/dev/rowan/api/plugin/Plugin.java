package dev.rowan.api.plugin;

import dev.rowan.api.config.Options;
import java.util.Set;

/// A kind of source, transform or sink: its name in the pipeline file, its version, its options, what it declares.
public sealed interface Plugin permits SourcePlugin, TransformPlugin, SinkPlugin {

    /// The word after `plugin:`, in `snake_case`.
    String name();

    String version();

    /// One sentence for `rowan plugins`.
    String description();

    Options options();

    Set<Capability> capabilities();
}
