package dev.rowan.connectors.file;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;

/// The options of every file sink.
public final class SinkOptions {
    public static final Option<String> PATH = Option.text("path")
            .describedAs("file to write, or - for standard output; relative to the pipeline file's directory; missing "
                    + "directories are created");

    public static final Option<OutputPath.Mode> MODE = Option.choice("mode", OutputPath.Mode.class)
            .orElse(OutputPath.Mode.CREATE)
            .describedAs(
                    "'create' a new file and fail if it exists (unless --overwrite is given), or 'append' " + "to it");

    /// For formats of text.
    public static final Option<Compression> COMPRESSION = Option.choice("compression", Compression.class)
            .orElse(Compression.AUTO)
            .describedAs(
                    "compression of the output; 'auto' packs names that end in .gz or .zst, and the columns of Parquet with zstd");

    private SinkOptions() {}

    public static Destination read(Section section) {
        return section.get(PATH).equals(SourceOptions.STANDARD)
                ? new StandardOutput()
                : new OutputPath(section.path(PATH), section.get(MODE));
    }
}
