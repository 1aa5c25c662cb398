package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.Optional;

/// Settings of a jsonl source: the id field and the maximum record size.
record JsonlSourceSettings(Optional<String> id, int maxRecordBytes) {
    /// All options except the location.
    static final Options OPTIONS = Options.of(SourceOptions.ID, SourceOptions.MAX_RECORD_BYTES);

    static JsonlSourceSettings read(Section section) {
        return new JsonlSourceSettings(section.find(SourceOptions.ID), SourceOptions.maxRecordBytes(section));
    }
}
