package dev.rowan.engine.graph;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// Stands for an aggregator where a node's plugin is asked for.
public record AggregatePlugin(AggregatorPlugin aggregator) implements TransformPlugin {

    @Override
    public String name() {
        return aggregator.name();
    }

    @Override
    public String version() {
        return aggregator.version();
    }

    @Override
    public String description() {
        return aggregator.description();
    }

    @Override
    public Options options() {
        return aggregator.options();
    }

    @Override
    public Set<Capability> capabilities() {
        return aggregator.capabilities();
    }

    @Override
    public Transform configure(Section options) {
        throw new UnsupportedOperationException("an aggregator takes groups, not rows");
    }
}
