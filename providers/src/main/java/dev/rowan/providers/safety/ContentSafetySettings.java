package dev.rowan.providers.safety;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.providers.safety.ContentSafety.OutputType;

/// Settings of `azure_content_safety`.
record ContentSafetySettings(SafetySettings common, Thresholds thresholds, OutputType outputType) {
    static final Option<Thresholds> THRESHOLDS = Option.nested("thresholds", Thresholds.OPTIONS, Thresholds::read)
            .describedAs("maximum severity that passes for each of hate, self_harm, sexual and violence: 0, 2, "
                    + "4 or 6, or 0 to 7 with eight levels");
    static final Option<OutputType> OUTPUT_TYPE = Option.choice("output_type", OutputType.class)
            .orElse(OutputType.FOUR_SEVERITY_LEVELS)
            .describedAs("severity levels: 0, 2, 4, 6 (four) or 0 to 7 (eight)");

    static final Options OPTIONS =
            SafetySettings.FIRST.and(Options.of(THRESHOLDS, OUTPUT_TYPE)).and(SafetySettings.LAST);

    static ContentSafetySettings read(Section section) {
        Thresholds thresholds = section.get(THRESHOLDS);
        OutputType type = section.get(OUTPUT_TYPE);
        Thresholds.named(thresholds.of()).forEach((category, threshold) -> {
            if (!type.levels().contains(threshold)) {
                section.problem(
                        THRESHOLDS,
                        "%s must be one of %s, the severities of this output_type, got %d"
                                .formatted(category, type.levels(), threshold));
            }
        });
        return new ContentSafetySettings(SafetySettings.read(section), thresholds, type);
    }
}
