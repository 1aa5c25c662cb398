package dev.rowan.connectors.text;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.file.SinkOptions;
import dev.rowan.connectors.file.SourceFormat;

/// Text for any origin and destination.
public final class TextFormat {
    private static final Option<String> FIELD =
            Option.text("field").orElse("text").describedAs("field to write, one line for each row");

    public static final SourceFormat READING = SourceFormat.text(TextSourceSettings.OPTIONS, section -> {
        var settings = TextSourceSettings.read(section);
        return input -> TextRecords.of(input, settings);
    });

    public static final SinkFormat WRITING = new SinkFormat(
            "text/plain; charset=utf-8",
            Options.of(FIELD, SinkOptions.COMPRESSION),
            (destination, section) ->
                    new TextSink(destination, section.get(SinkOptions.COMPRESSION), section.get(FIELD)));

    private TextFormat() {}
}
