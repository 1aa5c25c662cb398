package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.chat.ExtraBody;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.chat.ReasoningEffort;
import dev.rowan.providers.gemini.GeminiThinking;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads generation parameters and reports those that the provider does not support.
final class ParameterReader {
    private static final int OPENAI_STOPS = 4;
    private static final int GEMINI_STOPS = 5;

    private final Section options;

    ParameterReader(Section options) {
        this.options = options;
    }

    GenerationParameters read() {
        if (options.find(LlmOptions.TEMPERATURE).filter(t -> t.signum() < 0).isPresent()) {
            options.problem(LlmOptions.TEMPERATURE, "must be at least 0");
        }
        return new GenerationParameters(
                options.find(LlmOptions.TEMPERATURE),
                options.find(LlmOptions.TOP_P),
                options.find(LlmOptions.SEED),
                stops(),
                options.find(LlmOptions.REASONING_EFFORT),
                options.find(LlmOptions.EXTRA_BODY).orElse(new ExtraBody(Map.of())));
    }

    private List<String> stops() {
        return options.find(LlmOptions.STOP).orElse(List.of());
    }

    void check(ModelName model, ModelTarget.Api api, Optional<String> apiVersion) {
        options.find(LlmOptions.EXTRA_BODY)
                .flatMap(extra -> ReservedFields.find(extra.fields()))
                .ifPresent(found -> options.problem(LlmOptions.EXTRA_BODY, found));
        switch (model.provider()) {
            case NativeProvider.OPENAI, NativeProvider.AZURE -> checkOpenAi(model, api);
            case NativeProvider.ANTHROPIC -> checkAnthropic(apiVersion);
            case NativeProvider.GEMINI -> checkGemini(model);
            case NativeProvider.VERTEX -> {
                if (model.isClaude()) {
                    checkAnthropic(Optional.empty());
                } else {
                    checkGemini(model);
                }
            }
            case NativeProvider.BEDROCK -> {
                refuse(LlmOptions.SEED, "bedrock has no seed");
                refuse(
                        LlmOptions.REASONING_EFFORT,
                        "it differs by model; use extra_body: {additionalModelRequestFields: …}");
            }
            case NativeProvider.OPENROUTER, NativeProvider.SIMULATOR -> {}
            case CompatibleProvider compatible -> checkCompatible(compatible);
        }
    }

    private void checkOpenAi(ModelName model, ModelTarget.Api api) {
        if (api == ModelTarget.Api.RESPONSES) {
            refuse(LlmOptions.SEED, "OpenAI's responses have no seed; use api: chat");
            refuse(LlmOptions.STOP, "OpenAI's responses have no stop; use api: chat");
        }
        boolean ownServer = model.provider() == NativeProvider.OPENAI
                && options.find(LlmOptions.BASE_URL).isPresent();
        if (!ownServer) {
            atMost(OPENAI_STOPS, model.provider());
        }
        if (!ownServer && model.provider() == NativeProvider.OPENAI && doesNotReason(model.model())) {
            refuse(LlmOptions.REASONING_EFFORT, model.model() + " is not a reasoning model");
        }
    }

    private void checkCompatible(CompatibleProvider provider) {
        for (Option<?> option : List.of(
                LlmOptions.TEMPERATURE,
                LlmOptions.TOP_P,
                LlmOptions.SEED,
                LlmOptions.STOP,
                LlmOptions.REASONING_EFFORT)) {
            if (provider.api().unsupported().contains(option.name())) {
                refuse(option, provider.word() + " does not support it");
            }
        }
        provider.api().maxStops().ifPresent(most -> atMost(most, provider));
    }

    private static boolean doesNotReason(String model) {
        return model.startsWith("gpt-3") || model.startsWith("gpt-4");
    }

    private void checkAnthropic(Optional<String> apiVersion) {
        String version = apiVersion.orElse(AnthropicMessages.VERSION);
        if (AnthropicMessages.isWithoutSampling(version)) {
            refuse(LlmOptions.TEMPERATURE, "temperature is not accepted by anthropic-version " + version);
            refuse(LlmOptions.TOP_P, "top_p is not accepted by anthropic-version " + version);
        }
        refuse(LlmOptions.SEED, "anthropic has no seed");
        allow(
                EnumSet.of(
                        ReasoningEffort.LOW,
                        ReasoningEffort.MEDIUM,
                        ReasoningEffort.HIGH,
                        ReasoningEffort.XHIGH,
                        ReasoningEffort.MAX),
                "anthropic");
        if (stops().stream().anyMatch(String::isBlank)) {
            options.problem(LlmOptions.STOP, "must not be blank at anthropic");
        }
    }

    private void checkGemini(ModelName model) {
        atMost(GEMINI_STOPS, model.provider());
        if (options.find(LlmOptions.SEED)
                .filter(seed -> seed != (int) (long) seed)
                .isPresent()) {
            options.problem(LlmOptions.SEED, "must fit into 32 bits at gemini");
        }
        Set<ReasoningEffort> known = Stream.of(ReasoningEffort.values())
                .filter(effort -> GeminiThinking.of(model.model(), effort).isPresent())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ReasoningEffort.class)));
        if (known.isEmpty()) {
            refuse(LlmOptions.REASONING_EFFORT, model.model() + " is not a reasoning model");
        } else {
            allow(known, model.model());
        }
    }

    private void atMost(int max, Provider provider) {
        if (stops().size() > max) {
            options.problem(
                    LlmOptions.STOP,
                    "must be at most " + max + " texts at " + provider.word() + ", got " + stops().size());
        }
    }

    private void allow(Set<ReasoningEffort> known, String where) {
        options.find(LlmOptions.REASONING_EFFORT)
                .filter(effort -> !known.contains(effort))
                .ifPresent(effort -> options.problem(
                        LlmOptions.REASONING_EFFORT,
                        "must be one of "
                                + known.stream().map(ReasoningEffort::word).collect(Collectors.joining(", ")) + " at "
                                + where + ", got '" + effort.word() + "'"));
    }

    private void refuse(Option<?> option, String why) {
        if (options.find(option).isPresent()) {
            options.problem(option, "must be absent: " + why);
        }
    }
}
