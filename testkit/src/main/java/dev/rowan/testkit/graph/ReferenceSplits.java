package dev.rowan.testkit.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.testkit.graph.ReferenceChoices.JoinAt;
import dev.rowan.testkit.graph.ReferenceChoices.JoinChoice;
import dev.rowan.testkit.graph.ReferenceNode.Join;
import dev.rowan.testkit.graph.ReferenceResult.Ending;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import dev.rowan.testkit.graph.ReferenceWalk.Fate;
import dev.rowan.testkit.graph.ReferenceWalk.Move;
import dev.rowan.testkit.graph.ReferenceWalk.Position;
import dev.rowan.testkit.graph.ReferenceWalk.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Forks, expansions and the joins that close them.
final class ReferenceSplits {
    private final ReferenceWalk walk;

    ReferenceSplits(ReferenceWalk walk) {
        this.walk = walk;
    }

    /// A child of a split before its first visit.
    private record Child(String name, GraphToken token, Row row, String target) {}

    Move fork(Position at, ReferenceNode.Fork fork) {
        var children = new ArrayList<Child>();
        fork.branches()
                .forEach((name, target) ->
                        children.add(new Child(name, child(at.token(), fork, children.size() + 1), at.row(), target)));
        Optional<Join> join = walk.model.joinOf(fork.name());
        if (join.isPresent()) {
            return joined(at, join.get(), children);
        }
        children.forEach(this::alone);
        return walk.end(at, TokenEnd.of(Ending.SPLIT), Optional.empty());
    }

    /// Children that no join closes count from 0: the first is the token itself.
    Move expansion(Position at, ReferenceNode.Step step, List<Row> rows) {
        if (walk.model.isChain()) {
            return counted(at, step, rows);
        }
        Optional<Join> join = walk.model.joinOf(step.name());
        int first = join.isPresent() ? 1 : 0;
        var children = new ArrayList<Child>();
        for (Row row : rows) {
            int ordinal = children.size() + first;
            children.add(new Child(String.valueOf(ordinal), child(at.token(), step, ordinal), row, step.to()));
        }
        if (join.isPresent()) {
            return joined(at, join.get(), children);
        }
        children.stream().skip(1).forEach(this::alone);
        return new Move.On(at.to(step.to(), rows.getFirst()), Optional.empty());
    }

    /// In a chain the token continues to its end before its children, which are numbered as they are made.
    private Move counted(Position at, ReferenceNode.Step step, List<Row> rows) {
        List<Child> children = rows.stream()
                .skip(1)
                .map(row -> new Child("", new GraphToken(at.token().row(), walk.nextPart++), row, step.to()))
                .toList();
        Fate fate = walk.walk(at.to(step.to(), rows.getFirst()));
        children.forEach(this::alone);
        return new Move.Done(fate);
    }

    private GraphToken child(GraphToken parent, ReferenceNode split, int ordinal) {
        return new GraphToken(parent.row(), parent.part() + ordinal * walk.model.stride(split));
    }

    private Fate alone(Child child) {
        return walk.walk(new Position(child.token(), child.row(), child.target(), Scope.NONE, Optional.empty()));
    }

    private Move joined(Position at, Join join, List<Child> children) {
        Set<Integer> required = new TreeSet<>();
        for (int branch = 1; branch <= children.size(); branch++) {
            if (walk.model.required(children.get(branch - 1).target(), join.name())) {
                required.add(branch);
            }
        }
        var rules = new ReferenceJoin(join.policy(), children.size(), required);
        if (walk.choices.sequential()) {
            return oneAfterAnother(at, join, children, rules);
        }
        JoinChoice choice = walk.choices.joins().get(new JoinAt(at.token(), join.name()));
        boolean parentCut = join.name().equals(walk.choices.cut().get(at.token()));
        if (choice == null && !parentCut) {
            throw new ChoiceNotAllowedException("'" + join.name() + "' of " + at.token() + " did not decide");
        }
        var fates = new ArrayList<Fate>();
        for (Child child : children) {
            int branch = fates.size() + 1;
            boolean closed = choice == null || !choice.used().contains(branch);
            fates.add(walk.walk(new Position(
                    child.token(),
                    child.row(),
                    child.target(),
                    new Scope(Optional.of(join.name()), closed),
                    Optional.empty())));
        }
        if (choice == null) {
            discardArrived(children, fates);
            return new Move.Done(walk.cut(at));
        }
        check(at, join, children, fates, choice, rules);
        return close(at, join, children, fates, choice);
    }

    /// Without a record: each branch walks to its end before the next; a join that closes early leaves the
    /// others at their start.
    private Move oneAfterAnother(Position at, Join join, List<Child> children, ReferenceJoin rules) {
        var fates = new ArrayList<Fate>();
        Optional<JoinChoice> choice = rules.decide(Set.of(), Set.of());
        for (Child child : children) {
            if (choice.isPresent()) {
                walk.put(child.token(), new TokenEnd(Ending.DISCARDED, Optional.of(ReferenceWalk.CLOSED)));
                fates.add(new Fate.Cut());
                continue;
            }
            fates.add(walk.walk(new Position(
                    child.token(),
                    child.row(),
                    child.target(),
                    new Scope(Optional.of(join.name()), false),
                    Optional.empty())));
            choice = rules.decide(branches(fates, Fate.Arrived.class), branches(fates, Fate.Lost.class));
        }
        return close(at, join, children, fates, choice.orElseThrow());
    }

