package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.RecordSource;

/// CSV reading and writing for any input and destination.
public final class CsvFormat {
    /// The options of a source, except for its location.
    public static final Options READING = CsvSourceSettings.OPTIONS;

    /// The options of a sink, except for its location.
    public static final Options WRITING = CsvSinkSettings.OPTIONS;

    private CsvFormat() {}

    /// Reads with the settings in `section`, which has the keys of [#READING].
    public static RecordSource.Format reading(Section section) {
        var settings = CsvSourceSettings.read(section);
        return input -> CsvRecords.of(input, settings);
    }

    /// Writes with the settings in `section`, which has the keys of [#WRITING].
    public static Sink writing(Destination destination, Section section) {
        return new CsvSink(destination, CsvSinkSettings.read(section));
    }
}
