package dev.rowan.engine.graph;

import dev.rowan.landscape.record.RowOrigin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A directed acyclic graph of nodes. `starts` is where the rows of each source go, by its name, empty for the only
/// one;
/// node `i` has the index `i`. `parts` numbers the tokens of a row if it is not a chain and has splits.
public record Graph(Map<String, Target> starts, List<GraphNode> nodes, Optional<PartNumbers> parts) {

    public Graph {
        starts = Collections.unmodifiableMap(new LinkedHashMap<>(starts));
        nodes = List.copyOf(nodes);
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).index() != i) {
                throw new IllegalArgumentException("node " + nodes.get(i).index() + " must be number " + i);
            }
        }
    }

    /// Where the rows of a source start; those of a source that is none any more as those of the first.
    public Target start(Optional<String> source) {
        Target start = starts.get(source.orElse(""));
        return start != null ? start : starts.values().iterator().next();
    }

    /// The target after a node that a token passed, by the `route` that it took if the node is a gate. A label that
    /// is no route any more leads to the gate itself.
    public Target after(int node, Optional<String> route) {
        return switch (nodes.get(node)) {
            case GraphNode.Transform transform -> transform.to();
            case GraphNode.Join join -> join.to();
            case GraphNode.Aggregate aggregate -> aggregate.to();
            case GraphNode.Fork fork ->
                route.flatMap(label -> Optional.ofNullable(fork.branches().get(label)))
                        .orElseGet(() -> new Target.Node(node));
            case GraphNode.Gate gate ->
                route.flatMap(label -> label.equals(Edge.ELSE)
                                ? gate.otherwise()
                                : Optional.ofNullable(gate.routes().get(label)))
                        .orElseGet(() -> new Target.Node(node));
        };
    }

    /// The join that closes a split, if any does.
    public Optional<GraphNode.Join> joinOf(int split) {
        for (GraphNode node : nodes) {
            if (node instanceof GraphNode.Join join && join.of() == split) {
                return Optional.of(join);
            }
        }
        return Optional.empty();
    }

    /// Whether `node` makes several tokens of one.
    public boolean isSplit(int node) {
        return parts.isPresent() && parts.get().isSplit(node);
    }

    /// Whether tokens of a row meet again or run concurrently.
    public boolean hasBranches() {
        return parts.isPresent();
    }

    /// The branch of the token with this number, as `fork.label` or `expansion.number`; several if routes differ.
    public String branch(int part) {
        return parts.map(numbers -> numbers.paths(part)).orElse(List.of()).stream()
                .filter(path -> !path.isEmpty())
                .map(path -> branch(path.getLast()))
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    private String branch(PartNumbers.Step step) {
        GraphNode split = nodes.get(step.split());
        String label = split instanceof GraphNode.Fork fork
                ? List.copyOf(fork.branches().keySet()).get(step.ordinal() - 1)
                : String.valueOf(step.ordinal());
        return split.name() + "." + label;
    }

    /// Whether every join needs all its branches, however long they take.
    public boolean joinsAll() {
        return nodes.stream()
                .noneMatch(node -> node instanceof GraphNode.Join join && !(join.policy() instanceof JoinPolicy.All));
    }

    /// Whether joins expire.
    public boolean hasTimeouts() {
        return nodes.stream()
                .anyMatch(node -> node instanceof GraphNode.Join join
                        && join.policy() instanceof JoinPolicy.BestEffort(var timeout)
                        && timeout.isPresent());
    }

    /// Where the tokens of a row start: those of an aggregate behind it.
    public Target start(long rowSeq, Optional<String> source) {
        OptionalInt aggregate = RowOrigin.aggregate(rowSeq);
        return aggregate.isPresent() ? after(aggregate.getAsInt(), Optional.empty()) : start(source);
    }

    /// The aggregates, each behind those whose rows reach it.
    public List<GraphNode.Aggregate> aggregates() {
        return sorted().stream()
                .filter(GraphNode.Aggregate.class::isInstance)
                .map(GraphNode.Aggregate.class::cast)
                .toList();
    }

    /// Whether a token at `at` can still arrive at `node`, which it cannot through an aggregate.
    public boolean reaches(Target at, int node) {
        return reachableByToken(List.of(at), new BitSet()).get(node);
    }

    /// The same as [#reachable] for one row: what is behind an aggregate is reached by others.
    public BitSet reachableByToken(Collection<Target> targets, BitSet hidden) {
        return reachable(targets, hidden, GraphNode::tokenEdges);
    }

    /// Whether tokens visit all nodes in order and leave to one sink, whatever edges failed tokens take.
    public boolean isChain() {
        if (!starts.keySet().equals(Set.of("")) || hasErrorNodes()) {
            return false;
        }
        Target at = starts.values().iterator().next();
        for (GraphNode node : nodes) {
            if (!(at instanceof Target.Node(int index))
                    || index != node.index()
                    || !(node instanceof GraphNode.Transform transform)) {
                return false;
            }
            at = transform.to();
        }
        return at instanceof Target.Sink;
    }

    /// Whether a failed token can continue to another node.
    public boolean hasErrorNodes() {
        return nodes.stream()
                .anyMatch(node ->
                        node.onError().filter(Target.Node.class::isInstance).isPresent());
    }

    public Stream<Edge> edges() {
        return nodes.stream().flatMap(node -> node.edges().stream());
    }

    /// The nodes that tokens can reach from `targets`, without those that only `hidden` nodes lead to; hidden nodes
    /// are not among them.
    public BitSet reachable(Collection<Target> targets, BitSet hidden) {
        return reachable(targets, hidden, GraphNode::edges);
    }

    private BitSet reachable(Collection<Target> targets, BitSet hidden, Function<GraphNode, List<Edge>> edges) {
        var found = new BitSet();
        var open = new ArrayDeque<Target>(targets);
        while (!open.isEmpty()) {
            if (open.poll() instanceof Target.Node(int index) && !hidden.get(index) && !found.get(index)) {
                found.set(index);
                edges.apply(nodes.get(index)).forEach(edge -> open.add(edge.to()));
            }
        }
        return found;
    }

    /// The nodes in an order in which every edge leads forward; those on or behind a cycle are missing.
    public List<GraphNode> sorted() {
        int[] entering = new int[nodes.size()];
        edges().forEach(edge -> {
            if (edge.to() instanceof Target.Node(int index)) {
                entering[index]++;
            }
        });
        var ready = new PriorityQueue<Integer>();
        for (int i = 0; i < entering.length; i++) {
            if (entering[i] == 0) {
                ready.add(i);
            }
        }
        var sorted = new ArrayList<GraphNode>();
        while (!ready.isEmpty()) {
            GraphNode node = nodes.get(ready.poll());
            sorted.add(node);
            for (Edge edge : node.edges()) {
                if (edge.to() instanceof Target.Node(int index) && --entering[index] == 0) {
                    ready.add(index);
                }
            }
        }
        return sorted;
    }
}
