package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Problems;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Resolves the targets of edges, and notes which sinks they lead to. A sink comes before a node of the same name.
/// Owned by one thread.
final class TargetNames {
    private final NodeEntries entries;
    private final List<String> sinks;
    private final String output;
    private final Problems problems;
    private final Set<String> used = new HashSet<>();
    private boolean usesOutput;
    private boolean hasUnknown;

    TargetNames(NodeEntries entries, List<String> sinks, String output, Problems problems) {
        this.entries = entries;
        this.sinks = sinks;
        this.output = output;
        this.problems = problems;
    }

    /// The sinks that some edge leads to.
    Set<String> used() {
        return used;
    }

    /// Whether an edge leads to the output by default.
    boolean usesOutput() {
        return usesOutput;
    }

    /// Whether a target was unknown.
    boolean hasUnknown() {
        return hasUnknown;
    }

    /// The target of rows that leave `entry` in the usual way.
    Target next(NodeEntry entry) {
        return entry.child(PipelineShape.TO)
                .map(this::named)
                .or(() -> entry.next().map(Target.Node::new))
                .or(() -> entry.within().map(gate -> next(entries.get(gate))))
                .orElseGet(this::output);
    }

    /// The target of the rows of a source.
    Target start(Optional<ConfigNode> to) {
        return to.map(this::named).orElseGet(() -> entries.list().isEmpty() ? output() : new Target.Node(0));
    }

    private Target output() {
        usesOutput = true;
        used.add(output);
        return new Target.Sink(output);
    }

    /// The target of a route of the gate `entry`: a name, or a list of entries.
    Target route(NodeEntry entry, ConfigNode target) {
        return switch (target) {
            case ConfigNode.Sequence list ->
                entries.first(list).<Target>map(Target.Node::new).orElseGet(() -> next(entry));
            case ConfigNode.Scalar _, ConfigNode.Mapping _, ConfigNode.Broken _ -> named(target);
        };
    }

    private Target named(ConfigNode target) {
        if (!(target instanceof ConfigNode.Scalar(var _, var _, String name))) {
            if (!(target instanceof ConfigNode.Broken)) {
                problems.add(
                        "config.type",
                        target,
                        "must be the name of a node or sink, or 'discard', got " + target.found());
            }
            hasUnknown = true;
            return new Target.Discard();
        }
        Optional<Target> found = find(name);
        if (found.isEmpty()) {
            hasUnknown = true;
            var known = new ArrayList<>(sinks);
            entries.list().forEach(entry -> known.add(entry.name()));
            problems.add(
                    "config.unknown_target",
                    target,
                    "there is no node or sink '" + name + "'",
                    NearName.hint(name, known).or(() -> Optional.of("available: " + String.join(", ", known))));
        }
        return found.orElseGet(Target.Discard::new);
    }

    /// The target with this name.
    Optional<Target> find(String name) {
        if (name.equals(OnError.DISCARD)) {
            return Optional.of(new Target.Discard());
        }
        if (sinks.contains(name)) {
            used.add(name);
            return Optional.of(new Target.Sink(name));
        }
        return entries.named(name).map(Target.Node::new);
    }

    /// Where failed rows go; [SinkNames] reports unknown names.
    OnError onError(Optional<ConfigNode> word) {
        return word.flatMap(node ->
                        node instanceof ConfigNode.Scalar(var _, var _, String name) ? find(name) : Optional.empty())
                .<OnError>map(target -> switch (target) {
                    case Target.Node(int index) -> new OnError.ToNode(index);
                    case Target.Sink(String name) -> new OnError.ToSink(name);
                    case Target.Discard _ -> new OnError.Discard();
                })
                .orElseGet(OnError.Stay::new);
    }
}
