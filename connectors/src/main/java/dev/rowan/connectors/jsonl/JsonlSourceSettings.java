package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.Optional;

/// What a jsonl source is told: the field of ids and how large a record may be.
record JsonlSourceSettings(Optional<String> id, int maxRecordBytes) {
    /// All but where the bytes are.
    static final Options OPTIONS = Options.of(SourceOptions.ID, SourceOptions.MAX_RECORD_BYTES);

    static JsonlSourceSettings read(Section section) {
        return new JsonlSourceSettings(section.find(SourceOptions.ID), SourceOptions.maxRecordBytes(section));
    }
}
