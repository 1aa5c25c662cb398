package dev.rowan.engine.pipeline;

import dev.rowan.api.call.HeaderOption;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.engine.pool.PoolConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The options of a node that affect speed and credentials but not results: they may change during a run.
final class TunableOptions {
    private TunableOptions() {}

    /// The names of such options. A plugin's own option named `mode` or `batch` is not one.
    private static Set<String> names(Options plugin) {
        return Stream.of(
                        PoolConfig.OPTIONS.names().stream(),
                        Stream.of(PipelineShape.RETRY.name()),
                        BatchSettings.OPTIONS.names().stream()
                                .filter(name -> !plugin.names().contains(name)),
                        plugin.list().stream().filter(SecretOption::isSecret).map(Option::name))
                .flatMap(names -> names)
                .collect(Collectors.toSet());
    }

    /// The options that are set, as text; secrets as references.
    static Map<String, String> of(ConfigNode options, Options plugin) {
        var tuning = new TreeMap<String, String>();
        if (options instanceof ConfigNode.Mapping(var _, var _, var entries)) {
            Set<String> names = names(plugin);
            Set<String> secrets = plugin.list().stream()
                    .filter(SecretOption::isSecret)
                    .map(Option::name)
                    .collect(Collectors.toSet());
            entries.forEach((name, entry) -> {
                if (names.contains(name)) {
                    tuning.put(
                            name,
                            secrets.contains(name)
                                    ? SettingsFingerprint.reference(entry.value())
                                    : text(entry.value()));
                }
            });
        }
        return tuning;
    }

    /// The other options; secrets as references.
    static ConfigNode without(ConfigNode options, Options plugin) {
        if (!(options instanceof ConfigNode.Mapping(var place, var path, var entries))) {
            return options;
        }
        var rest = new LinkedHashMap<>(entries);
        names(plugin).forEach(rest::remove);
        plugin.list().stream()
                .filter(HeaderOption::holdsHeaders)
                .forEach(option -> rest.computeIfPresent(
                        option.name(),
                        (_, entry) ->
                                new ConfigNode.Entry(entry.keyLocation(), HeaderOption.withoutSecrets(entry.value()))));
        return new ConfigNode.Mapping(place, path, rest);
    }

    private static String text(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar(var _, var _, var value) -> String.valueOf(value);
            case ConfigNode.Broken(var _, var path) -> path;
            case ConfigNode.Sequence(var _, var _, var items) ->
                items.stream().map(TunableOptions::text).collect(Collectors.joining(", ", "[", "]"));
            case ConfigNode.Mapping(var _, var _, var entries) ->
                entries.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry ->
                                entry.getKey() + ": " + text(entry.getValue().value()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }
}