    private static Set<Integer> branches(List<Fate> fates, Class<? extends Fate> kind) {
        var found = new TreeSet<Integer>();
        for (int i = 0; i < fates.size(); i++) {
            if (kind.isInstance(fates.get(i))) {
                found.add(i + 1);
            }
        }
        return found;
    }

    private static void check(
            Position at, Join join, List<Child> children, List<Fate> fates, JoinChoice choice, ReferenceJoin rules) {
        String where = "'" + join.name() + "' of " + at.token();
        Set<Integer> arrived = branches(fates, Fate.Arrived.class);
        Set<Integer> lost = branches(fates, Fate.Lost.class);
        if (!arrived.equals(choice.used())) {
            throw new ChoiceNotAllowedException(where + ": arrived are " + arrived + ", got " + choice);
        }
        if (!choice.trigger().equals(JoinChoice.COLLIDED)) {
            rules.check(choice, lost, where);
        } else if (subsets(arrived)
                .noneMatch(used -> (rules.fires(used, lost) || rules.firesAtTimeout(used, lost))
                        && merge(at, join, children, fates, used).isEmpty())) {
            throw new ChoiceNotAllowedException(where + ": no branches that it may use collide, got " + choice);
        }
    }

    private static Stream<Set<Integer>> subsets(Set<Integer> branches) {
        Stream<Set<Integer>> subsets = Stream.of(Set.of());
        for (int branch : branches) {
            subsets = subsets.flatMap(some -> {
                var more = new TreeSet<>(some);
                more.add(branch);
                return Stream.of(some, more);
            });
        }
        return subsets;
    }

    /// The merged row; empty if fields collide.
    private static Optional<Row> merge(
            Position at, Join join, List<Child> children, List<Fate> fates, Set<Integer> used) {
        List<String> names = children.stream().map(Child::name).toList();
        return new ReferenceMerge(join, names, ReferenceWalk.withoutError(at.row()), arrived(fates, used)).merge();
    }

    private static NavigableMap<Integer, Row> arrived(List<Fate> fates, Set<Integer> used) {
        var arrived = new TreeMap<Integer, Row>();
        for (int branch : used) {
            if (fates.get(branch - 1) instanceof Fate.Arrived(Row row)) {
                arrived.put(branch, row);
            }
        }
        return arrived;
    }

    private Move close(Position at, Join join, List<Child> children, List<Fate> fates, JoinChoice choice) {
        if (choice.trigger().equals(JoinChoice.FAILED)) {
            discardArrived(children, fates);
            boolean overdue = choice.lost().stream().anyMatch(branch -> fates.get(branch - 1) instanceof Fate.Cut);
            return unlessCut(
                    at,
                    join,
                    () -> walk.fail(at, join, Reason.of("branch_lost", "a branch is lost"), worst(fates, overdue)));
        }
        if (join.merge().equals("rows")) {
            arrived(fates, choice.used())
                    .forEach((branch, row) ->
                            alone(new Child("", children.get(branch - 1).token(), row, join.to())));
            return walk.end(at, TokenEnd.of(Ending.SPLIT), Optional.empty());
        }
        Optional<Row> merged = choice.trigger().equals(JoinChoice.COLLIDED)
                ? Optional.empty()
                : merge(at, join, children, fates, choice.used());
        if (merged.isEmpty()) {
            discardArrived(children, fates);
            return unlessCut(
                    at,
                    join,
                    () -> walk.fail(at, join, Reason.of("merge_collision", "branches collide"), Verdict.FAILED));
        }
        choice.used().forEach(branch -> walk.put(children.get(branch - 1).token(), TokenEnd.of(Ending.MERGED)));
        Row row = at.row().has(ReferenceWalk.ERROR)
                ? merged.get().with(ReferenceWalk.ERROR, at.row().get(ReferenceWalk.ERROR))
                : merged.get();
        return unlessCut(at, join, () -> new Move.On(at.to(join.to(), row), Optional.empty()));
    }

    /// A parent may be cut off when its join has just decided.
    private Move unlessCut(Position at, Join join, Supplier<Move> move) {
        return join.name().equals(walk.choices.cut().get(at.token())) ? new Move.Done(walk.cut(at)) : move.get();
    }

    private void discardArrived(List<Child> children, List<Fate> fates) {
        for (int i = 0; i < fates.size(); i++) {
            if (fates.get(i) instanceof Fate.Arrived) {
                walk.put(children.get(i).token(), new TokenEnd(Ending.DISCARDED, Optional.of(ReferenceWalk.CLOSED)));
            }
        }
    }

    /// The worst verdict of the losses; a loss without one counts as a failure only if none has one.
    private static Verdict worst(List<Fate> fates, boolean overdue) {
        var verdicts = new ArrayList<Verdict>();
        if (overdue) {
            verdicts.add(Verdict.FAILED);
        }
        for (Fate fate : fates) {
            if (fate instanceof Fate.Lost(var verdict)) {
                verdict.ifPresent(verdicts::add);
            }
        }
        return verdicts.stream()
                .max(Comparator.comparingInt(verdict -> switch (verdict) {
                    case BLOCKED -> 0;
                    case FAILED -> 1;
                    case INDETERMINATE -> 2;
                }))
                .orElse(Verdict.FAILED);
    }
}
