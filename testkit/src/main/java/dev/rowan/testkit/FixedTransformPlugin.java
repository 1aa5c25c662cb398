package dev.rowan.testkit;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// A plugin without options that returns a given transform.
public record FixedTransformPlugin(String name, Transform transform, Set<Capability> capabilities)
        implements TransformPlugin {

    public FixedTransformPlugin {
        capabilities = Set.copyOf(capabilities);
    }

    @Override
    public String version() {
        return "test";
    }

    @Override
    public String description() {
        return "A transform made by a test.";
    }

    @Override
    public Options options() {
        return Options.of();
    }

    @Override
    public Transform configure(Section options) {
        return transform;
    }
}
