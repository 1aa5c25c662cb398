package dev.rowan.connectors.format;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The keys of several formats in one section: all are known, and those of other formats than the chosen one are
/// problems.
final class FormatKeys {
    private final Map<String, Option<?>> options = new LinkedHashMap<>();
    private final Map<String, List<String>> formats = new LinkedHashMap<>();

    /// Adds a format; an option of the same name as that of an earlier one must be the same option.
    FormatKeys and(String format, Options keys) {
        for (Option<?> option : keys.list()) {
            options.putIfAbsent(option.name(), option);
            formats.computeIfAbsent(option.name(), _ -> new ArrayList<>()).add("'format: " + format + "'");
        }
        return this;
    }

    Options options() {
        return new Options(List.copyOf(options.values()), Map.of());
    }

    /// Reports the keys in `section` that `chosen` does not know.
    void refuseOthers(Section section, Options chosen) {
        if (section.node() instanceof ConfigNode.Mapping given) {
            options.values().stream()
                    .filter(option -> given.entries().containsKey(option.name()))
                    .filter(option -> !chosen.names().contains(option.name()))
                    .forEach(option -> section.problem(option, "is for " + owners(option) + " only"));
        }
    }

    private String owners(Option<?> option) {
        return formats.getOrDefault(option.name(), List.of()).stream().collect(Collectors.joining(" or "));
    }
}
