package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Locates settings in the tree that a pipeline was assembled from, for messages.
record SettingLocations(ConfigNode root) {
    private static final String OPTIONS = PipelineShape.PLUGIN_OPTIONS.name();

    /// The setting in a source's options; `name` is that of one of several.
    ConfigNode source(Optional<String> name, List<String> option) {
        return below(
                name.map(given -> List.of(PipelineShape.SOURCES.name(), given, OPTIONS))
                        .orElse(List.of(PipelineShape.SOURCE.name(), OPTIONS)),
                option);
    }

    /// The setting in the options of the transform `index`.
    ConfigNode transform(int index, List<String> option) {
        List<ConfigNode> entries = NodeEntries.nodes(root);
        if (index >= entries.size()) {
            return root;
        }
        ConfigNode entry = entries.get(index);
        boolean gate = PipelineAssembly.child(entry, PipelineShape.GATE).isPresent();
        boolean grouping =
                PipelineAssembly.child(entry, PipelineShape.AGGREGATE).isPresent()
                        && option.equals(List.of(PipelineShape.GROUP_BY.name()));
        String section = gate ? PipelineShape.GATE.name() : grouping ? PipelineShape.AGGREGATE.name() : OPTIONS;
        return new SettingLocations(entry).below(List.of(section), option);
    }

    /// The same, but the location of the key if the last step is one.
    ConfigNode transformKey(int index, List<String> option) {
        ConfigNode around = transform(index, option.subList(0, option.size() - 1));
        return around instanceof ConfigNode.Mapping(var _, var _, var entries)
                ? Optional.ofNullable(entries.get(option.getLast()))
                        .<ConfigNode>map(entry -> new ConfigNode.Scalar(
                                entry.keyLocation(), entry.value().path(), option.getLast()))
                        .orElse(around)
                : around;
    }

    /// The setting in the options of the sink `name`.
    ConfigNode sink(String name, List<String> option) {
        return below(List.of(PipelineShape.SINKS.name(), name, OPTIONS), option);
    }

    private ConfigNode below(List<String> node, List<String> option) {
        var steps = new ArrayList<>(node);
        steps.addAll(option);
        return at(steps);
    }

    /// The node at these steps, or its closest existing ancestor.
    ConfigNode at(List<String> steps) {
        ConfigNode found = root;
        for (String step : steps) {
            Optional<ConfigNode> next = step(found, step);
            if (next.isEmpty()) {
                return found;
            }
            found = next.get();
        }
        return found;
    }

    private static Optional<ConfigNode> step(ConfigNode node, String step) {
        return switch (node) {
            case ConfigNode.Mapping(var _, var _, var entries) ->
                Optional.ofNullable(entries.get(step)).map(ConfigNode.Entry::value);
            case ConfigNode.Sequence(var _, var _, var items)
            when step.matches("[0-9]{1,9}") ->
                Optional.of(Integer.parseInt(step))
                        .filter(index -> index < items.size())
                        .map(items::get);
            case ConfigNode.Scalar _, ConfigNode.Sequence _, ConfigNode.Broken _ -> Optional.empty();
        };
    }
}
