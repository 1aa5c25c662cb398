package dev.rowan.engine.graph;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// Stands for gates where a node's plugin is asked for. It is no plugin that a file can name.
public final class GatePlugin implements TransformPlugin {
    public static final String NAME = "gate";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Chooses the route of each row.";
    }

    @Override
    public Options options() {
        return Options.of();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Transform configure(Section options) {
        throw new UnsupportedOperationException("a gate is configured by its own keys");
    }
}
