package dev.rowan.connectors.file;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import java.util.Set;

/// A source of files or objects of a storage in one format.
public abstract class FileSourcePlugin implements SourcePlugin {
    private final String name;
    private final String description;
    private final SourceFormat format;

    protected FileSourcePlugin(String name, String description, SourceFormat format) {
        this.name = name;
        this.description = description;
        this.format = format;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Options options() {
        return Options.of(SourceOptions.PATH, StorageOptions.STORAGE)
                .and(format.options())
                .and(SourceOptions.READING);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Source configure(Section options) {
        return format.source(SourceOptions.origin(options), options);
    }
}
