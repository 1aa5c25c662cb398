package dev.rowan.connectors.file;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// The section `storage` of sources and sinks, with the keys of all storages, and what a path with a scheme names.
public final class StorageOptions {
    private static final String SCHEME_END = "://";

    private static final List<StorageProvider> PROVIDERS =
            ServiceLoader.load(StorageProvider.class, StorageProvider.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    public static final Option<ConfigNode> STORAGE = Option.nested("storage", all())
            .optional()
            .describedAs("access to a 'path' such as s3://bucket/key: endpoint, region, credentials");

    private StorageOptions() {}

    /// An option of the same name is the same option for all storages.
    private static Options all() {
        var options = new LinkedHashMap<String, Option<?>>();
        PROVIDERS.forEach(
                provider -> provider.options().list().forEach(option -> options.putIfAbsent(option.name(), option)));
        return new Options(List.copyOf(options.values()), Map.of());
    }

    static boolean hasScheme(String path) {
        return path.contains(SCHEME_END);
    }

    /// The storage that `path` names; `section` has the keys `path` and `storage`.
    static Optional<StorageProvider> provider(Section section, Option<String> path) {
        String given = section.get(path);
        if (!hasScheme(given)) {
            refuse(section, List.of(), "a local 'path'");
            return Optional.empty();
        }
        String scheme = given.substring(0, given.indexOf(SCHEME_END));
        Optional<StorageProvider> found = PROVIDERS.stream()
                .filter(provider -> provider.schemes().contains(scheme))
                .findFirst();
        found.ifPresentOrElse(
                provider -> refuse(section, provider.options().names(), scheme + SCHEME_END),
                () -> section.problem(
                        path,
                        "must be a local path or start with " + schemes() + ", got '" + scheme + SCHEME_END + "…'"));
        return found;
    }

    private static String schemes() {
        return PROVIDERS.stream()
                .flatMap(provider -> provider.schemes().stream())
                .map(scheme -> scheme + SCHEME_END)
                .collect(Collectors.joining(", "));
    }

    /// Reports the keys of `storage` that have no effect.
    private static void refuse(Section section, List<String> known, String target) {
        if (section.find(STORAGE).orElse(null) instanceof ConfigNode.Mapping given) {
            List<String> others = given.entries().keySet().stream()
                    .filter(key -> !known.contains(key))
                    .toList();
            if (!others.isEmpty()) {
                section.problem(STORAGE, "has keys that do not apply to " + target + ": " + String.join(", ", others));
            }
        }
    }

    static StorageProvider.Location location(Section section, Option<String> path) {
        return new StorageProvider.Location(
                section.get(path), section.sectionOrEmpty(STORAGE), message -> section.problem(path, message));
    }
}
