package dev.rowan.connectors.json;

import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.file.SinkOptions;
import dev.rowan.connectors.file.SourceFormat;

/// A JSON array of objects, for any origin and destination.
public final class JsonFormat {
    public static final SourceFormat READING = SourceFormat.text(JsonSourceSettings.OPTIONS, section -> {
        var settings = JsonSourceSettings.read(section);
        return input -> JsonRecords.of(input, settings);
    });

    public static final SinkFormat WRITING = new SinkFormat(
            "application/json",
            Options.of(SinkOptions.COMPRESSION),
            (destination, section) -> new JsonSink(destination, section.get(SinkOptions.COMPRESSION)));

    private JsonFormat() {}
}
