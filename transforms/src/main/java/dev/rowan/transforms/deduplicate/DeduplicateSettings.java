package dev.rowan.transforms.deduplicate;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowSelector;
import java.util.List;

/// The settings of `deduplicate`; the engine reads `otherwise`.
record DeduplicateSettings(List<String> key, long memory) {
    static final Option<List<String>> KEY = Option.texts("key")
            .describedAs("the fields whose values are compared; rows with equal ones are duplicates");

    static final Option<Long> MEMORY = Option.bytes("memory")
            .orElse(256L << 20)
            .describedAs("memory for keys, 16 bytes each; the run stops before it needs more");

    static final Options OPTIONS = Options.of(KEY, MEMORY, RowSelector.OTHERWISE);

    DeduplicateSettings {
        key = List.copyOf(key);
    }

    static DeduplicateSettings read(Section section) {
        if (section.get(KEY).isEmpty()) {
            section.problem(KEY, "needs at least one field");
        }
        return new DeduplicateSettings(section.get(KEY), section.get(MEMORY));
    }
}
