package dev.rowan.engine.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node of a graph with the edges that leave it. `index` numbers the nodes in file order, depth first. `onError`
/// is empty if tokens that fail end here.
public sealed interface GraphNode {
    int index();

    String name();

    Optional<Target> onError();

    /// Passes each token on to `to`. A `safety` node lets only checked tokens pass.
    record Transform(int index, String name, boolean safety, Target to, Optional<Target> onError)
            implements GraphNode {}

    /// Passes a token on by one of its `routes`, in file order, or `otherwise`.
    record Gate(
            int index,
            String name,
            Map<String, Target> routes,
            Optional<Target> otherwise,
            Optional<Target> onError,
            boolean overridesSafety)
            implements GraphNode {
        public Gate {
            routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
        }
    }

    /// Sends a copy of each token along every branch, in file order.
    record Fork(int index, String name, Map<String, Target> branches) implements GraphNode {
        public Fork {
            branches = Collections.unmodifiableMap(new LinkedHashMap<>(branches));
        }

        @Override
        public Optional<Target> onError() {
            return Optional.empty();
        }
    }

    /// Makes one token again of those that the split `of` made.
    record Join(int index, String name, int of, JoinPolicy policy, Merge merge, Target to, Optional<Target> onError)
            implements GraphNode {}

    /// Takes tokens into groups, where they end; the rows that it makes of a group start at `to`.
    record Aggregate(int index, String name, Target to, Optional<Target> onError) implements GraphNode {}

    /// The edges that leave the node, that of errors last.
    default List<Edge> edges() {
        var edges = new ArrayList<Edge>();
        switch (this) {
            case Transform transform -> edges.add(new Edge(index(), Edge.Kind.NEXT, "", transform.to()));
            case Gate gate -> {
                gate.routes().forEach((label, to) -> edges.add(new Edge(index(), Edge.Kind.ROUTE, label, to)));
                gate.otherwise().ifPresent(to -> edges.add(new Edge(index(), Edge.Kind.ROUTE, Edge.ELSE, to)));
            }
            case Fork fork ->
                fork.branches().forEach((label, to) -> edges.add(new Edge(index(), Edge.Kind.ROUTE, label, to)));
            case Join join -> edges.add(new Edge(index(), Edge.Kind.NEXT, "", join.to()));
            case Aggregate aggregate -> edges.add(new Edge(index(), Edge.Kind.NEXT, "", aggregate.to()));
        }
        onError().ifPresent(to -> edges.add(new Edge(index(), Edge.Kind.ERROR, Edge.ERROR, to)));
        return edges;
    }

    /// The edges that a token of a row takes: those behind an aggregate are taken by the rows that it makes.
    default List<Edge> tokenEdges() {
        return this instanceof Aggregate
                ? edges().stream()
                        .filter(edge -> edge.kind() == Edge.Kind.ERROR)
                        .toList()
                : edges();
    }

    /// What the node is, in a word.
    default String kind() {
        return switch (this) {
            case Transform _ -> "transform";
            case Gate _ -> "gate";
            case Fork _ -> "fork";
            case Join _ -> "join";
            case Aggregate _ -> "aggregate";
        };
    }
}
