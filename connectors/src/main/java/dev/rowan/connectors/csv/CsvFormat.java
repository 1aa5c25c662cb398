package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.file.SinkOptions;
import dev.rowan.connectors.file.SourceFormat;

/// CSV for any origin and destination.
public final class CsvFormat {
    public static final SourceFormat READING = SourceFormat.text(CsvSourceSettings.OPTIONS, section -> {
        var settings = CsvSourceSettings.read(section);
        return input -> CsvRecords.of(input, settings);
    });

    public static final SinkFormat WRITING = new SinkFormat(
            "text/csv; charset=utf-8",
            CsvSinkSettings.OPTIONS.and(Options.of(SinkOptions.COMPRESSION)),
            (destination, section) ->
                    new CsvSink(destination, section.get(SinkOptions.COMPRESSION), CsvSinkSettings.read(section)));

    private CsvFormat() {}
}
