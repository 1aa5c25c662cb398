package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.JoinPolicy;
import dev.rowan.engine.graph.Merge;
import dev.rowan.engine.graph.NodePlugin;
import dev.rowan.engine.graph.PartNumbers;
import dev.rowan.engine.graph.StructuralTransform;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Assembles forks and joins, and numbers the tokens that they make. Owned by one thread.
final class BranchAssembly {
    private static final int DEFAULT_MAX_ROWS = 1_000;
    private static final String PROBLEM = "config.join";

    private final Path base;
    private final Problems problems;

    BranchAssembly(Path base, Problems problems) {
        this.base = base;
        this.problems = problems;
    }

    /// The executable part of a fork or join.
    TransformNode node(NodeEntry entry, OnError onError) {
        boolean fork = entry.fork().isPresent();
        ConfigNode settings = fork ? entry.fork().get() : entry.join().orElseThrow();
        if (fork && !(settings instanceof ConfigNode.Mapping(var _, var _, var branches) && !branches.isEmpty())) {
            problems.add("config.value", settings, "must be a mapping of branches to targets, got " + settings.found());
        }
        return new TransformNode(
                entry.index(),
                entry.name(),
                fork ? NodePlugin.Structural.FORK : NodePlugin.Structural.JOIN,
                new StructuralTransform(fork ? List.of() : added(settings)),
                onError,
                RowSchema.DYNAMIC,
                RetryPolicy.USUAL,
                DeliveryPolicy.usual(),
                Optional.empty(),
                BatchSettings.REALTIME,
                fork ? "" : SettingsFingerprint.of(settings, Options.of()),
                Map.of());
    }

    /// The field that a join adds, if any is known.
    private static List<String> added(ConfigNode join) {
        return PipelineAssembly.child(join, PipelineShape.AS)
                .flatMap(as -> as instanceof ConfigNode.Scalar(var _, var _, String name)
                        ? Optional.of(List.of(name))
                        : Optional.empty())
                .orElse(List.of(PipelineShape.AS.fallback().orElseThrow()));
    }

    /// The join of `entry` in the graph that is known so far, in which joins close nothing yet.
    Optional<GraphNode.Join> join(
            NodeEntry entry, Graph known, List<TransformNode> transforms, NodeEntries entries, GraphNode.Join draft) {
        Optional<Section> section = Section.check(entry.node(), PipelineShape.JOIN_ENTRY, base, problems)
                .flatMap(keys -> keys.section(PipelineShape.JOIN));
        if (section.isEmpty()) {
            return Optional.empty();
        }
        Section keys = section.get();
        Optional<Integer> split = split(entry, keys, known, transforms, entries);
        JoinPolicy policy = policy(keys);
        if (split.isPresent()
                && policy instanceof JoinPolicy.Quorum(int count)
                && known.nodes().get(split.get()) instanceof GraphNode.Fork fork
                && count > fork.branches().size()) {
            keys.problem(
                    PipelineShape.COUNT,
                    "must be at most " + fork.branches().size() + ", the branches of '" + fork.name() + "', got "
                            + count);
        }
        return split.map(of -> new GraphNode.Join(
                entry.index(),
                entry.name(),
                of,
                policy,
                merge(keys, known.nodes().get(of) instanceof GraphNode.Fork),
                draft.to(),
                draft.onError()));
    }

    /// The split that a join closes: the one named, or the nearest before it that no other join closes.
    private Optional<Integer> split(
            NodeEntry entry, Section keys, Graph known, List<TransformNode> transforms, NodeEntries entries) {
        Set<Integer> splits = splits(known, transforms);
        Optional<String> named = keys.find(PipelineShape.OF);
        if (named.isPresent()) {
            Optional<Integer> found = entries.named(named.get())
                    .filter(node -> splits.contains(node) && known.reaches(new Target.Node(node), entry.index()));
            if (found.isEmpty()) {
                problems.add(
                        PROBLEM,
                        PipelineAssembly.child(entry.join().orElseThrow(), PipelineShape.OF)
                                .orElseThrow(),
                        "must name a fork or expansion from which rows come here, got '" + named.get() + "'");
            }
            return found;
        }
        Optional<Integer> nearest = Optional.empty();
        for (GraphNode node : known.sorted()) {
            boolean open =
                    splits.contains(node.index()) && known.joinOf(node.index()).isEmpty();
            if (open && known.reaches(new Target.Node(node.index()), entry.index())) {
                nearest = Optional.of(node.index());
            }
        }
        if (nearest.isEmpty()) {
            Optional<String> before = splits.stream()
                    .filter(split -> known.joinOf(split).isEmpty()
                            && known.reachable(List.of(new Target.Node(split)), new BitSet())
                                    .get(entry.index()))
                    .map(split -> known.nodes().get(split).name())
                    .findFirst();
            problems.add(
                    PROBLEM,
                    entry.node(),
                    before.map(split -> "cannot close '" + split + "': an aggregate in between makes new rows")
                            .orElse("has nothing to close: no open fork or expansion leads here"));
        }
        return nearest;
    }

