package dev.rowan.parquet;

import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.file.SourceFormat;
import dev.rowan.connectors.format.FormatProvider;

/// Parquet for any origin and destination. The library is loaded when a file is opened.
public final class ParquetFormat implements FormatProvider {
    static final SourceFormat READING = SourceFormat.binary(ParquetSourceSettings.OPTIONS, section -> {
        var settings = ParquetSourceSettings.read(section);
        return input -> ParquetRecords.of(input, settings);
    });

    static final SinkFormat WRITING = new SinkFormat(
            "application/vnd.apache.parquet",
            ParquetSinkSettings.OPTIONS,
            (destination, section) ->
                    new ParquetSink(destination, ParquetSinkSettings.read(section, destination.isNumbered())));

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public SourceFormat reading() {
        return READING;
    }

    @Override
    public SinkFormat writing() {
        return WRITING;
    }
}
