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
        return Options.of(SinkOptions.PATH, SinkOptions.MODE, SinkOptions.ASSEMBLE, StorageOptions.STORAGE)
                .and(format.options());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Sink configure(Section options) {
        Sink sink = format.sink(SinkOptions.read(options, format.mediaType()), options);
        if (options.find(SinkOptions.ASSEMBLE).orElse(false) && !(sink.parts() instanceof Sink.Parts.Joined)) {
            options.problem(
                    SinkOptions.ASSEMBLE,
                    "must be false or absent: only parts of a local csv, jsonl or text file that is created, without"
                            + " compression, can be joined");
        }
        return sink;
    }
}
