package dev.rowan.transforms.sample;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowSelector;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// The settings of `sample`; the engine reads `otherwise`.
record SampleSettings(Optional<BigDecimal> rate, Optional<Long> rows, long seed, List<String> key) {
    static final Option<BigDecimal> RATE = Option.decimal(
                    "rate", Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.ONE))
            .optional()
            .describedAs("the share of rows to keep, such as 0.01");

    static final Option<Long> ROWS = Option.integer("rows", 1, 10_000_000)
            .optional()
            .describedAs("how many of the source's rows to keep, instead of a rate; the source is read once more before"
                    + " the run to count them");

    static final Option<Long> SEED =
            Option.integer("seed", Long.MIN_VALUE).orElse(0L).describedAs("seed of the sample");

    static final Option<List<String>> KEY = Option.texts("key")
            .orElse(List.of())
            .describedAs("the fields that identify a row, so that the sample does not depend on the order of the input;"
                    + " default: the row's number; not with 'rows'");

    static final Options OPTIONS = Options.of(RATE, ROWS, SEED, KEY, RowSelector.OTHERWISE);

    SampleSettings {
        key = List.copyOf(key);
    }

    static SampleSettings read(Section section) {
        var settings = new SampleSettings(section.find(RATE), section.find(ROWS), section.get(SEED), section.get(KEY));
        if (settings.rate.isPresent() == settings.rows.isPresent()) {
            section.problem(RATE, "needs either 'rate' or 'rows'");
        }
        if (settings.rows.isPresent() && !settings.key.isEmpty()) {
            section.problem(KEY, "has no effect with 'rows', which chooses by the row's number; remove it");
        }
        return settings;
    }
}
