package dev.rowan.connectors.file;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.util.Optional;

/// The options of every file sink.
public final class SinkOptions {
    public static final Option<String> PATH = Option.text("path")
            .describedAs(
                    "file to write, address such as s3://bucket/key, or - for standard output; relative to the pipeline "
                            + "file's directory; missing directories are created");

    public static final Option<OutputPath.Mode> MODE = Option.choice("mode", OutputPath.Mode.class)
            .orElse(OutputPath.Mode.CREATE)
            .describedAs(
                    "'create' a new file and fail if it exists (unless --overwrite is given), or 'append' " + "to it");

    public static final Option<Boolean> ASSEMBLE = Option.bool("assemble")
            .optional()
            .describedAs(
                    "whether a run on Flink joins the parts that its workers write to this file, or keeps them with a"
                            + " manifest; default: true for local csv, jsonl and text without compression, the only ones that can be"
                            + " joined");

    /// For formats of text.
    public static final Option<Compression> COMPRESSION = Option.choice("compression", Compression.class)
            .orElse(Compression.AUTO)
            .describedAs(
                    "compression of the output; 'auto' compresses files whose names end in .gz or .zst, and Parquet columns with zstd");

    private SinkOptions() {}

    public static Destination read(Section section, String mediaType) {
        Optional<StorageProvider> storage = StorageOptions.provider(section, PATH);
        if (storage.isPresent()) {
            if (section.get(MODE) == OutputPath.Mode.APPEND) {
                section.problem(MODE, "must be 'create' for object storage");
            }
            Optional<Destination> destination =
                    storage.get().destination(StorageOptions.location(section, PATH), mediaType);
            if (destination.isEmpty()) {
                section.problem(PATH, "must name a storage that can be written; this one is read-only");
            }
            return destination.orElseGet(StandardOutput::new);
        }
        return section.get(PATH).equals(SourceOptions.STANDARD)
                ? new StandardOutput()
                : new OutputPath(
                        section.path(PATH),
                        section.get(MODE),
                        section.find(ASSEMBLE).orElse(true));
    }
}
