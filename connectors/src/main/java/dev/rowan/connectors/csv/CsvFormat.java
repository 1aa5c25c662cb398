package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.SourceFormat;

/// CSV reading and writing for any origin and destination.
public final class CsvFormat {
    public static final SourceFormat READING = SourceFormat.text(CsvSourceSettings.OPTIONS, section -> {
        var settings = CsvSourceSettings.read(section);
        return input -> CsvRecords.of(input, settings);
    });

    /// The options of a sink, except for its location.
    public static final Options WRITING = CsvSinkSettings.OPTIONS;

    private CsvFormat() {}

    /// Writes with the settings in `section`, which has the keys of [#WRITING].
    public static Sink writing(Destination destination, Section section) {
        return new CsvSink(destination, CsvSinkSettings.read(section));
    }
}
