package dev.rowan.connectors.format;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.csv.CsvFormat;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.jsonl.JsonlFormat;
import java.util.Locale;

/// The formats that sinks write.
public enum WritableFormat {
    CSV("text/csv; charset=utf-8", CsvFormat.WRITING, CsvFormat::writing),
    JSONL("application/x-ndjson", Options.of(), (destination, _) -> JsonlFormat.writing(destination));

    private static final Option<WritableFormat> FORMAT = Option.choice("format", WritableFormat.class)
            .describedAs("file format: 'csv' with a header line, or 'jsonl' with one JSON object per line");

    private static final FormatKeys KEYS = keys();

    /// The key `format` and those of all formats.
    public static final Options OPTIONS = Options.of(FORMAT).and(KEYS.options());

    private final String contentType;
    private final Options options;
    private final Writing writing;

    WritableFormat(String contentType, Options options, Writing writing) {
        this.contentType = contentType;
        this.options = options;
        this.writing = writing;
    }

    private interface Writing {
        Sink to(Destination destination, Section section);
    }

    private static FormatKeys keys() {
        var keys = new FormatKeys();
        for (WritableFormat one : values()) {
            keys.and(one.name().toLowerCase(Locale.ROOT), one.options);
        }
        return keys;
    }

    /// The chosen format; `section` has the keys of [#OPTIONS].
    public static WritableFormat read(Section section) {
        WritableFormat chosen = section.get(FORMAT);
        KEYS.refuseOthers(section, chosen.options);
        return chosen;
    }

    public String contentType() {
        return contentType;
    }

    /// A sink of this format.
    public Sink sink(Destination destination, Section section) {
        return writing.to(destination, section);
    }
}
