package dev.rowan.testkit.graph;

import dev.rowan.testkit.graph.ReferenceChoices.JoinChoice;
import dev.rowan.testkit.graph.ReferenceNode.Policy;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// When a join may close, by its policy, for branches 1 to `branches` of which some are required.
record ReferenceJoin(Policy policy, int branches, Set<Integer> required) {

    /// What a join decides that knows these arrivals and losses; empty if it waits.
    Optional<JoinChoice> decide(Set<Integer> arrived, Set<Integer> lost) {
        int left = branches - lost.size();
        boolean fails = lost.stream().anyMatch(required::contains)
                || switch (policy.word()) {
                    case "all" -> !lost.isEmpty();
                    case "quorum" -> left < policy.count();
                    default -> left == 0;
                };
        if (fails) {
            return Optional.of(new JoinChoice(JoinChoice.FAILED, arrived, lost, Optional.empty()));
        }
        boolean safe = arrived.containsAll(required);
        boolean fires = safe
                && switch (policy.word()) {
                    case "all" -> arrived.size() == branches;
                    case "any" -> !arrived.isEmpty();
                    case "quorum" -> arrived.size() >= policy.count();
                    default -> arrived.size() == left;
                };
        String trigger = policy.word().equals("best_effort") ? "accounted" : policy.word();
        return fires ? Optional.of(new JoinChoice(trigger, arrived, lost, Optional.empty())) : Optional.empty();
    }

    /// The branches that are lost because they are not there at the timeout: all if nothing has arrived, else
    /// the required ones. If there are none, the join fires.
    Set<Integer> overdue(Set<Integer> arrived, Set<Integer> lost) {
        return IntStream.rangeClosed(1, branches)
                .boxed()
                .filter(branch -> !arrived.contains(branch) && !lost.contains(branch))
                .filter(branch -> arrived.isEmpty() || required.contains(branch))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Checks a recorded choice; `lost` are the branches that really were lost.
    void check(JoinChoice choice, Set<Integer> lost, String where) {
        Optional<JoinChoice> byEvents = decide(choice.used(), lost);
        boolean inTime = policy.timeout().isEmpty()
                || choice.age().isEmpty()
                || choice.age().get().compareTo(policy.timeout().get()) <= 0;
        boolean due = policy.timeout().isPresent()
                && (choice.age().isEmpty()
                        || choice.age().get().compareTo(policy.timeout().get()) >= 0);
        if (byEvents.isPresent()) {
            boolean same = byEvents.get().trigger().equals(choice.trigger()) && lost.equals(choice.lost());
            require(same, where, "must be " + byEvents.get() + ", got " + choice);
            require(inTime, where, "decided at " + choice.age() + ", after its timeout");
            require(firstToDecide(choice.used(), lost), where, "decided too late: " + choice);
            return;
        }
        require(due, where, "has no reason to close: " + choice + " with losses " + lost);
        Set<Integer> overdue = overdue(choice.used(), lost);
        require(
                choice.trigger().equals(overdue.isEmpty() ? "timeout" : JoinChoice.FAILED),
                where,
                "at its timeout, with " + overdue + " overdue, got " + choice);
        var all = new TreeSet<>(lost);
        all.addAll(overdue);
        require(choice.lost().equals(all), where, "must report the losses " + all + ", got " + choice);
    }

    /// Whether a join may fire with the branches `used` after these losses.
    boolean fires(Set<Integer> used, Set<Integer> lost) {
        return decide(used, lost)
                        .filter(choice -> !choice.trigger().equals(JoinChoice.FAILED))
                        .isPresent()
                && firstToDecide(used, lost);
    }

    /// Whether its timeout lets it fire with these branches.
    boolean firesAtTimeout(Set<Integer> used, Set<Integer> lost) {
        return policy.timeout().isPresent()
                && !used.isEmpty()
                && overdue(used, lost).isEmpty();
    }

    /// Whether some event was the one that decided: without it the join would have waited.
    private boolean firstToDecide(Set<Integer> arrived, Set<Integer> lost) {
        return (arrived.isEmpty() && lost.isEmpty())
                || Stream.concat(arrived.stream(), lost.stream())
                        .anyMatch(last -> decide(without(arrived, last), without(lost, last))
                                .isEmpty());
    }

    private static Set<Integer> without(Set<Integer> set, int item) {
        var rest = new HashSet<>(set);
        rest.remove(item);
        return rest;
    }

    private static void require(boolean holds, String where, String message) {
        if (!holds) {
            throw new ChoiceNotAllowedException(where + " " + message);
        }
    }
}
