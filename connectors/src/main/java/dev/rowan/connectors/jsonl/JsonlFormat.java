package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.RecordSource;

/// One JSON object per line, for whoever has bytes to read or a place to write to.
public final class JsonlFormat {
    /// The keys of a source, but for where the bytes are. A sink has none.
    public static final Options READING = JsonlSourceSettings.OPTIONS;

    private JsonlFormat() {}

    /// Reads with the settings in `section`, which knows the keys of [#READING].
    public static RecordSource.Format reading(Section section) {
        var settings = JsonlSourceSettings.read(section);
        return input -> JsonlRecords.of(input, settings);
    }

    public static Sink writing(Destination destination) {
        return new JsonlSink(destination);
    }
}
