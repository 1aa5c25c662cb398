package dev.rowan.connectors.csv;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.RecordSource;

/// Csv for whoever has bytes to read or a place to write to.
public final class CsvFormat {
    /// The keys of a source, but for where the bytes are.
    public static final Options READING = CsvSourceSettings.OPTIONS;

    /// The keys of a sink, but for where the lines go.
    public static final Options WRITING = CsvSinkSettings.OPTIONS;

    private CsvFormat() {}

    /// Reads with the settings in `section`, which knows the keys of [#READING].
    public static RecordSource.Format reading(Section section) {
        var settings = CsvSourceSettings.read(section);
        return input -> CsvRecords.of(input, settings);
    }

    /// Writes with the settings in `section`, which knows the keys of [#WRITING].
    public static Sink writing(Destination destination, Section section) {
        return new CsvSink(destination, CsvSinkSettings.read(section));
    }
}
