package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds sampling parameters that the model would reject.
///
/// OpenAI's reasoning models (`o1`, `o3`, `o4-mini`, `gpt-5`, …) accept only the default 1 for `temperature` and
/// `top_p`; later ones accept others only without reasoning. Anthropic accepts temperatures from 0 to 1.
final class SamplingChecks {
    private static final Pattern REASONING = Pattern.compile("o[0-9]+(-.*)?|gpt-5(?!-chat)(-.*)?");
    private static final Pattern MAYBE_REASONING = Pattern.compile("gpt-5\\.[0-9]+(?!-chat)(-.*)?");

    private SamplingChecks() {}

    /// Whether OpenAI's model of this name always reasons, and so accepts no sampling parameters.
    static boolean isReasoning(String model) {
        return REASONING.matcher(model).matches();
    }

    static void check(Section options, ModelName name, boolean ownServer) {
        switch (name.provider()) {
            case NativeProvider.OPENAI -> {
                if (!ownServer) {
                    openAi(options, LlmOptions.TEMPERATURE, name.model());
                    openAi(options, LlmOptions.TOP_P, name.model());
                }
            }
            case NativeProvider.AZURE -> {
                azure(options, LlmOptions.TEMPERATURE, name.model());
                azure(options, LlmOptions.TOP_P, name.model());
            }
            case NativeProvider.ANTHROPIC, NativeProvider.VERTEX -> {
                Optional<BigDecimal> temperature = options.find(LlmOptions.TEMPERATURE);
                if (name.isClaude()
                        && temperature
                                .filter(t -> t.compareTo(BigDecimal.ONE) > 0)
                                .isPresent()) {
                    options.problem(LlmOptions.TEMPERATURE, "must be at most 1 at anthropic, got " + temperature.get());
                }
            }
            case NativeProvider.GEMINI,
                    NativeProvider.OPENROUTER,
                    NativeProvider.BEDROCK,
                    NativeProvider.SIMULATOR -> {}
            case CompatibleProvider _ -> {}
        }
    }

    private static boolean isDefault(Section options, Option<BigDecimal> option) {
        return options.find(option)
                .filter(value -> value.compareTo(BigDecimal.ONE) != 0)
                .isEmpty();
    }

    private static void openAi(Section options, Option<BigDecimal> option, String model) {
        if (isDefault(options, option)) {
            return;
        }
        if (isReasoning(model)) {
            options.problem(
                    option, "must be absent or 1: '" + model + "' is a reasoning model and rejects any other; omit it");
        } else if (MAYBE_REASONING.matcher(model).matches()) {
            options.warning(option, "is refused by '" + model + "' while it reasons; omit it unless reasoning is off");
        }
    }

    private static void azure(Section options, Option<BigDecimal> option, String model) {
        if (!isDefault(options, option) && isReasoning(model)) {
            options.warning(
                    option,
                    "is refused if the deployment '" + model + "' is a reasoning model, which only accepts 1; omit it");
        }
    }
}
