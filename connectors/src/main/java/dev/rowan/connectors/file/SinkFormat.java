package dev.rowan.connectors.file;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;

/// A format that sinks write, to any destination: its media type, the keys of its own and how to configure it.
public record SinkFormat(String mediaType, Options options, Configuration configuration) {

    /// Creates a sink with the settings in `section`, which has the keys of the format.
    @FunctionalInterface
    public interface Configuration {
        Sink sink(Destination destination, Section section);
    }

    public Sink sink(Destination destination, Section section) {
        return configuration.sink(destination, section);
    }
}
