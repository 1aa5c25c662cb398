package dev.rowan.connectors.format;

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
import java.util.LinkedHashMap;
import java.util.Map;

/// The formats that sources read.
public final class ReadableFormat {
    private static final FormatChoice<SourceFormat> CHOICE = new FormatChoice<>(
            formats(), SourceFormat::options, "file format; its options are those of the source of that name");

    /// The key `format` and those of all formats.
    public static final Options OPTIONS = CHOICE.options().and(SourceOptions.READING);

    private ReadableFormat() {}

    private static Map<String, SourceFormat> formats() {
        var formats = new LinkedHashMap<String, SourceFormat>();
        formats.put("csv", CsvFormat.READING);
        formats.put("jsonl", JsonlFormat.READING);
        formats.put("json", JsonFormat.READING);
        formats.put("text", TextFormat.READING);
        formats.put("xlsx", XlsxFormat.READING);
        formats.put("document", DocumentFormat.READING);
        FormatChoice.provided(provider -> formats.put(provider.name(), provider.reading()));
        return formats;
    }

    /// A source of the chosen format; `section` has the keys of [#OPTIONS].
    public static RecordSource source(Origin origin, Section section) {
        return CHOICE.read(section).source(origin, section);
    }
}
