package dev.rowan.api.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A checked part of the settings: every key known and every value within its rule. Settings records read themselves
/// from it.
///
/// Made by [#check], which reports all that is wrong and gives no section then, so that a reader never meets a bad
/// value.
public final class Section {
    private final ConfigNode node;
    private final Path base;
    private final Problems problems;
    private final Map<String, Object> values;

    private Section(ConfigNode node, Path base, Problems problems, Map<String, Object> values) {
        this.node = node;
        this.base = base;
        this.problems = problems;
        this.values = values;
    }

    /// Checks `node` against `options`. Problems go to `problems`; the result is empty when this section has any.
    /// `base` is the folder that relative paths start from.
    public static Optional<Section> check(ConfigNode node, Options options, Path base, Problems problems) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries))) {
            problems.add("config.type", node, "must be a mapping, got " + node.found());
            return Optional.empty();
        }
        var values = new HashMap<String, Object>();
        boolean good = true;
        for (var entry : entries.entrySet()) {
            Optional<Option<?>> option = options.list().stream()
                    .filter(o -> o.name().equals(entry.getKey()))
                    .findFirst();
            if (option.isEmpty()) {
                problems.add(new Problem(
                        "config.unknown_key",
                        entry.getValue().keyPlace(),
                        node.path(),
                        "unknown key '" + entry.getKey() + "'",
                        NearName.hint(entry.getKey(), options.names())
                                .or(() -> Optional.of("known keys: " + String.join(", ", options.names())))));
                good = false;
                continue;
            }
            ConfigNode value = entry.getValue().value();
            switch (option.get().read(value)) {
                case Option.Reading.Value<?>(var read) -> values.put(entry.getKey(), read);
                case Option.Reading.Wrong<?>(var mustHold) -> {
                    problems.add("config.value", value, mustHold + ", got " + value.found());
                    good = false;
                }
            }
        }
        for (Option<?> option : options.list()) {
            if (option.required() && !entries.containsKey(option.name())) {
                problems.add(
                        "config.missing_key",
                        node,
                        "needs '" + option.name() + "'",
                        option.description().isEmpty() ? Optional.empty() : Optional.of(option.description()));
                good = false;
            }
        }
        return good ? Optional.of(new Section(node, base, problems, values)) : Optional.empty();
    }

    /// The value of an option that is required or has a default.
    @SuppressWarnings("unchecked") // `check` stored what this very option read
    public <T> T get(Option<T> option) {
        Object value = values.get(option.name());
        if (value != null) {
            return (T) value;
        }
        return option.fallback()
                .orElseThrow(() -> new IllegalStateException("option '" + option.name() + "' may be absent; use find"));
    }

    /// The value of an option that may be absent.
    @SuppressWarnings("unchecked") // `check` stored what this very option read
    public <T> Optional<T> find(Option<T> option) {
        Object value = values.get(option.name());
        return value != null ? Optional.of((T) value) : option.fallback();
    }

    /// A path option, taken from the settings file's folder when it is relative.
    public Path path(Option<String> option) {
        return base.resolve(get(option)).normalize();
    }

    public Path base() {
        return base;
    }

    public ConfigNode node() {
        return node;
    }

    /// Reports a rule that spans keys, at the place of `option` (or of the section when it was not given).
    public void problem(Option<?> option, String message) {
        ConfigNode at =
                node instanceof ConfigNode.Mapping(var _, var _, var entries) && entries.containsKey(option.name())
                        ? entries.get(option.name()).value()
                        : node;
        problems.add("config.rule", at, message);
    }

    /// A nested section, checked by the same rules; empty when the key is absent or has problems.
    public Optional<Section> section(Option<ConfigNode> option) {
        return find(option).flatMap(child -> switch (option.kind()) {
            case Option.Kind.Nested(var options) -> check(child, options, base, problems);
            default -> throw new IllegalArgumentException("option '" + option.name() + "' is no section");
        });
    }
}
