package dev.rowan.providers.safety;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.text.TextSelection;
import dev.rowan.providers.service.BasePath;
import dev.rowan.providers.service.Dedupe;
import dev.rowan.providers.service.ServiceDefaults;
import dev.rowan.providers.service.ServiceLocation;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Settings of `openai_moderation`.
record ModerationSettings(SafetySettings common, ModerationCheck check) {
    private static final String WORDS = "a mapping of categories to scores from 0 to 1";

    static final Option<ServiceLocation> BASE_URL = ServiceLocation.named("base_url")
            .optional()
            .describedAs(
                    "base URL, or 'simulator'; default: environment variable OPENAI_BASE_URL, else " + "OpenAI's own");
    static final Option<SecretReference> API_KEY = SecretOption.named("api_key")
            .optional()
            .describedAs("API key; default: environment variable OPENAI_API_KEY; not needed for the simulator");
    static final Option<String> MODEL =
            Option.text("model").orElse("omni-moderation-latest").describedAs("moderation model");
    static final Option<Map<String, BigDecimal>> THRESHOLDS = Option.free(
                    "thresholds",
                    WORDS,
                    Map.of(
                            "type",
                            "object",
                            "propertyNames",
                            Map.of("enum", Moderation.CATEGORIES),
                            "additionalProperties",
                            Map.of("type", "number", "minimum", 0, "maximum", 1)),
                    ModerationSettings::thresholds)
            .orElse(Map.of())
            .describedAs(
                    "maximum score that passes, for categories to be judged by score instead of OpenAI's " + "flag");

    static final Options OPTIONS = Options.of(
            BASE_URL,
            API_KEY,
            TextSelection.FIELDS,
            SafetySettings.NORMALIZE,
            MODEL,
            THRESHOLDS,
            SafetySettings.ROWS_FIELD,
            SafetySettings.TIMEOUT,
            Dedupe.OPTION);

    private static final SafetyService OPENAI = new SafetyService(
            new ServiceDefaults(
                    List.of("OPENAI_BASE_URL"),
                    Optional.of(URI.create("https://api.openai.com/v1")),
                    List.of("OPENAI_API_KEY")),
            BASE_URL.name(),
            "/v1",
            BasePath.notEndingWith("/moderations", "/chat/completions", "/responses"));

    static ModerationSettings read(Section section) {
        OPENAI.checkPath(section, BASE_URL);
        var common = new SafetySettings(
                section.find(BASE_URL),
                section.find(API_KEY),
                TextSelection.read(section, SafetySettings.rowSchema(section)),
                section.get(SafetySettings.NORMALIZE),
                section.find(SafetySettings.ROWS_FIELD),
                section.get(SafetySettings.TIMEOUT),
                Optional.empty(),
                Optional.empty(),
                section.get(Dedupe.OPTION),
                OPENAI);
        return new ModerationSettings(common, new ModerationCheck(section.get(MODEL), section.get(THRESHOLDS)));
    }

    private static Reading<Map<String, BigDecimal>> thresholds(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries))) {
            return new Reading.Wrong<>("must be " + WORDS);
        }
        var thresholds = new TreeMap<String, BigDecimal>();
        var wrong = new ArrayList<Reading.Part>();
        entries.forEach((category, entry) -> {
            Optional<BigDecimal> score = score(entry.value());
            if (!Moderation.CATEGORIES.contains(category)) {
                String hint = NearName.hint(category, Moderation.CATEGORIES)
                        .map(near -> "; " + near)
                        .orElse("");
                wrong.add(new Reading.Part(
                        entry.value(), "must be for one of " + String.join(", ", Moderation.CATEGORIES) + hint));
            } else if (score.isEmpty()) {
                wrong.add(new Reading.Part(entry.value(), "must be a number from 0 to 1"));
            } else {
                thresholds.put(category, score.get());
            }
        });
        return wrong.isEmpty() ? new Reading.Value<>(Map.copyOf(thresholds)) : new Reading.WrongParts<>(wrong);
    }

    private static Optional<BigDecimal> score(ConfigNode node) {
        return node instanceof ConfigNode.Scalar scalar && scalar.typed() instanceof Number number
                ? Optional.of(new BigDecimal(number.toString()))
                        .filter(n -> n.signum() >= 0 && n.compareTo(BigDecimal.ONE) <= 0)
                : Optional.empty();
    }
}
