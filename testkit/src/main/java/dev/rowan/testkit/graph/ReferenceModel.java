package dev.rowan.testkit.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A pipeline as a graph, read from the settings of its file and checked: the reference's own model. `starts`
/// are the targets of the sources by their names, `sinks` the names of the sinks, `keepErrors` those that keep
/// `_error`.
public final class ReferenceModel {
    public static final String DISCARD = "discard";

    private final Map<String, String> starts;
    private final Map<String, ReferenceNode> nodes = new LinkedHashMap<>();
    private final Set<String> sinks;
    private final Set<String> keepErrors;
    private final boolean ordered;
    private final Map<String, ReferenceNode.Join> closedBy = new LinkedHashMap<>();

    ReferenceModel(
            Map<String, String> starts,
            List<ReferenceNode> nodes,
            Set<String> sinks,
            Set<String> keepErrors,
            boolean ordered) {
        this.starts = starts;
        this.sinks = sinks;
        this.keepErrors = keepErrors;
        this.ordered = ordered;
        nodes.forEach(node -> this.nodes.put(node.name(), node));
        for (ReferenceNode node : nodes) {
            if (node instanceof ReferenceNode.Join join && closedBy.put(join.of(), join) != null) {
                throw new IllegalArgumentException("config.join: two joins close '" + join.of() + "'");
            }
        }
    }

    public List<ReferenceNode> nodes() {
        return List.copyOf(nodes.values());
    }

    public Set<String> sinks() {
        return sinks;
    }

    public boolean keepsError(String sink) {
        return keepErrors.contains(sink);
    }

    /// Whether rows leave in input order.
    public boolean ordered() {
        return ordered;
    }

    public Map<String, String> starts() {
        return starts;
    }

    /// The node of this name; empty for a sink and `discard`.
    public Optional<ReferenceNode> node(String target) {
        return Optional.ofNullable(nodes.get(target));
    }

    /// The join that closes a split.
    public Optional<ReferenceNode.Join> joinOf(String split) {
        return Optional.ofNullable(closedBy.get(split));
    }

    /// Everything that a token at `target` may reach, itself included; not what is behind an aggregate.
    public Set<String> reachable(String target) {
        var found = new LinkedHashSet<String>();
        var open = new ArrayDeque<>(List.of(target));
        while (!open.isEmpty()) {
            String at = open.remove();
            if (found.add(at)) {
                node(at).ifPresent(node -> open.addAll(node.next()));
            }
        }
        return found;
    }

    public boolean reaches(String target, String node) {
        return reachable(target).contains(node);
    }

    /// Whether a branch that begins at `start` is required by `join`: it has a safety transform.
    public boolean required(String start, String join) {
        return reachable(start).stream()
                .anyMatch(name -> node(name).filter(ReferenceNode::safety).isPresent() && reaches(name, join));
    }

    /// Whether the file has no keys of graphs: every token passes the nodes in order. Then parts are counted.
    public boolean isChain() {
        var order = new ArrayList<>(nodes.keySet());
        boolean inOrder = nodes.values().stream()
                .allMatch(node -> node instanceof ReferenceNode.Step step
                        && node.onError().filter(nodes::containsKey).isEmpty()
                        && (node.index() + 1 < order.size()
                                ? step.to().equals(order.get(node.index() + 1))
                                : sinks.contains(step.to())));
        return inOrder
                && starts.keySet().equals(Set.of("source"))
                && (order.isEmpty() || starts.containsValue(order.getFirst()));
    }

    /// The largest product of (most children + 1) along any path behind a split.
    public long stride(ReferenceNode split) {
        return split.next().stream().mapToLong(this::width).max().orElse(1);
    }

    private long width(String target) {
        return node(target)
                .map(node -> Math.multiplyExact(node.mostChildren() + 1L, stride(node)))
                .orElse(1L);
    }
}
