package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.RecordSource;

/// JSON Lines reading and writing for any input and destination.
public final class JsonlFormat {
    /// The options of a source, except for its location. A sink has none.
    public static final Options READING = JsonlSourceSettings.OPTIONS;

    private JsonlFormat() {}

    /// Reads with the settings in `section`, which has the keys of [#READING].
    public static RecordSource.Format reading(Section section) {
        var settings = JsonlSourceSettings.read(section);
        return input -> JsonlRecords.of(input, settings);
    }

    public static Sink writing(Destination destination) {
        return new JsonlSink(destination);
    }
}
