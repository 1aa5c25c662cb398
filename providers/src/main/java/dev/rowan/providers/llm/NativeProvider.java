package dev.rowan.providers.llm;

import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.service.BasePath;
import dev.rowan.providers.service.ServiceDefaults;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A provider with an API of its own. `atSimulator` is its path in the simulator.
enum NativeProvider implements Provider {
    OPENAI("/v1", List.of("OPENAI_BASE_URL"), Optional.of("https://api.openai.com/v1"), "OPENAI_API_KEY"),
    AZURE("", List.of("AZURE_OPENAI_ENDPOINT"), Optional.empty(), "AZURE_OPENAI_API_KEY"),
    ANTHROPIC("", List.of(), Optional.of("https://api.anthropic.com"), "ANTHROPIC_API_KEY"),
    GEMINI("", List.of(), Optional.of("https://generativelanguage.googleapis.com"), "GEMINI_API_KEY", "GOOGLE_API_KEY"),
    OPENROUTER("/api/v1", List.of(), Optional.of("https://openrouter.ai/api/v1"), "OPENROUTER_API_KEY"),
    BEDROCK("", List.of(), Optional.empty(), "AWS_BEARER_TOKEN_BEDROCK"),
    VERTEX("", List.of(), Optional.empty(), "GOOGLE_OAUTH_ACCESS_TOKEN"),
    /// The built-in simulator as an OpenAI-compatible server.
    SIMULATOR("/v1", List.of(), Optional.empty(), "none");

    static final BasePath CHAT_PATHS = BasePath.notEndingWith(
            "/chat/completions", "/completions", "/chat", "/responses", "/embeddings", "/models", "/batches", "/files");
    private static final BasePath AZURE_PATHS =
            BasePath.notEndingWith("/openai/v1", "/chat/completions").without("/openai/deployments");
    private static final BasePath AZURE_RESOURCE_PATHS =
            BasePath.notEndingWith().without("/openai");
    private static final BasePath ANTHROPIC_PATHS =
            BasePath.notEndingWith("/v1", "/v1/messages", "/messages", "/v1/complete");
    private static final BasePath GEMINI_PATHS =
            BasePath.notEndingWith("/v1", "/v1beta").without("/v1/models", "/v1beta/models");

    private static final BasePath BEDROCK_PATHS = BasePath.notEndingWith("/model", "/converse");

    private static final BasePath VERTEX_PATHS =
            BasePath.notEndingWith("/v1", "/v1beta1").without("/projects");

    private final String atSimulator;
    private final ServiceDefaults defaults;

    NativeProvider(
            String atSimulator, List<String> addressVariables, Optional<String> address, String... keyVariables) {
        this.atSimulator = atSimulator;
        this.defaults = new ServiceDefaults(addressVariables, address.map(URI::create), List.of(keyVariables));
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public ServiceDefaults defaults() {
        return defaults;
    }

    @Override
    public String simulatedPath() {
        return atSimulator;
    }

    @Override
    public Optional<String> pathProblem(URI base) {
        return switch (this) {
            case OPENAI, OPENROUTER, SIMULATOR -> CHAT_PATHS.problem(base);
            case AZURE -> (isAzureResource(base) ? AZURE_RESOURCE_PATHS : AZURE_PATHS).problem(base);
            case ANTHROPIC -> ANTHROPIC_PATHS.problem(base);
            case GEMINI -> GEMINI_PATHS.problem(base);
            case BEDROCK -> BEDROCK_PATHS.problem(base);
            case VERTEX -> VERTEX_PATHS.problem(base);
        };
    }

    private static boolean isAzureResource(URI base) {
        String host = base.getHost().toLowerCase(Locale.ROOT);
        return host.endsWith(".openai.azure.com") || host.endsWith(".cognitiveservices.azure.com");
    }

    @Override
    public Set<ServiceTier> tiers() {
        return switch (this) {
            case OPENAI, AZURE, BEDROCK, SIMULATOR -> EnumSet.of(ServiceTier.FLEX, ServiceTier.PRIORITY);
            case ANTHROPIC, GEMINI, OPENROUTER, VERTEX -> Set.of();
        };
    }

    @Override
    public boolean knowsApiVersion() {
        return switch (this) {
            case AZURE, ANTHROPIC, GEMINI -> true;
            case OPENAI, OPENROUTER, BEDROCK, VERTEX, SIMULATOR -> false;
        };
    }
}
