package dev.rowan.engine.graph;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// Stands for gates, forks and joins where a node's plugin is asked for. It is no plugin that a file can name.
public record StructuralPlugin(String name) implements TransformPlugin {
    public static final String GATE = "gate";
    public static final String FORK = "fork";
    public static final String JOIN = "join";

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "A " + name + " of the pipeline's graph.";
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
        throw new UnsupportedOperationException("a " + name + " is configured by its own keys");
    }
}
