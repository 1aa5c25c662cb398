package dev.rowan.api.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A checked part of the settings: every key known and every value within its rule. Settings records read themselves
/// from it.
///
/// Made by [#check], which reports all that is wrong and gives no section then, so that a reader never meets a bad
/// value.
public final class Section {
    private final ConfigNode.Mapping node;
    private final Path base;
    private final Problems problems;
    private final Map<String, Object> values;

    Section(ConfigNode.Mapping node, Path base, Problems problems, Map<String, Object> values) {
        this.node = node;
        this.base = base;
        this.problems = problems;
        this.values = values;
    }

    /// Checks `node` against `options`, nested sections included. Problems go to `problems`; the result is empty when
    /// this section has any. `base` is the folder that relative paths start from.
    public static Optional<Section> check(ConfigNode node, Options options, Path base, Problems problems) {
        return switch (node) {
            case ConfigNode.Mapping mapping -> new SectionCheck(mapping, base, problems).against(options);
            case ConfigNode.Broken _ -> Optional.empty();
            case ConfigNode.Scalar _, ConfigNode.Sequence _ -> {
                problems.add("config.value", node, "must be a mapping, got " + node.found());
                yield Optional.empty();
            }
        };
    }

    /// The value of an option that is required or has a default.
    public <T> T get(Option<T> option) {
        return find(option)
                .orElseThrow(() -> new IllegalStateException("option '" + option.name() + "' may be absent; use find"));
    }

    /// The value of an option that may be absent.
    @SuppressWarnings("unchecked") // the check stored what this very option read
    public <T> Optional<T> find(Option<T> option) {
        Object value = values.get(option.name());
        return value != null ? Optional.of((T) value) : option.fallback();
    }

    /// A path option, taken from the settings file's folder when it is relative.
    public Path path(Option<String> option) {
        try {
            Path path = base.resolve(get(option)).normalize();
            return path.toString().isEmpty() ? Path.of(".") : path;
        } catch (InvalidPathException e) {
            problem(option, "must be a path that this system can hold: " + e.getReason());
            return base;
        }
    }

    public Path base() {
        return base;
    }

    public ConfigNode node() {
        return node;
    }

    /// Reports a rule that spans keys, at the place of `option` (or of the section when it was not given).
    public void problem(Option<?> option, String message) {
        problems.add("config.rule", placeOf(option), message);
    }

    /// Warns of something that is allowed but probably not meant, at the same place.
    public void warning(Option<?> option, String message) {
        problems.warn("config.rule", placeOf(option), message, Optional.empty());
    }

    private ConfigNode placeOf(Option<?> option) {
        ConfigNode.Entry entry = node.entries().get(option.name());
        return entry == null ? node : entry.value();
    }

    /// A nested section; empty when the key is absent and has no default.
    public Optional<Section> section(Option<ConfigNode> option) {
        if (!(option.kind() instanceof OptionKind.Nested(var options))) {
            throw new IllegalArgumentException("option '" + option.name() + "' is no section");
        }
        return find(option).flatMap(child -> check(child, options, base, problems));
    }
}
