package dev.rowan.connectors.jsonl;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.nio.file.Path;
import java.util.Optional;

/// What a jsonl source is told: the file, the field of ids and how large a record may be.
record JsonlSourceSettings(Path path, Optional<String> id, int maxRecordBytes) {
    static final Options OPTIONS = Options.of(SourceOptions.PATH, SourceOptions.ID, SourceOptions.MAX_RECORD_BYTES);

    static JsonlSourceSettings read(Section section) {
        return new JsonlSourceSettings(
                section.path(SourceOptions.PATH),
                section.find(SourceOptions.ID),
                SourceOptions.maxRecordBytes(section));
    }
}
