package dev.rowan.engine;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import java.util.Set;

/// A plugin without options that returns a given source.
public record FixedSourcePlugin(String name, Source source) implements SourcePlugin {

    @Override
    public String version() {
        return "test";
    }

    @Override
    public String description() {
        return "A source made by a test.";
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
    public Source configure(Section options) {
        return source;
    }
}
