package dev.rowan.providers.llm;

import dev.rowan.providers.service.BasePath;
import dev.rowan.providers.service.ServiceDefaults;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A provider, by the prefix of the model's name. `atSimulator` is its path in the simulator.
enum Provider {
    OPENAI("/v1", List.of("OPENAI_BASE_URL"), Optional.of("https://api.openai.com/v1"), "OPENAI_API_KEY"),
    AZURE("", List.of("AZURE_OPENAI_ENDPOINT"), Optional.empty(), "AZURE_OPENAI_API_KEY"),
    ANTHROPIC("", List.of(), Optional.of("https://api.anthropic.com"), "ANTHROPIC_API_KEY"),
    GEMINI("", List.of(), Optional.of("https://generativelanguage.googleapis.com"), "GEMINI_API_KEY", "GOOGLE_API_KEY"),
    OPENROUTER("/api/v1", List.of(), Optional.of("https://openrouter.ai/api/v1"), "OPENROUTER_API_KEY"),
    /// The built-in simulator as an OpenAI-compatible server.
    SIMULATOR("/v1", List.of(), Optional.empty(), "none");

    private static final BasePath CHAT_PATHS = BasePath.notEndingWith(
            "/chat/completions", "/completions", "/chat", "/responses", "/embeddings", "/models", "/batches", "/files");
    private static final BasePath AZURE_PATHS =
            BasePath.notEndingWith("/openai/v1", "/chat/completions").without("/openai/deployments");
    private static final BasePath AZURE_RESOURCE_PATHS =
            BasePath.notEndingWith().without("/openai");
    private static final BasePath ANTHROPIC_PATHS =
            BasePath.notEndingWith("/v1", "/v1/messages", "/messages", "/v1/complete");
    private static final BasePath GEMINI_PATHS =
            BasePath.notEndingWith("/v1", "/v1beta").without("/v1/models", "/v1beta/models");

    private final String atSimulator;
    private final ServiceDefaults defaults;

    Provider(String atSimulator, List<String> addressVariables, Optional<String> address, String... keyVariables) {
        this.atSimulator = atSimulator;
        this.defaults = new ServiceDefaults(addressVariables, address.map(URI::create), List.of(keyVariables));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> names() {
        return Stream.of(values()).map(Provider::word).toList();
    }

    static Optional<Provider> named(String word) {
        return Stream.of(values()).filter(p -> p.word().equals(word)).findFirst();
    }

    ServiceDefaults defaults() {
        return defaults;
    }

    URI atSimulator(URI simulator) {
        String base = simulator.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + atSimulator);
    }

    /// Whether `base` is the provider's own address, so that its price list applies.
    boolean isOwn(URI base) {
        return defaults.address()
                .filter(own -> own.getHost().equalsIgnoreCase(base.getHost()))
                .isPresent();
    }

    /// What is wrong with the path of `base`, to which requests append theirs.
    Optional<String> pathProblem(URI base) {
        return switch (this) {
            case OPENAI, OPENROUTER, SIMULATOR -> CHAT_PATHS.problem(base);
            case AZURE -> (isAzureResource(base) ? AZURE_RESOURCE_PATHS : AZURE_PATHS).problem(base);
            case ANTHROPIC -> ANTHROPIC_PATHS.problem(base);
            case GEMINI -> GEMINI_PATHS.problem(base);
        };
    }

    private static boolean isAzureResource(URI base) {
        String host = base.getHost().toLowerCase(Locale.ROOT);
        return host.endsWith(".openai.azure.com") || host.endsWith(".cognitiveservices.azure.com");
    }

    boolean knowsApiVersion() {
        return switch (this) {
            case AZURE, ANTHROPIC, GEMINI -> true;
            case OPENAI, OPENROUTER, SIMULATOR -> false;
        };
    }
}
