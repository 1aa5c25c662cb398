package dev.rowan.engine.run;

import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.testkit.graph.ChoiceNotAllowedException;
import dev.rowan.testkit.graph.GraphToken;
import dev.rowan.testkit.graph.ReferenceChoices;
import dev.rowan.testkit.graph.ReferenceChoices.GroupChoice;
import dev.rowan.testkit.graph.ReferenceChoices.JoinChoice;
import dev.rowan.testkit.graph.ReferenceModel;
import dev.rowan.testkit.graph.ReferenceNode;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Reads from a record what timing decided: how each join and group closed, and which tokens a join cut off.
///
/// The record of a failed join does not say which branches had arrived: those whose last visit leads to the join.
/// Owned by one thread, used once.
final class RecordedChoices {
    private static final String CLOSED = "join_closed";

    private final ReferenceModel model;
    private final RecordedGraph record;
    private final Map<GraphToken, TokenEnd> ends;
    private final Map<GraphToken, RecordedGraph.Visit> last = new HashMap<>();
    private final Map<GraphToken, Split> around = new HashMap<>();
    private final Map<GraphToken, Split> below = new HashMap<>();
    private final ReferenceChoices.Builder choices = new ReferenceChoices.Builder();

    private RecordedChoices(ReferenceModel model, RecordedGraph record) {
        this.model = model;
        this.record = record;
        this.ends = record.ends();
    }

    static ReferenceChoices of(ReferenceModel model, RecordedGraph record) {
        return new RecordedChoices(model, record).read();
    }

    /// The children of a token that `join` closes, in branch order; what the join decided, if it did.
    private static final class Split {
        final ReferenceNode.Join join;
        final List<String> labels;
        final List<GraphToken> children;
        final List<RecordedGraph.Visit> decided = new ArrayList<>();

        Split(ReferenceNode.Join join, List<String> labels, List<GraphToken> children) {
            this.join = join;
            this.labels = labels;
            this.children = children;
        }

        boolean fired() {
            return !decided.isEmpty() && !decided.getFirst().failed();
        }
    }

    private ReferenceChoices read() {
        var splits = new ArrayList<Map.Entry<GraphToken, Split>>();
        for (RecordedGraph.Visit visit : record.visits()) {
            last.put(visit.token(), visit);
            if (visit.values().parentWaits()) {
                split(visit).ifPresent(split -> splits.add(Map.entry(visit.token(), split)));
            } else if (node(visit) instanceof ReferenceNode.Join join) {
                Split split = below.get(visit.token());
                if (split == null || !split.join.equals(join)) {
                    throw new ChoiceNotAllowedException(visit.token() + " waits for no '" + join.name() + "'");
                }
                split.decided.add(visit);
            }
        }
        splits.forEach(split -> split.getValue()
                .decided
                .forEach(decided ->
                        choices.join(split.getKey(), split.getValue().join.name(), choice(split.getValue(), decided))));
        ends.forEach((token, end) -> {
            Split split = around.get(token);
            if (end.reason().filter(CLOSED::equals).isPresent() && split != null) {
                cut(token, split).ifPresent(where -> choices.cut(token, where));
            }
        });
        for (RecordedGraph.Group group : record.groups()) {
            choices.group(
                    model.nodes().get(group.node()).name(),
                    new GroupChoice(group.trigger(), group.members(), Optional.of(group.age())));
        }
        return choices.build();
    }

    private ReferenceNode node(RecordedGraph.Visit visit) {
        return model.nodes().get(visit.node());
    }

    private Optional<Split> split(RecordedGraph.Visit visit) {
        Optional<ReferenceNode.Join> join = model.joinOf(node(visit).name());
        List<Integer> parts = switch (visit.values()) {
            case VisitValues.Forked(var _, var children) -> children;
            case VisitValues.Split(var _, var children) -> children;
            default -> throw new IllegalStateException("no split: " + visit);
        };
        List<String> labels = visit.values() instanceof VisitValues.Forked(var branches, var _) ? branches : List.of();
        List<GraphToken> children = parts.stream()
                .map(part -> new GraphToken(visit.token().row(), part))
                .toList();
        return join.map(found -> {
            var split = new Split(found, labels, children);
            below.put(visit.token(), split);
            children.forEach(child -> around.put(child, split));
            return split;
        });
    }

