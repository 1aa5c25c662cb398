package dev.rowan.config;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.Anchor;

/// Anchored values, kept for their aliases. Owned by one thread.
final class Anchors {
    private final Limits limits;
    private final Map<Anchor, ConfigNode> values = new HashMap<>();
    private final Set<Anchor> open = new HashSet<>();

    Anchors(Limits limits) {
        this.limits = limits;
    }

    /// Marks the value of `anchor` as incomplete.
    void open(Optional<Anchor> anchor) {
        anchor.ifPresent(open::add);
    }

    boolean isOpen(Anchor anchor) {
        return open.contains(anchor);
    }

    ConfigNode keep(Optional<Anchor> anchor, ConfigNode value) {
        anchor.ifPresent(name -> {
            open.remove(name);
            values.put(name, value);
        });
        return value;
    }

    /// The value of `anchor` at `path`, for an alias at `alias`. It keeps its original location.
    Optional<ConfigNode> copy(Anchor anchor, ConfigLocation alias, String path, int depth)
            throws UnreadableYamlException {
        ConfigNode value = values.get(anchor);
        return value == null ? Optional.empty() : Optional.of(copy(value, alias, path, depth));
    }

    private ConfigNode copy(ConfigNode node, ConfigLocation alias, String path, int depth)
            throws UnreadableYamlException {
        limits.value(alias, path, depth);
        return switch (node) {
            case ConfigNode.Scalar(var place, var _, var value) -> new ConfigNode.Scalar(place, path, value);
            case ConfigNode.Broken(var place, var _) -> new ConfigNode.Broken(place, path);
            case ConfigNode.Sequence(var place, var _, var items) -> {
                var copies = new ArrayList<ConfigNode>();
                for (ConfigNode item : items) {
                    copies.add(copy(item, alias, ConfigNode.pathOf(path, copies.size()), depth + 1));
                }
                yield new ConfigNode.Sequence(place, path, copies);
            }
            case ConfigNode.Mapping(var place, var _, var entries) -> {
                var copies = new LinkedHashMap<String, ConfigNode.Entry>();
                for (var entry : entries.entrySet()) {
                    String key = entry.getKey();
                    ConfigNode value = copy(entry.getValue().value(), alias, ConfigNode.pathOf(path, key), depth + 1);
                    copies.put(key, new ConfigNode.Entry(entry.getValue().keyLocation(), value));
                }
                yield new ConfigNode.Mapping(place, path, copies);
            }
        };
    }
}
