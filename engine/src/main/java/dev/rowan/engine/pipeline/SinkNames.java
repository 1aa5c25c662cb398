package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks that every row has a sink and every sink is reachable. Owned by one thread.
final class SinkNames {
    private static final String OUTPUT = "output";

    private final Problems problems;
    private final ConfigNode root;

    SinkNames(Problems problems, ConfigNode root) {
        this.problems = problems;
        this.root = root;
    }

    /// The names of the sinks.
    List<String> declared() {
        return PipelineAssembly.child(root, PipelineShape.SINKS)
                .map(SinkNames::declared)
                .orElse(List.of());
    }

    /// The sink of rows that pass.
    String output() {
        List<String> known = declared();
        return known.contains(OUTPUT) || known.isEmpty() ? OUTPUT : known.getFirst();
    }

    /// Reports unknown and unused names.
    void check(TargetNames targets, NodeEntries nodes) {
        Optional<ConfigNode> section = PipelineAssembly.child(root, PipelineShape.SINKS);
        List<String> known = declared();
        if (section.isEmpty() || known.isEmpty()) {
            return;
        }
        ConfigNode sinksNode = section.get();
        boolean lacksOutput = targets.usesOutput() && known.size() > 1 && !known.contains(OUTPUT);
        if (lacksOutput) {
            problems.add(
                    "config.no_output",
                    sinksNode,
                    "with several sinks, one must be named 'output': it gets the successful rows",
                    NearName.hint(OUTPUT, known));
        }
        Set<String> used = new HashSet<>(targets.used());
        references().forEach(reference -> {
            if (reference.value() instanceof String name && !name.equals(OnError.DISCARD)) {
                used.add(name);
                boolean isNode = reference.path().startsWith(PipelineShape.TRANSFORMS.name())
                        && nodes.named(name).isPresent();
                if (!known.contains(name) && !isNode) {
                    problems.add(new Problem(
                            "config.unknown_sink",
                            reference.location(),
                            reference.path(),
                            "there is no sink '" + name + "'",
                            NearName.hint(name, known)
                                    .or(() -> Optional.of("available: " + String.join(", ", known)))));
                }
            }
        });
        if (sinksNode instanceof ConfigNode.Mapping(var _, var _, var entries)) {
            entries.forEach((name, entry) -> {
                if (!used.contains(name) && !lacksOutput) {
                    problems.add(
                            "config.unused_sink",
                            entry.value(),
                            "no row can reach this sink",
                            Optional.of("name it in a 'to', a route or an on_error, or remove it"));
                }
            });
        }
    }

    private static List<String> declared(ConfigNode sinks) {
        return sinks instanceof ConfigNode.Mapping(var _, var _, var entries)
                ? List.copyOf(entries.keySet())
                : List.of();
    }

    private List<ConfigNode.Scalar> references() {
        var found = new ArrayList<ConfigNode.Scalar>();
        for (var key :
                List.of(PipelineShape.SOURCE, PipelineShape.SOURCES, PipelineShape.TRANSFORMS, PipelineShape.SINKS)) {
            PipelineAssembly.child(root, key).ifPresent(node -> found.addAll(references(node, "")));
        }
        return found;
    }

    /// Every `on_error` below `node`.
    private static List<ConfigNode.Scalar> references(ConfigNode node, String key) {
        var found = new ArrayList<ConfigNode.Scalar>();
        switch (node) {
            case ConfigNode.Scalar scalar when key.equals("on_error") -> found.add(scalar);
            case ConfigNode.Scalar _, ConfigNode.Broken _ -> {}
            case ConfigNode.Sequence(var _, var _, var items) ->
                items.forEach(item -> found.addAll(references(item, "")));
            case ConfigNode.Mapping(var _, var _, var entries) ->
                entries.forEach((name, entry) -> found.addAll(references(entry.value(), name)));
        }
        return found;
    }
}
