package dev.rowan.engine.schedule;

import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the runner asks of a graph with joins at every step, computed once. Immutable.
final class BranchMap {
    private final Graph graph;
    private final Map<Integer, GraphNode.Join> joins = new HashMap<>();
    /// By join: the nodes from which tokens can arrive there.
    private final Map<Integer, BitSet> before = new HashMap<>();

    BranchMap(Graph graph) {
        this.graph = graph;
        for (GraphNode node : graph.nodes()) {
            if (node instanceof GraphNode.Join join) {
                joins.put(join.of(), join);
                var reaching = new BitSet();
                for (int i = 0; i < graph.nodes().size(); i++) {
                    reaching.set(i, graph.reaches(new Target.Node(i), join.index()));
                }
                before.put(join.index(), reaching);
            }
        }
    }

    /// The join that closes a split.
    Optional<GraphNode.Join> join(int split) {
        return Optional.ofNullable(joins.get(split));
    }

    /// Whether a token at `node` can still arrive at `join`.
    boolean reaches(int node, int join) {
        return before.getOrDefault(join, new BitSet()).get(node);
    }

    /// The branches of a fork, from 1, that have a safety transform: they must arrive under every policy.
    BitSet required(int fork) {
        var required = new BitSet();
        if (graph.nodes().get(fork) instanceof GraphNode.Fork made) {
            int branch = 1;
            for (Target target : made.branches().values()) {
                required.set(branch++, hasSafety(target, joinIndex(fork)));
            }
        }
        return required;
    }

    /// The same of the rows of an expansion: all or none.
    BitSet required(int expansion, int rows) {
        var required = new BitSet();
        if (hasSafety(graph.after(expansion, Optional.empty()), joinIndex(expansion))) {
            required.set(1, rows + 1);
        }
        return required;
    }

    private int joinIndex(int split) {
        return join(split).orElseThrow().index();
    }

    private boolean hasSafety(Target from, int join) {
        var hidden = new BitSet();
        hidden.set(join);
        return graph.reachable(List.of(from), hidden).stream()
                .filter(node -> reaches(node, join))
                .anyMatch(
                        node -> graph.nodes().get(node) instanceof GraphNode.Transform transform && transform.safety());
    }
}
