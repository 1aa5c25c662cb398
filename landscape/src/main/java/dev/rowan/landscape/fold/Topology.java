package dev.rowan.landscape.fold;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The declared nodes of a run and the edges between them. Nodes declared without edges form a chain.
///
/// The facts of a node: `kind`, and `edges`, an object with `next`, `routes` (by label), `else` and `error`. A
/// target is the number of a node, or the name of a sink or `discard`. Owned by one thread.
public final class Topology {
    /// The setting of a run with the start of each source.
    public static final String STARTS = "starts";

    /// The setting of a run with the sinks that get the refused rows of others.
    public static final String ERROR_SINKS = "error_sinks";

    public static final String KIND = "kind";
    public static final String EDGES = "edges";
    public static final String STRIDE = "stride";
    public static final String CLOSES = "closes";
    public static final String POLICY = "policy";
    /// The kind of aggregates, and the facts of their policy.
    public static final String AGGREGATE = "aggregate";

    public static final String TIMEOUT = "timeout_ms";
    public static final String WHEN = "when";

    /// Whether the node lets only checked tokens pass.
    public static final String SAFETY = "safety";
    /// The branches that a quorum needs, or the members that close a group.
    public static final String COUNT = "count";
    public static final String NEXT = "next";
    public static final String ROUTES = "routes";
    public static final String ELSE = "else";
    public static final String ERROR = "error";

    private final Map<Integer, Map<String, @Nullable Object>> edges = new TreeMap<>();
    private final Map<Integer, String> names = new TreeMap<>();
    private final Map<Integer, Integer> closes = new TreeMap<>();
    private final Map<Integer, JoinRule> rules = new TreeMap<>();
    private final Map<Integer, Long> strides = new TreeMap<>();
    private final Set<Integer> safety = new TreeSet<>();
    private final Set<@Nullable Object> starts = new HashSet<>();
    /// The results of [#between] for the nodes declared so far.
    private final Map<Stretch, Set<Integer>> between = new HashMap<>();

    /// From a target to a join.
    private record Stretch(Object target, int join) {}

    /// An edge from a node; `label` is that of a route, `else`, `error`, or empty. `to` is a node's number, or the
    /// name of a sink.
    public record DeclaredEdge(int from, String label, Object to) {}

    /// When a join fires: its policy, and the branches that a quorum needs.
    public record JoinRule(String policy, long count) {}

    /// Those of a node's facts that describe its place in the graph.
    public static Map<String, @Nullable Object> facts(Map<String, @Nullable Object> facts) {
        var found = new LinkedHashMap<String, @Nullable Object>();
        Stream.of(KIND, EDGES, STRIDE, CLOSES, POLICY, COUNT, SAFETY)
                .filter(facts::containsKey)
                .forEach(name -> found.put(name, facts.get(name)));
        return found;
    }

    /// Adds a node as declared.
    public void declare(Map<String, @Nullable Object> facts) {
        int index = Math.toIntExact(RecordedJson.number(facts.get("index")));
        names.put(index, String.valueOf(facts.get("name")));
        between.clear();
        edges.remove(index);
        closes.remove(index);
        strides.remove(index);
        safety.remove(index);
        if (Boolean.TRUE.equals(facts.get(SAFETY))) {
            safety.add(index);
        }
        if (facts.get(CLOSES) instanceof Long split) {
            closes.put(index, Math.toIntExact(split));
            rules.put(
                    index,
                    new JoinRule(
                            String.valueOf(facts.get(POLICY)), facts.get(COUNT) instanceof Long count ? count : 0));
        }
        if (facts.get(STRIDE) instanceof Long stride) {
            strides.put(index, stride);
        }
        if (facts.get(EDGES) instanceof Map<?, ?> declared) {
            edges.put(index, RecordedJson.map(declared));
        }
    }

    /// Whether edges are declared.
    public boolean isGraph() {
        return !edges.isEmpty();
    }

    /// Whether the join `node` closes `split`.
    public boolean closes(int node, int split) {
        return closes.getOrDefault(node, -1) == split;
    }

    public boolean isJoin(int node) {
        return closes.containsKey(node);
    }

    public boolean isSafety(int node) {
        return safety.contains(node);
    }

    /// The rule of a join.
    public JoinRule rule(int join) {
        return rules.getOrDefault(join, new JoinRule("", 0));
    }

    /// The distance between the parts of the tokens that a split makes, if it is declared.
    public Optional<Long> stride(int split) {
        return Optional.ofNullable(strides.get(split));
    }

    /// The nodes behind `target` from which tokens can arrive at `join`, without those behind the join.
    public Set<Integer> between(Object target, int join) {
        return between.computeIfAbsent(new Stretch(target, join), _ -> {
            Set<Integer> behind = reachable(target, join);
            behind.removeIf(node -> !reachable((long) node, -1).contains(join));
            return Collections.unmodifiableSet(behind);
        });
    }

    private Set<Integer> reachable(Object target, int without) {
        var found = new TreeSet<Integer>();
        var open = new ArrayDeque<Object>(List.of(target));
        while (!open.isEmpty()) {
            if (open.poll() instanceof Long to && to != without && found.add(Math.toIntExact(to))) {
                edges().stream().filter(edge -> edge.from() == to).forEach(edge -> open.add(edge.to()));
            }
        }
        return found;
    }

    public String name(int node) {
        return names.getOrDefault(node, "node " + node);
    }

    /// Whether the rows of a source may start at `node`.
    public boolean isStart(int node) {
        return starts.isEmpty() ? node == 0 : starts.contains((long) node);
    }

    /// Adds a target where the rows of a source start; by default it is the first node.
    public void start(@Nullable Object target) {
        starts.add(target);
    }

    /// The targets of tokens that pass `node` by `route`; empty if there is no such edge.
    public Optional<Object> after(int node, Optional<String> route) {
        Map<String, @Nullable Object> from = edges.getOrDefault(node, Map.of());
        if (route.isEmpty() || from.containsKey(NEXT)) {
            return Optional.ofNullable(from.get(NEXT));
        }
        String label = route.get();
        return label.equals(ELSE)
                ? Optional.ofNullable(from.get(ELSE))
                : Optional.ofNullable(routes(from).get(label));
    }

    /// The target of tokens that fail at `node`, if they go anywhere.
    public Optional<Object> onError(int node) {
        return Optional.ofNullable(edges.getOrDefault(node, Map.of()).get(ERROR));
    }

    /// All edges, by node; in a chain the edge of the last node is missing.
    public List<DeclaredEdge> edges() {
        var all = new ArrayList<DeclaredEdge>();
        edges.forEach((node, from) -> {
            add(all, node, "", from.get(NEXT));
            routes(from).forEach((label, to) -> add(all, node, label, to));
            add(all, node, ELSE, from.get(ELSE));
            add(all, node, ERROR, from.get(ERROR));
        });
        return all;
    }

    private static void add(List<DeclaredEdge> all, int from, String label, @Nullable Object to) {
        if (to != null) {
            all.add(new DeclaredEdge(from, label, to));
        }
    }

    private static Map<String, @Nullable Object> routes(Map<String, @Nullable Object> from) {
        return from.get(ROUTES) instanceof Map<?, ?> routes ? RecordedJson.map(routes) : Map.of();
    }
}
