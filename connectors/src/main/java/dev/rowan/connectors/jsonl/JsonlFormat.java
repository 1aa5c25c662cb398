package dev.rowan.connectors.jsonl;

import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.SourceFormat;

/// One JSON object per line, for any origin and destination.
public final class JsonlFormat {
    public static final SourceFormat READING = SourceFormat.text(JsonlSourceSettings.OPTIONS, section -> {
        var settings = JsonlSourceSettings.read(section);
        return input -> JsonlRecords.of(input, settings);
    });

    private JsonlFormat() {}

    public static Sink writing(Destination destination) {
        return new JsonlSink(destination);
    }
}
