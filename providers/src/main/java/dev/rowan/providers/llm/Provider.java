package dev.rowan.providers.llm;

import dev.rowan.providers.openai.CompatibleApi;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.service.ServiceDefaults;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A provider, by the prefix of the model's name.
sealed interface Provider permits NativeProvider, CompatibleProvider {

    /// All providers: those with an API of their own, then the table of compatible ones.
    static Stream<Provider> all() {
        return Stream.concat(
                Stream.of(NativeProvider.values()), CompatibleApi.all().stream().map(CompatibleProvider::new));
    }

    static List<String> names() {
        return all().map(Provider::word).toList();
    }

    static Optional<Provider> named(String word) {
        return all().filter(provider -> provider.word().equals(word)).findFirst();
    }

    /// The name in settings and messages.
    String word();

    ServiceDefaults defaults();

    /// The path of its API in the simulator.
    String simulatedPath();

    default URI atSimulator(URI simulator) {
        String base = simulator.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + simulatedPath());
    }

    /// Whether `base` is the provider's own address, so that its price list applies.
    default boolean isOwn(URI base) {
        return defaults()
                .address()
                .filter(own -> own.getHost().equalsIgnoreCase(base.getHost()))
                .isPresent();
    }

    /// What is wrong with the path of `base`, to which requests append theirs.
    Optional<String> pathProblem(URI base);

    /// The service tiers that requests can ask for beside the standard one.
    Set<ServiceTier> tiers();

    default boolean hasTiers() {
        return !tiers().isEmpty();
    }

    boolean knowsApiVersion();
}
