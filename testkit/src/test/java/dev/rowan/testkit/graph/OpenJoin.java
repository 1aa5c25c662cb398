package dev.rowan.testkit.graph;

import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.testkit.graph.ReferenceNode.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A join that waits for the children of one split.
final class OpenJoin {
    final SimulatedToken parent;
    final Join join;
    final List<SimulatedToken> children = new ArrayList<>();
    final Set<Integer> arrived = new TreeSet<>();
    final Map<Integer, Optional<Verdict>> lost = new TreeMap<>();
    final Set<Integer> required = new TreeSet<>();
    List<String> names = List.of();
    final long splitAt;
    long since;
    boolean closed;

    OpenJoin(SimulatedToken parent, Join join, long since) {
        this.parent = parent;
        this.join = join;
        this.splitAt = since;
        this.since = since;
    }
}
