package dev.rowan.connectors.format;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.csv.CsvFormat;
import dev.rowan.connectors.document.DocumentFormat;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.RecordSource;
import dev.rowan.connectors.file.SourceFormat;
import dev.rowan.connectors.file.SourceOptions;
import dev.rowan.connectors.json.JsonFormat;
import dev.rowan.connectors.jsonl.JsonlFormat;
import dev.rowan.connectors.text.TextFormat;
import dev.rowan.connectors.xlsx.XlsxFormat;
import java.util.Locale;

/// The formats that sources read.
public enum ReadableFormat {
    CSV(CsvFormat.READING),
    JSONL(JsonlFormat.READING),
    JSON(JsonFormat.READING),
    TEXT(TextFormat.READING),
    XLSX(XlsxFormat.READING),
    DOCUMENT(DocumentFormat.READING);

    private static final Option<ReadableFormat> FORMAT =
            Option.choice("format", ReadableFormat.class).describedAs("file format, as of the source of that name");

    private static final FormatKeys KEYS = keys();

    /// The key `format` and those of all formats.
    public static final Options OPTIONS = Options.of(FORMAT).and(KEYS.options()).and(SourceOptions.READING);

    private final SourceFormat format;

    ReadableFormat(SourceFormat format) {
        this.format = format;
    }

    private static FormatKeys keys() {
        var keys = new FormatKeys();
        for (ReadableFormat one : values()) {
            keys.and(one.name().toLowerCase(Locale.ROOT), one.format.options());
        }
        return keys;
    }

    /// A source of the chosen format; `section` has the keys of [#OPTIONS].
    public static RecordSource source(Origin origin, Section section) {
        SourceFormat chosen = section.get(FORMAT).format;
        KEYS.refuseOthers(section, chosen.options());
        return chosen.source(origin, section);
    }
}
