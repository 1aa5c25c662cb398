package dev.rowan.connectors.json;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.Optional;

/// Settings of a json source: where the array is, the id field and the maximum record size.
record JsonSourceSettings(JsonPointer pointer, Optional<String> id, int maxRecordBytes) {
    static final Option<String> POINTER = Option.text("pointer")
            .optional()
            .describedAs("JSON Pointer to the array of records, such as /data/items; default: the document itself");

    static final Options OPTIONS = Options.of(POINTER, SourceOptions.ID, SourceOptions.MAX_RECORD_BYTES);

    static JsonSourceSettings read(Section section) {
        String pointer = section.find(POINTER).orElse("");
        if (!JsonPointer.isPointer(pointer)) {
            section.problem(POINTER, "must be a JSON Pointer such as /data/items, got '" + pointer + "'");
            pointer = "";
        }
        return new JsonSourceSettings(
                JsonPointer.of(pointer), section.find(SourceOptions.ID), SourceOptions.maxRecordBytes(section));
    }
}
