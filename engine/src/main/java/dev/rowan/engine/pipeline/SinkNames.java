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

/// Checks that every row has a sink and every sink is reachable.
final class SinkNames {
    private static final String OUTPUT = "output";

    private final Problems problems;
    private final ConfigNode root;

    SinkNames(Problems problems, ConfigNode root) {
        this.problems = problems;
        this.root = root;
    }

    /// The output sink; reports unknown and unused names.
    String check() {
        Optional<ConfigNode> section = PipelineAssembly.child(root, PipelineShape.SINKS);
        List<String> known = section.map(SinkNames::declared).orElse(List.of());
        if (section.isEmpty() || known.isEmpty()) {
            return OUTPUT;
        }
        ConfigNode sinksNode = section.get();
        String output = known.contains(OUTPUT) ? OUTPUT : known.getFirst();
        if (known.size() > 1 && !known.contains(OUTPUT)) {
            problems.add(
                    "config.no_output",
                    sinksNode,
                    "with several sinks, one must be named 'output': it gets the successful rows",
                    NearName.hint(OUTPUT, known));
        }
        Set<String> used = new HashSet<>(Set.of(output));
        references().forEach(reference -> {
            if (reference.value() instanceof String name && !name.equals(OnError.DISCARD)) {
                used.add(name);
                if (!known.contains(name)) {
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
                if (!used.contains(name) && known.contains(OUTPUT)) {
                    problems.add(
                            "config.unused_sink",
                            entry.value(),
                            "no row can reach this sink",
                            Optional.of("name it in an on_error, or remove it"));
                }
            });
        }
        return output;
    }

    private static List<String> declared(ConfigNode sinks) {
        return sinks instanceof ConfigNode.Mapping(var _, var _, var entries)
                ? List.copyOf(entries.keySet())
                : List.of();
    }

    private List<ConfigNode.Scalar> references() {
        var found = new ArrayList<ConfigNode.Scalar>();
        for (var key : List.of(PipelineShape.SOURCE, PipelineShape.TRANSFORMS)) {
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
