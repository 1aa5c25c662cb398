package dev.rowan.connectors.text;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;

/// Settings of a text source.
record TextSourceSettings(TextUnit unit, int maxRecordBytes) {
    static final Option<TextUnit> UNIT = Option.choice("unit", TextUnit.class)
            .orElse(TextUnit.LINE)
            .describedAs("what becomes a row: a 'line', a 'paragraph' up to a blank line, or a whole 'file'");

    static final Options OPTIONS = Options.of(UNIT, SourceOptions.MAX_RECORD_BYTES);

    static TextSourceSettings read(Section section) {
        return new TextSourceSettings(section.get(UNIT), SourceOptions.maxRecordBytes(section));
    }
}
