package dev.rowan.connectors.file;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.io.IOException;

/// A format that sources read, from any origin: the keys of its own and how to configure it.
public record SourceFormat(Options options, boolean isText, Configuration configuration) {

    /// A format of text, which is read as UTF-8 whatever the encoding of the file.
    public static SourceFormat text(Options options, Configuration configuration) {
        return new SourceFormat(options.and(Options.of(SourceOptions.ENCODING)), true, configuration);
    }

    /// A format that reads the bytes as they are.
    public static SourceFormat binary(Options options, Configuration configuration) {
        return new SourceFormat(options, false, configuration);
    }

    /// Reads the settings of a format.
    @FunctionalInterface
    public interface Configuration {
        RecordReader read(Section section);
    }

    /// Splits an input into records.
    @FunctionalInterface
    public interface RecordReader {

        /// Starts reading `input`, which the source closes. Throws [dev.rowan.api.plugin.PluginException] if it cannot
        /// be read at all.
        InputRecords read(DecodedInput input) throws IOException;
    }

    /// A source of records of this format; `section` has the keys of [#options] and [SourceOptions#READING].
    public RecordSource source(Origin origin, Section section) {
        var parts = new PartReader(configuration.read(section), isText, ReadOptions.read(section));
        return new RecordSource(origin, parts);
    }
}
