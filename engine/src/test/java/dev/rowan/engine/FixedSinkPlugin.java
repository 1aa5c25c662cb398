package dev.rowan.engine;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import java.util.Set;

/// A plugin without options that returns a given sink.
public record FixedSinkPlugin(String name, Sink sink) implements SinkPlugin {

    @Override
    public String version() {
        return "test";
    }

    @Override
    public String description() {
        return "A sink made by a test.";
    }

    @Override
    public Options options() {
        return Options.of();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Sink configure(Section options) {
        return sink;
    }
}
