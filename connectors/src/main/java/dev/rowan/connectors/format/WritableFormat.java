package dev.rowan.connectors.format;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.csv.CsvFormat;
import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.json.JsonFormat;
import dev.rowan.connectors.jsonl.JsonlFormat;
import dev.rowan.connectors.text.TextFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/// The formats that sinks write.
public final class WritableFormat {
    private static final FormatChoice<SinkFormat> CHOICE = new FormatChoice<>(
            formats(), SinkFormat::options, "file format; its options are those of the sink of that name");

    /// The key `format` and those of all formats.
    public static final Options OPTIONS = CHOICE.options();

    private WritableFormat() {}

    private static Map<String, SinkFormat> formats() {
        var formats = new LinkedHashMap<String, SinkFormat>();
        formats.put("csv", CsvFormat.WRITING);
        formats.put("jsonl", JsonlFormat.WRITING);
        formats.put("json", JsonFormat.WRITING);
        formats.put("text", TextFormat.WRITING);
        FormatChoice.provided(provider -> formats.put(provider.name(), provider.writing()));
        return formats;
    }

    /// The chosen format; `section` has the keys of [#OPTIONS].
    public static SinkFormat read(Section section) {
        return CHOICE.read(section);
    }
}