    /// Refuses aggregates between a split and its join: the rows behind them are new.
    void checkAggregates(Graph graph, NodeEntries entries) {
        for (GraphNode.Aggregate aggregate : graph.aggregates()) {
            for (GraphNode.Join join : joins(graph)) {
                if (graph.reaches(new Target.Node(join.of()), aggregate.index())
                        && graph.reaches(aggregate.to(), join.index())
                        && !graph.reaches(new Target.Node(join.index()), aggregate.index())) {
                    problems.add(
                            PROBLEM,
                            entries.get(aggregate.index()).node(),
                            "must not be between '"
                                    + graph.nodes().get(join.of()).name() + "' and its join '" + join.name() + "'");
                }
            }
        }
    }

    /// The forks, and the transforms that make several rows of one.
    static Set<Integer> splits(Graph graph, List<TransformNode> transforms) {
        var splits = new HashSet<Integer>();
        graph.nodes().stream().filter(GraphNode.Fork.class::isInstance).forEach(node -> splits.add(node.index()));
        transforms.stream()
                .filter(node -> node.plugin().capabilities().contains(Capability.CREATES_TOKENS))
                .forEach(node -> splits.add(node.index()));
        return splits;
    }

    /// The joins that close something; the others have a problem already.
    private static List<GraphNode.Join> joins(Graph graph) {
        return graph.nodes().stream()
                .filter(GraphNode.Join.class::isInstance)
                .map(GraphNode.Join.class::cast)
                .filter(join -> join.of() != GraphAssembly.NOTHING)
                .toList();
    }

    private static JoinPolicy policy(Section keys) {
        PipelineShape.Policy policy = keys.get(PipelineShape.POLICY);
        Optional<Long> count = keys.find(PipelineShape.COUNT);
        if (policy == PipelineShape.Policy.QUORUM && count.isEmpty()) {
            keys.problem(PipelineShape.POLICY, "quorum needs 'count'");
        } else if (policy != PipelineShape.Policy.QUORUM && count.isPresent()) {
            keys.problem(PipelineShape.COUNT, "must be omitted unless policy is quorum");
        }
        Optional<Duration> timeout = keys.find(PipelineShape.TIMEOUT);
        if (policy != PipelineShape.Policy.BEST_EFFORT && timeout.isPresent()) {
            keys.problem(PipelineShape.TIMEOUT, "must be omitted unless policy is best_effort");
        }
        return switch (policy) {
            case ALL -> new JoinPolicy.All();
            case ANY -> new JoinPolicy.Any();
            case QUORUM -> new JoinPolicy.Quorum(count.orElse(1L).intValue());
            case BEST_EFFORT -> new JoinPolicy.BestEffort(timeout);
        };
    }

    private static Merge merge(Section keys, boolean fork) {
        return switch (keys.find(PipelineShape.MERGE)
                .orElse(fork ? PipelineShape.MergeWord.UNION : PipelineShape.MergeWord.LIST)) {
            case UNION -> new Merge.Union(keys.get(PipelineShape.COLLISION));
            case NESTED -> new Merge.Nested();
            case FIRST -> new Merge.First();
            case LIST -> new Merge.AsList(keys.get(PipelineShape.AS));
            case ROWS -> new Merge.Rows();
        };
    }

