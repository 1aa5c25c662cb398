package dev.rowan.transforms.collect;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import java.util.Set;

/// The aggregator `collect`.
public final class CollectPlugin implements AggregatorPlugin {

    @Override
    public String name() {
        return "collect";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Collects the members of a group in a list.";
    }

    @Override
    public Options options() {
        return CollectSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Aggregator configure(Section options) {
        return new Collect(CollectSettings.read(options));
    }
}
