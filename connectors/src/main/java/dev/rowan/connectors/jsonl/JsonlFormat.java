package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.file.SinkOptions;
import dev.rowan.connectors.file.SourceFormat;

/// One JSON object per line, for any origin and destination.
public final class JsonlFormat {
    public static final SourceFormat READING = SourceFormat.text(JsonlSourceSettings.OPTIONS, section -> {
        var settings = JsonlSourceSettings.read(section);
        return input -> JsonlRecords.of(input, settings);
    });

    public static final SinkFormat WRITING = new SinkFormat(
            "application/x-ndjson",
            Options.of(SinkOptions.COMPRESSION),
            (destination, section) -> new JsonlSink(destination, section.get(SinkOptions.COMPRESSION)));

    private JsonlFormat() {}
}
