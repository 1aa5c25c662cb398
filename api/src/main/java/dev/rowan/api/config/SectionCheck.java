package dev.rowan.api.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Validates a mapping, reports every problem and collects the values. Owned by one thread.
final class SectionCheck {
    private final ConfigNode.Mapping node;
    private final Path base;
    private final Problems problems;
    private final Map<String, Object> values = new HashMap<>();
    private boolean valid = true;

    SectionCheck(ConfigNode.Mapping node, Path base, Problems problems) {
        this.node = node;
        this.base = base;
        this.problems = problems;
    }

    Optional<Section> against(Options options) {
        node.entries().forEach((key, entry) -> {
            Optional<Option<?>> option = options.find(key);
            if (option.isPresent()) {
                read(option.get(), entry.value());
            } else if (options.refused().containsKey(key)) {
                refused(key, entry, options);
            } else {
                unknown(key, entry, options);
            }
        });
        for (Option<?> option : options.list()) {
            if (option.required() && !node.entries().containsKey(option.name())) {
                missing(option);
            }
        }
        return valid ? Optional.of(new Section(node, base, problems, values)) : Optional.empty();
    }

    private void read(Option<?> option, ConfigNode value) {
        boolean section = option.kind() instanceof OptionKind.Nested;
        if (value.isBroken() && !section) {
            valid = false;
            return;
        }
        switch (option.read(value, base, problems)) {
            case Option.Reading.Value<?>(var read) -> values.put(option.name(), read);
            case Option.Reading.Wrong<?>(var mustHold) -> wrong(value, mustHold, hint(option, value));
            case Option.Reading.WrongParts<?>(var parts) ->
                parts.forEach(part -> wrong(part.node(), part.mustHold(), Optional.empty()));
            case Option.Reading.Reported<?> _ -> valid = false;
        }
    }

    private static Optional<String> hint(Option<?> option, ConfigNode value) {
        return option.kind() instanceof OptionKind.Choice(var words)
                        && value instanceof ConfigNode.Scalar(var _, var _, String word)
                ? NearName.hint(word, words)
                : Optional.empty();
    }

    private void wrong(ConfigNode value, String mustHold, Optional<String> hint) {
        report(new Problem("config.value", value.location(), value.path(), mustHold + ", got " + value.found(), hint));
    }

    private void unknown(String key, ConfigNode.Entry entry, Options options) {
        String known = options.list().isEmpty()
                ? "no keys are known here"
                : "known keys: " + String.join(", ", options.names());
        report(new Problem(
                "config.unknown_key",
                entry.keyLocation(),
                node.path(),
                "unknown key " + Quoted.of(key),
                NearName.hint(key, options.names()).or(() -> Optional.of(known))));
    }

    private void refused(String key, ConfigNode.Entry entry, Options options) {
        report(new Problem(
                "config.refused_key",
                entry.keyLocation(),
                node.path(),
                "'" + key + "' is not allowed here",
                Optional.ofNullable(options.refused().get(key))));
    }

    private void missing(Option<?> option) {
        report(new Problem(
                "config.missing_key",
                node.location(),
                node.path(),
                "needs '" + option.name() + "'",
                Optional.of(option.description()).filter(text -> !text.isEmpty())));
    }

    private void report(Problem problem) {
        problems.add(problem);
        valid = false;
    }
}
