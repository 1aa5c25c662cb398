package dev.rowan.engine.run;

import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.testkit.graph.ChoiceNotAllowedException;
import dev.rowan.testkit.graph.GraphToken;
import dev.rowan.testkit.graph.ReferenceChoices;
import dev.rowan.testkit.graph.ReferenceChoices.GroupChoice;
import dev.rowan.testkit.graph.ReferenceChoices.JoinChoice;
import dev.rowan.testkit.graph.ReferenceModel;
import dev.rowan.testkit.graph.ReferenceNode;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads from a record what timing decided: how each join and group closed, and which tokens a join cut off.
///
/// Owned by one thread, used once.
final class RecordedChoices {
    private static final String CLOSED = "join_closed";
    private static final String TIMEOUT = "timeout";
    /// How late a busy machine may be.
    private static final Duration LATENESS = Duration.ofMinutes(10);

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
        final Instant at;
        final List<RecordedGraph.Visit> decided = new ArrayList<>();

        Split(ReferenceNode.Join join, List<String> labels, List<GraphToken> children, Instant at) {
            this.at = at;
            this.join = join;
            this.labels = labels;
            this.children = children;
        }

        /// Whether the token had arrived when the join failed.
        boolean failedWith(GraphToken token) {
            return !decided.isEmpty()
                    && decided.getFirst().values() instanceof VisitValues.Failed(var _, var _, var _, var inputs)
                    && inputs.filter(got -> got.used().contains((int) token.part()))
                            .isPresent();
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
            case VisitValues.Forked(var _, var _, var children) -> children;
            case VisitValues.Split(var _, var children) -> children;
            default -> throw new IllegalStateException("no split: " + visit);
        };
        List<String> labels =
                visit.values() instanceof VisitValues.Forked(var _, var branches, var _) ? branches : List.of();
        List<GraphToken> children = parts.stream()
                .map(part -> new GraphToken(visit.token().row(), part))
                .toList();
        return join.map(found -> {
            var split = new Split(found, labels, children, visit.at());
            below.put(visit.token(), split);
            children.forEach(child -> around.put(child, split));
            return split;
        });
    }

    private static JoinChoice choice(Split split, RecordedGraph.Visit decided) {
        return switch (decided.values()) {
            case VisitValues.Joined(var _, var used, var lost) ->
                choice(decided.route().orElse(""), split, decided, used, lost);
            case VisitValues.Apart(var used, var lost) ->
                choice(decided.route().orElse(""), split, decided, used, lost);
            case VisitValues.Failed(var reason, var _, var _, var inputs) -> {
                boolean collided = "merge_collision".equals(reason.get("reason"));
                VisitValues.JoinInputs got = inputs.orElseThrow();
                yield choice(
                        collided ? JoinChoice.COLLIDED : JoinChoice.FAILED, split, decided, got.used(), got.lost());
            }
            case VisitValues.Unchanged _,
                    VisitValues.Changed _,
                    VisitValues.Whole _,
                    VisitValues.Split _,
                    VisitValues.Forked _ -> throw new IllegalStateException("no join: " + decided);
        };
    }

    private static JoinChoice choice(
            String trigger,
            Split split,
            RecordedGraph.Visit decided,
            List<Integer> parts,
            List<Map<String, @Nullable Object>> losses) {
        var used = new TreeSet<Integer>();
        var lost = new TreeSet<Integer>();
        long row = decided.token().row();
        parts.forEach(part -> used.add(split.children.indexOf(new GraphToken(row, part)) + 1));
        losses.forEach(loss -> lost.add(branch(split, String.valueOf(loss.get("branch")))));
        Optional<Duration> age =
                trigger.equals(TIMEOUT) ? Optional.of(Duration.between(split.at, decided.at())) : Optional.empty();
        Duration latest = split.join.policy().timeout().orElse(Duration.ZERO).plus(LATENESS);
        if (age.filter(late -> late.compareTo(latest) > 0).isPresent()) {
            throw new ChoiceNotAllowedException("'" + split.join.name() + "' expired at the age of " + age.get());
        }
        return new JoinChoice(trigger, used, lost, age);
    }

    private static int branch(Split split, String label) {
        return split.labels.isEmpty() ? Integer.parseInt(label) : split.labels.indexOf(label) + 1;
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
        if (split.failedWith(token)) {
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
