package dev.rowan.transforms.explode;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;

/// The settings of `json_explode`.
record JsonExplodeSettings(String field, String as, int maxRows) {
    static final Option<String> FIELD = Option.text("field").describedAs("the field that holds the list");

    static final Option<String> AS = Option.text("as")
            .orElse("item")
            .describedAs("the field of the new rows for the element; it replaces 'field'");

    static final Option<Long> MAX_ROWS = Option.integer("max_rows", 1, 1_000_000)
            .orElse(1_000L)
            .describedAs("the longest list; a row with a longer one fails");

    static final Options OPTIONS = Options.of(FIELD, AS, MAX_ROWS);

    static JsonExplodeSettings read(Section section) {
        return new JsonExplodeSettings(
                section.get(FIELD), section.get(AS), section.get(MAX_ROWS).intValue());
    }
}