    private JoinChoice choice(Split split, RecordedGraph.Visit decided) {
        var used = new TreeSet<Integer>();
        var lost = new TreeSet<Integer>();
        if (decided.values() instanceof VisitValues.Joined joined) {
            joined.used()
                    .forEach(part -> used.add(split.children.indexOf(
                                    new GraphToken(decided.token().row(), part))
                            + 1));
            joined.lost().forEach(loss -> lost.add(branch(split, String.valueOf(loss.get("branch")))));
            return new JoinChoice(decided.route().orElse(""), used, lost, Optional.empty());
        }
        for (int branch = 1; branch <= split.children.size(); branch++) {
            GraphToken child = split.children.get(branch - 1);
            TokenEnd end = ends.get(child);
            boolean closed = end != null && end.reason().filter(CLOSED::equals).isPresent();
            if (!closed) {
                lost.add(branch);
            } else if (hasArrived(child, split)) {
                used.add(branch);
            }
        }
        boolean collided = decided.values() instanceof VisitValues.Failed failed
                && "merge_collision".equals(failed.reason().get("reason"));
        return new JoinChoice(collided ? JoinChoice.COLLIDED : JoinChoice.FAILED, used, lost, Optional.empty());
    }

    private static int branch(Split split, String label) {
        return split.labels.isEmpty() ? Integer.parseInt(label) : split.labels.indexOf(label) + 1;
    }

    /// Whether the token's last visit leads to the join.
    private boolean hasArrived(GraphToken token, Split split) {
        return next(token, split).filter(split.join.name()::equals).isPresent();
    }

    /// Where the last visit leads; empty if the token waits or has ended there.
    private Optional<String> next(GraphToken token, Split split) {
        RecordedGraph.Visit visit = last.get(token);
        if (visit == null) {
            return Optional.of(start(token, split));
        }
        ReferenceNode node = node(visit);
        if (visit.values() instanceof VisitValues.Failed failed) {
            boolean goesOn = failed.verdict() == Verdict.BLOCKED || !node.safety();
            return goesOn ? node.onError() : Optional.empty();
        }
        if (visit.values().parentWaits()) {
            return Optional.empty();
        }
        return switch (node) {
            case ReferenceNode.Step step -> Optional.of(step.to());
            case ReferenceNode.Gate gate -> {
                String label = visit.route().orElse("");
                yield label.equals("else") && gate.otherwise().isPresent()
                        ? gate.otherwise()
                        : Optional.ofNullable(gate.routes().get(label));
            }
            case ReferenceNode.Join join -> Optional.of(join.to());
            case ReferenceNode.Fork _, ReferenceNode.Aggregate _ -> Optional.empty();
        };
    }

    private String start(GraphToken token, Split split) {
        String label = split.labels.isEmpty() ? "" : split.labels.get(split.children.indexOf(token));
        return model.nodes().stream()
                .filter(node -> node.name().equals(split.join.of()))
                .map(node -> switch (node) {
                    case ReferenceNode.Fork fork ->
                        String.valueOf(fork.branches().get(label));
                    case ReferenceNode.Step step -> step.to();
                    default -> throw new IllegalStateException("no split: " + node);
                })
                .findFirst()
                .orElseThrow();
    }

    /// The target at which a token was cut off at the latest; empty if it had arrived at a join that did not fire.
    private Optional<String> cut(GraphToken token, Split split) {
        if (hasArrived(token, split) && !split.fired()) {
            return Optional.empty();
        }
        RecordedGraph.Visit visit = last.get(token);
        if (visit == null) {
            return Optional.of(start(token, split));
        }
        ReferenceNode node = node(visit);
        return Optional.ofNullable(below.get(token))
                .map(inner -> inner.join.name())
                .filter(join -> visit.values().parentWaits() || node.name().equals(join))
                .or(() -> Optional.of(node.name()));
    }
}
