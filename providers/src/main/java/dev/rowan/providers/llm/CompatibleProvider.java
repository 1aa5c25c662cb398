package dev.rowan.providers.llm;

import dev.rowan.providers.openai.CompatibleApi;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.service.ServiceDefaults;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A provider of the table of OpenAI-compatible ones.
record CompatibleProvider(CompatibleApi api) implements Provider {

    @Override
    public String word() {
        return api.name();
    }

    @Override
    public ServiceDefaults defaults() {
        return new ServiceDefaults(List.of(), Optional.of(api.base()), api.keyVariables());
    }

    @Override
    public String simulatedPath() {
        return "/compatible/" + api.name() + "/v1";
    }

    @Override
    public Optional<String> pathProblem(URI base) {
        return NativeProvider.CHAT_PATHS.problem(base);
    }

    @Override
    public Set<ServiceTier> tiers() {
        return api.tiers().stream()
                .flatMap(word -> ServiceTier.of(word).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean knowsApiVersion() {
        return false;
    }
}
