package dev.rowan.connectors.document;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;

/// Settings of a document source.
record DocumentSettings(boolean content, int maxRecordBytes) {
    static final Option<Boolean> CONTENT = Option.bool("content")
            .orElse(false)
            .describedAs("whether to add the field 'content', the file in base64; larger files than 'max_record_bytes' "
                    + "are quarantined");

    static final Options OPTIONS = Options.of(CONTENT, SourceOptions.MAX_RECORD_BYTES);

    static DocumentSettings read(Section section) {
        return new DocumentSettings(section.get(CONTENT), SourceOptions.maxRecordBytes(section));
    }
}
