package dev.rowan.transforms.truncate;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;

/// What a truncate is told: which texts, and how to cut them.
record TruncateSettings(TextFields fields, Cut cut) {
    static final Option<Long> MAX_CHARS = Option.integer("max_chars", 1, Integer.MAX_VALUE)
            .describedAs("maximum length in characters (Unicode code points), including the suffix");

    static final Option<String> SUFFIX =
            Option.text("suffix").orElse("").describedAs("suffix of a truncated text, such as '…'");

    static final Options OPTIONS = Options.of(TextFields.FIELDS, MAX_CHARS, SUFFIX);

    static TruncateSettings read(Section section) {
        var cut = new Cut(section.get(MAX_CHARS).intValue(), section.get(SUFFIX));
        if (cut.room() <= 0) {
            section.problem(
                    SUFFIX, "must be shorter than 'max_chars' (" + cut.maxChars() + "), got '" + cut.suffix() + "'");
        }
        return new TruncateSettings(TextFields.read(section), cut);
    }
}
