package dev.rowan.providers.llm;

import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/// Finds a temperature that the model refuses with every request.
///
/// OpenAI's reasoning models (`o1`, `o3`, `o4-mini`, `gpt-5`, …) take the default 1 alone; later ones of the family
/// take another only without reasoning. Anthropic takes 0 to 1.
final class SamplingChecks {
    private static final Pattern REASONING = Pattern.compile("o[0-9]+(-.*)?|gpt-5(?!-chat)(-.*)?");
    private static final Pattern MAYBE_REASONING = Pattern.compile("gpt-5\\.[0-9]+(?!-chat)(-.*)?");

    private SamplingChecks() {}

    /// Whether OpenAI's model of this name always reasons, and so takes no sampling parameters.
    static boolean isReasoning(String model) {
        return REASONING.matcher(model).matches();
    }

    static void temperature(Section options, ModelName name, boolean ownServer) {
        options.find(LlmOptions.TEMPERATURE).ifPresent(temperature -> {
            boolean usual = temperature.compareTo(BigDecimal.ONE) == 0;
            switch (name.provider()) {
                case OPENAI -> {
                    if (!ownServer && !usual) {
                        openAi(options, name.model());
                    }
                }
                case AZURE -> {
                    if (!usual && isReasoning(name.model())) {
                        options.warning(
                                LlmOptions.TEMPERATURE,
                                "is refused if the deployment '" + name.model()
                                        + "' is a reasoning model, which takes 1 alone; leave it out");
                    }
                }
                case ANTHROPIC -> {
                    if (temperature.compareTo(BigDecimal.ONE) > 0) {
                        options.problem(LlmOptions.TEMPERATURE, "must be at most 1 at anthropic, got " + temperature);
                    }
                }
                case GEMINI, OPENROUTER, SIMULATOR -> {}
            }
        });
    }

    private static void openAi(Section options, String model) {
        if (isReasoning(model)) {
            options.problem(
                    LlmOptions.TEMPERATURE,
                    "must be absent or 1: '" + model + "' is a reasoning model and refuses any other; leave it out");
        } else if (MAYBE_REASONING.matcher(model).matches()) {
            options.warning(
                    LlmOptions.TEMPERATURE,
                    "is refused by '" + model + "' while it reasons; leave it out unless reasoning is off");
        }
    }
}
