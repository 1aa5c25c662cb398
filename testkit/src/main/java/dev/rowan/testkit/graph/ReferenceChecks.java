package dev.rowan.testkit.graph;

import dev.rowan.testkit.graph.ReferenceNode.Join;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// Checks the shape of a graph and completes its joins: which split each closes, and its usual merge.
///
/// It follows tokens along every edge with the splits that are open around them, the innermost last.
final class ReferenceChecks {
    private final Map<String, ReferenceNode> nodes = new LinkedHashMap<>();
    private final Map<String, String> starts;
    private final Set<String> sinks;
    private final Set<String> keepErrors;
    private final boolean ordered;
    private final Map<String, Set<List<String>>> open = new HashMap<>();
    private final Set<String> closedAsRows = new HashSet<>();

    ReferenceChecks(
            List<ReferenceNode> nodes,
            Map<String, String> starts,
            Set<String> sinks,
            Set<String> keepErrors,
            boolean ordered) {
        nodes.forEach(node -> this.nodes.put(node.name(), node));
        this.starts = starts;
        this.sinks = sinks;
        this.keepErrors = keepErrors;
        this.ordered = ordered;
    }

    ReferenceModel model() {
        List<String> sorted = sorted();
        if (sorted.size() < nodes.size()) {
            throw new IllegalArgumentException("config.cycle: " + missing(sorted));
        }
        starts.values().forEach(start -> enter(start, List.of()));
        for (String name : sorted) {
            if (!open.containsKey(name)) {
                throw new IllegalArgumentException("config.unreachable: '" + name + "'");
            }
            leave(name);
        }
        var model = new ReferenceModel(starts, List.copyOf(nodes.values()), sinks, keepErrors, ordered);
        for (ReferenceNode node : nodes.values()) {
            long most = Math.multiplyExact(node.mostChildren() + 1L, model.stride(node));
            if (most > 1L << 31) {
                throw new IllegalArgumentException("config.parts: " + most + " at '" + node.name() + "'");
            }
        }
        return model;
    }

    private List<String> missing(List<String> sorted) {
        return nodes.keySet().stream().filter(name -> !sorted.contains(name)).toList();
    }

    private static Stream<String> targets(ReferenceNode node) {
        return node instanceof ReferenceNode.Aggregate aggregate
                ? Stream.concat(Stream.of(aggregate.to()), node.next().stream())
                : node.next().stream();
    }

    /// The nodes so that every edge leads forward; those on or behind a cycle are missing.
    private List<String> sorted() {
        var sorted = new ArrayList<String>();
        boolean more = true;
        while (more) {
            more = false;
            for (String name : nodes.keySet()) {
                boolean ready = nodes.values().stream()
                        .filter(node -> !sorted.contains(node.name()))
                        .noneMatch(node -> targets(node).anyMatch(name::equals));
                if (ready && !sorted.contains(name)) {
                    sorted.add(name);
                    more = true;
                }
            }
        }
        return sorted;
    }

    private void enter(String target, List<String> splits) {
        open.computeIfAbsent(target, _ -> new LinkedHashSet<>()).add(splits);
    }

    private Set<List<String>> around(String name) {
        return open.getOrDefault(name, Set.of());
    }

    private void leave(String name) {
        if (nodes.get(name) instanceof Join join) {
            nodes.put(name, complete(join));
        }
        ReferenceNode node = Objects.requireNonNull(nodes.get(name));
        for (List<String> splits : List.copyOf(around(name))) {
            switch (node) {
                case ReferenceNode.Step step -> {
                    enter(step.to(), step.mostChildren() > 0 ? plus(splits, name) : splits);
                    step.onError().ifPresent(target -> enter(target, splits));
                }
                case ReferenceNode.Fork fork ->
                    fork.branches().values().forEach(target -> enter(target, plus(splits, name)));
                case ReferenceNode.Gate gate -> gate.next().forEach(target -> enter(target, splits));
                case ReferenceNode.Aggregate aggregate -> {
                    enter(aggregate.to(), List.of());
                    aggregate.onError().ifPresent(target -> {
                        enter(target, splits);
                        enter(target, List.of());
                    });
                }
                case Join join -> {
                    List<String> outer = splits.subList(0, splits.size() - 1);
                    enter(join.to(), join.merge().equals("rows") ? splits : outer);
                    join.onError().ifPresent(target -> enter(target, outer));
                }
            }
        }
    }

    private Join complete(Join join) {
        Set<String> innermost = new LinkedHashSet<>();
        for (List<String> splits : around(join.name())) {
            if (splits.isEmpty()) {
                throw new IllegalArgumentException("config.join: '" + join.name() + "' has nothing to close");
            }
            innermost.add(splits.getLast());
        }
        String of = innermost.iterator().next();
        if (innermost.size() > 1 || !(join.of().isEmpty() || join.of().equals(of)) || closedAsRows.contains(of)) {
            throw new IllegalArgumentException("config.join: splits " + innermost + " are open at '" + join.name()
                    + "', of is '" + join.of() + "'");
        }
        boolean fork = nodes.get(of) instanceof ReferenceNode.Fork;
        String merge = join.merge().isEmpty() ? (fork ? "union" : "list") : join.merge();
        if (merge.equals("rows")) {
            closedAsRows.add(of);
        }
        return new Join(
                join.index(),
                join.name(),
                of,
                join.policy(),
                merge,
                join.collision(),
                join.as(),
                join.to(),
                join.onError());
    }

    private static List<String> plus(List<String> splits, String name) {
        var more = new ArrayList<>(splits);
        more.add(name);
        return List.copyOf(more);
    }
}
