package dev.rowan.connectors.file;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/// The keys that sources of every format know.
public final class SourceOptions {
    public static final Option<String> PATH = Option.text("path")
            .describedAs(
                    "file to read, directory, pattern such as data/*.csv, address such as s3://bucket/data/*.csv, or - for "
                            + "standard input; relative to the pipeline file's directory");

    /// The path of the standard streams.
    static final String STANDARD = "-";

    static final Option<String> FILE_NAME =
            Option.text("file_name").optional().describedAs("field to add to each row: the path of its file");

    static final Option<Compression> COMPRESSION = Option.choice("compression", Compression.class)
            .orElse(Compression.AUTO)
            .describedAs("compression of the input; 'auto' decompresses files whose names end in .gz or .zst");

    static final Option<Long> MAX_RATIO = Option.integer("max_ratio", 1)
            .orElse(1_000L)
            .describedAs("maximum decompressed size as a multiple of the compressed size, above 16 MiB");

    /// For formats of text.
    public static final Option<String> ENCODING = Encoding.OPTION;

    public static final Option<String> ID =
            Option.text("id").optional().describedAs("field with the record's key, for looking up a row");

    public static final Option<Long> MAX_RECORD_BYTES = Option.bytes("max_record_bytes")
            .orElse(16L * 1024 * 1024)
            .describedAs("maximum size of a record; longer ones are quarantined; at most 1GiB");

    /// The keys of [ReadOptions], but for the encoding.
    public static final Options READING = Options.of(FILE_NAME, COMPRESSION, MAX_RATIO);

    private static final int RECORD_BYTES_CEILING = 1024 * 1024 * 1024;

    private SourceOptions() {}

    /// What `path` names: standard input, objects of a storage or local files.
    static Origin origin(Section section) {
        String given = section.get(PATH);
        if (given.equals(STANDARD)) {
            return new StandardInput();
        }
        Optional<StorageProvider> storage = StorageOptions.provider(section, PATH);
        if (storage.isPresent()) {
            return storage.get().origin(StorageOptions.location(section, PATH));
        }
        Path path = section.path(PATH);
        if (FileGlob.isPattern(given)) {
            try {
                FileGlob.of(section.base(), given);
            } catch (PatternSyntaxException e) {
                section.problem(PATH, "must be a path or a pattern: " + e.getDescription());
            }
        }
        return new LocalFiles(section.base(), given, path);
    }

    /// The limit, which a buffer must be able to hold.
    public static int maxRecordBytes(Section section) {
        long bytes = section.get(MAX_RECORD_BYTES);
        if (bytes > RECORD_BYTES_CEILING) {
            section.problem(MAX_RECORD_BYTES, "must be at most 1GiB, got " + bytes + " bytes");
        }
        return (int) Math.min(bytes, RECORD_BYTES_CEILING);
    }
}
