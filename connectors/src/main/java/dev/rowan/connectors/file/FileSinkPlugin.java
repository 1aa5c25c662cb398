package dev.rowan.connectors.file;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import java.util.Set;

/// A sink of a file or an object of a storage in one format.
public abstract class FileSinkPlugin implements SinkPlugin {
    private final String name;
    private final String description;
    private final SinkFormat format;

    protected FileSinkPlugin(String name, String description, SinkFormat format) {
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
        return Options.of(SinkOptions.PATH, SinkOptions.MODE, StorageOptions.STORAGE)
                .and(format.options());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Sink configure(Section options) {
        return format.sink(SinkOptions.read(options, format.mediaType()), options);
    }
}
