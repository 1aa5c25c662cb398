package dev.rowan.api.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A validated part of the settings: every key is known and every value valid. Settings records read themselves
/// from it.
///
/// Created by [#check], which reports all problems.
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

    /// Validates `node` against `options`, including nested sections. Returns empty if there was any problem.
    /// `base` is the directory that relative paths are resolved against.
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

    /// The value of a path option, resolved against the settings file's directory.
    public Path path(Option<String> option) {
        try {
            Path path = base.resolve(get(option)).normalize();
            return path.toString().isEmpty() ? Path.of(".") : path;
        } catch (InvalidPathException e) {
            problem(option, "must be a valid path: " + e.getReason());
            return base;
        }
    }

    public Path base() {
        return base;
    }

    public ConfigNode node() {
        return node;
    }

    /// Reports a rule that spans keys, at the location of `option` (or of the section if it is absent).
    public void problem(Option<?> option, String message) {
        problems.add("config.rule", locationOf(option), message);
    }

    /// Warns about a setting that is valid but probably a mistake, at the same location.
    public void warning(Option<?> option, String message) {
        problems.warn("config.rule", locationOf(option), message, Optional.empty());
    }

    private ConfigNode locationOf(Option<?> option) {
        ConfigNode.Entry entry = node.entries().get(option.name());
        return entry == null ? node : entry.value();
    }

    /// A nested section; empty if the key is absent and has no default.
    public Optional<Section> section(Option<ConfigNode> option) {
        if (!(option.kind() instanceof OptionKind.Nested(var options))) {
            throw new IllegalArgumentException("option '" + option.name() + "' is not a section");
        }
        return find(option).flatMap(child -> check(child, options, base, problems));
    }

    /// A nested section; an empty one if the key is absent.
    public Section sectionOrEmpty(Option<ConfigNode> option) {
        return section(option)
                .orElseGet(() -> new Section(
                        new ConfigNode.Mapping(node.location(), node.path(), Map.of()), base, problems, Map.of()));
    }
}
