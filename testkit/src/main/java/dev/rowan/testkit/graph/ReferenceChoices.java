package dev.rowan.testkit.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What timing decided in a run, taken from its record; the reference checks that it was allowed. Where
/// `sequential`, the reference decides itself: tokens of a row walk one after another, and groups close in row
/// order.
///
/// `cut` are tokens that ended because a join around them had closed: the target that each would have visited
/// next, which is the join of a split if the token was the parent that waited for it, or continued from it just then.
public record ReferenceChoices(
        boolean sequential,
        Map<JoinAt, JoinChoice> joins,
        Map<GraphToken, String> cut,
        Map<String, List<GroupChoice>> groups) {

    public static final ReferenceChoices SEQUENTIAL = new ReferenceChoices(true, Map.of(), Map.of(), Map.of());

    public ReferenceChoices {
        joins = Map.copyOf(joins);
        cut = Map.copyOf(cut);
        groups = Map.copyOf(groups);
    }

    /// The join that closes a split of the token `parent`.
    public record JoinAt(GraphToken parent, String join) {}

    /// How a join closed: its trigger, `failed`, or `collided` if it is not known which of the branches in `used` it
    /// could not merge. `used` are the branches that had arrived, `lost` those that
    /// were lost, in a failure at the timeout also those that were overdue. `age` is counted from the split.
    public record JoinChoice(String trigger, Set<Integer> used, Set<Integer> lost, Optional<Duration> age) {
        public static final String FAILED = "failed";
        public static final String COLLIDED = "collided";

        public JoinChoice {
            used = new TreeSet<>(used);
            lost = new TreeSet<>(lost);
        }
    }

    /// A group of an aggregate, in the order in which groups closed. Triggers are `count`, `timeout`, `when`
    /// and `end`.
    public record GroupChoice(String trigger, List<GraphToken> members, Optional<Duration> age) {
        public GroupChoice {
            members = List.copyOf(members);
        }
    }

    /// Collects choices from a record. A join that decides twice is reported.
    public static final class Builder {
        private final Map<JoinAt, JoinChoice> joins = new LinkedHashMap<>();
        private final Map<GraphToken, String> cut = new LinkedHashMap<>();
        private final Map<String, List<GroupChoice>> groups = new LinkedHashMap<>();

        public void join(GraphToken parent, String join, JoinChoice choice) {
            if (joins.put(new JoinAt(parent, join), choice) != null) {
                throw new ChoiceNotAllowedException("'" + join + "' of " + parent + " decided twice");
            }
        }

        public void cut(GraphToken token, String node) {
            if (cut.put(token, node) != null) {
                throw new ChoiceNotAllowedException(token + " ended twice");
            }
        }

        public void group(String node, GroupChoice group) {
            groups.computeIfAbsent(node, _ -> new ArrayList<>()).add(group);
        }

        public ReferenceChoices build() {
            return new ReferenceChoices(false, joins, cut, groups);
        }
    }
}
