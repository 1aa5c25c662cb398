package dev.rowan.transforms.assemble;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import java.util.Set;

/// The aggregator `assemble_text`.
public final class AssembleTextPlugin implements AggregatorPlugin {

    @Override
    public String name() {
        return "assemble_text";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Joins a field of the members of a group into one text.";
    }

    @Override
    public Options options() {
        return AssembleTextSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Aggregator configure(Section options) {
        return new AssembleText(AssembleTextSettings.read(options));
    }
}