    /// Refuses splits that are still open where another one is closed.
    void checkNesting(Graph graph, List<TransformNode> transforms, NodeEntries entries) {
        Set<Integer> splits = splits(graph, transforms);
        for (GraphNode.Join join : joins(graph)) {
            for (int inner : splits) {
                boolean between = inner != join.of()
                        && graph.reaches(new Target.Node(join.of()), inner)
                        && graph.reaches(new Target.Node(inner), join.index());
                boolean closed = graph.joinOf(inner)
                        .filter(before -> !(before.merge() instanceof Merge.Rows))
                        .filter(before -> graph.reaches(new Target.Node(before.index()), join.index()))
                        .isPresent();
                if (between && !closed) {
                    problems.add(
                            PROBLEM,
                            entries.get(join.index()).node(),
                            "closes '" + graph.nodes().get(join.of()).name() + "', but '"
                                    + graph.nodes().get(inner).name() + "' after it is still open here");
                }
            }
        }
    }

    /// Refuses a timeout over a branch whose answers may take a day.
    void checkTimeouts(Graph graph, List<TransformNode> transforms, NodeEntries entries) {
        for (GraphNode.Join join : joins(graph)) {
            if (!(join.policy() instanceof JoinPolicy.BestEffort(var timeout)) || timeout.isEmpty()) {
                continue;
            }
            for (TransformNode transform : transforms) {
                boolean between = transform.index() != join.of()
                        && graph.reaches(new Target.Node(join.of()), transform.index())
                        && graph.reaches(new Target.Node(transform.index()), join.index());
                if (between && transform.batch().mode() != BatchSettings.Mode.REALTIME) {
                    problems.add(
                            PROBLEM,
                            entries.get(join.index()).node(),
                            "has a timeout, but '" + transform.name()
                                    + "' before it has mode: batch or auto, whose answers may take a day");
                }
            }
        }
    }

    /// The numbers of tokens, if the graph has splits; in a chain of expansions they are counted.
    Optional<PartNumbers> parts(Graph graph, List<TransformNode> transforms, NodeEntries entries) {
        Set<Integer> nodes = splits(graph, transforms);
        boolean empty = graph.nodes().stream()
                .anyMatch(node ->
                        node instanceof GraphNode.Fork fork && fork.branches().isEmpty());
        if (nodes.isEmpty() || graph.isChain() || empty) {
            return Optional.empty();
        }
        var splits = new ArrayList<PartNumbers.Split>();
        for (int node : nodes) {
            boolean fork = graph.nodes().get(node) instanceof GraphNode.Fork;
            int most = graph.nodes().get(node) instanceof GraphNode.Fork made
                    ? made.branches().size()
                    : maxRows(entries.get(node));
            int first = fork || graph.joinOf(node).isPresent() ? 1 : 0;
            splits.add(new PartNumbers.Split(node, most, first, behind(graph, node, nodes)));
        }
        Optional<PartNumbers.Overflow> overflow = PartNumbers.check(splits);
        overflow.ifPresent(over -> problems.add(
                "config.parts",
                entries.get(over.split()).node(),
                "this split and later ones can make " + over.parts()
                        + " tokens of a row; lower 'max_rows' so that it stays below 2^31"));
        return overflow.isPresent() ? Optional.empty() : Optional.of(PartNumbers.of(splits));
    }

    private static int maxRows(NodeEntry entry) {
        return entry.child(PipelineShape.PLUGIN_OPTIONS)
                .flatMap(options -> PipelineAssembly.child(options, Option.text("max_rows")))
                .map(value -> value instanceof ConfigNode.Scalar(var _, var _, Long rows) ? rows.intValue() : 1)
                .orElse(DEFAULT_MAX_ROWS);
    }

    /// The splits that a path from `node` reaches without another one between.
    private static Set<Integer> behind(Graph graph, int node, Set<Integer> splits) {
        var found = new HashSet<Integer>();
        var hidden = new BitSet();
        splits.forEach(hidden::set);
        List<Target> starts =
                graph.nodes().get(node).edges().stream().map(edge -> edge.to()).toList();
        var open = new ArrayList<>(starts);
        BitSet reached = graph.reachableByToken(starts, hidden);
        reached.stream().forEach(at -> graph.nodes().get(at).tokenEdges().forEach(edge -> open.add(edge.to())));
        graph.joinOf(node).ifPresent(join -> open.add(join.to()));
        for (Target target : open) {
            if (target instanceof Target.Node(int index) && splits.contains(index)) {
                found.add(index);
            }
        }
        return found;
    }
}
