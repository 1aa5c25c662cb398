package dev.rowan.connectors.format;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.csv.CsvFormat;
import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.json.JsonFormat;
import dev.rowan.connectors.jsonl.JsonlFormat;
import dev.rowan.connectors.text.TextFormat;
import java.util.Locale;

/// The formats that sinks write.
public enum WritableFormat {
    CSV(CsvFormat.WRITING),
    JSONL(JsonlFormat.WRITING),
    JSON(JsonFormat.WRITING),
    TEXT(TextFormat.WRITING);

    private static final Option<WritableFormat> FORMAT =
            Option.choice("format", WritableFormat.class).describedAs("file format, as of the sink of that name");

    private static final FormatKeys KEYS = keys();

    /// The key `format` and those of all formats.
    public static final Options OPTIONS = Options.of(FORMAT).and(KEYS.options());

    private final SinkFormat format;

    WritableFormat(SinkFormat format) {
        this.format = format;
    }

    private static FormatKeys keys() {
        var keys = new FormatKeys();
        for (WritableFormat one : values()) {
            keys.and(one.name().toLowerCase(Locale.ROOT), one.format.options());
        }
        return keys;
    }

    /// The chosen format; `section` has the keys of [#OPTIONS].
    public static SinkFormat read(Section section) {
        SinkFormat chosen = section.get(FORMAT).format;
        KEYS.refuseOthers(section, chosen.options());
        return chosen;
    }
}
