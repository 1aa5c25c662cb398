package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.testkit.graph.ReferenceChoices.JoinChoice;
import dev.rowan.testkit.graph.ReferenceResult.Ending;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The joins of a [SimulatedRun]: what arrivals, losses and timers do to them.
final class SimulatedJoins {
    private final SimulatedRun run;

    SimulatedJoins(SimulatedRun run) {
        this.run = run;
    }

    void arrive(SimulatedToken token) {
        OpenJoin closing = Objects.requireNonNull(token.around);
        token.ready = false;
        token.row = SimulatedRun.clean(token.row);
        closing.arrived.add(token.branch);
        if (run.bug == PlantedBug.RESET_TIMER) {
            closing.since = run.now;
        }
        decide(closing);
    }

    void lose(OpenJoin closing, SimulatedToken token, Optional<Verdict> verdict) {
        if (!closing.closed) {
            closing.lost.put(token.branch, verdict);
            decide(closing);
        }
    }

    void decide(OpenJoin closing) {
        var rules = new ReferenceJoin(closing.join.policy(), closing.children.size(), closing.required);
        rules.decide(closing.arrived, closing.lost.keySet())
                .ifPresent(choice -> close(closing, choice.trigger(), closing.lost.keySet()));
    }

    void expire(OpenJoin closing) {
        var rules = new ReferenceJoin(closing.join.policy(), closing.children.size(), closing.required);
        Set<Integer> overdue = rules.overdue(closing.arrived, closing.lost.keySet());
        var lost = new TreeSet<>(closing.lost.keySet());
        lost.addAll(overdue);
        overdue.forEach(branch -> closing.lost.put(branch, Optional.of(Verdict.FAILED)));
        close(closing, overdue.isEmpty() ? "timeout" : JoinChoice.FAILED, lost);
    }

    private void close(OpenJoin closing, String trigger, Set<Integer> lost) {
        closing.closed = true;
        var choice = new JoinChoice(
                trigger,
                closing.arrived,
                run.bug == PlantedBug.UNREPORTED_LOSS ? Set.of() : lost,
                Optional.of(Duration.ofSeconds(run.now - closing.splitAt)));
        run.choices.join(closing.parent.id, closing.join.name(), choice);
        if (run.bug == PlantedBug.DOUBLE_FIRE && run.random.nextInt(4) == 0) {
            run.choices.join(closing.parent.id, closing.join.name(), choice);
        }
        for (SimulatedToken child : closing.children) {
            if (!closing.arrived.contains(child.branch) && !child.done && !child.left) {
                cut(child);
            }
        }
        if (trigger.equals(JoinChoice.FAILED)) {
            closing.arrived.forEach(branch -> discard(closing.children.get(branch - 1)));
            resume(closing.parent);
            run.fail(closing.parent, closing.join, "branch_lost", worst(closing));
            return;
        }
        merge(closing);
    }

    private static Verdict worst(OpenJoin closing) {
        var verdicts = closing.lost.values().stream().flatMap(Optional::stream).toList();
        return verdicts.contains(Verdict.FAILED) || verdicts.isEmpty() ? Verdict.FAILED : Verdict.BLOCKED;
    }

    private void merge(OpenJoin closing) {
        var rows = new TreeMap<Integer, Row>();
        closing.arrived.forEach(branch -> rows.put(branch, closing.children.get(branch - 1).row));
        resume(closing.parent);
        if (closing.join.merge().equals("rows")) {
            rows.keySet().forEach(branch -> {
                SimulatedToken child = closing.children.get(branch - 1);
                var alone = new SimulatedToken(child.id, child.row, closing.join.to(), null, 0);
                child.done = true;
                run.tokens.add(alone);
            });
            run.end(closing.parent, Ending.SPLIT, null, Optional.empty());
            return;
        }
        Row base = closing.parent.row;
        Optional<Row> merged = new ReferenceMerge(closing.join, closing.names, SimulatedRun.clean(base), rows).merge();
        if (merged.isEmpty()) {
            closing.arrived.forEach(branch -> discard(closing.children.get(branch - 1)));
            run.fail(closing.parent, closing.join, "merge_collision", Verdict.FAILED);
            return;
        }
        closing.arrived.forEach(
                branch -> run.end(closing.children.get(branch - 1), Ending.MERGED, null, Optional.empty()));
        run.go(
                closing.parent,
                closing.join.to(),
                base.has("_error") ? merged.get().with("_error", base.get("_error")) : merged.get());
    }

    private static void resume(SimulatedToken parent) {
        parent.ready = true;
    }

    private void discard(SimulatedToken token) {
        token.done = true;
        run.put(token.id, new TokenEnd(Ending.DISCARDED, Optional.of("join_closed")));
    }

    /// Ends a token and what it is waiting for.
    private void cut(SimulatedToken token) {
        for (OpenJoin inner : List.copyOf(run.joins)) {
            if (inner.parent.id.equals(token.id) && !inner.closed) {
                inner.closed = true;
                token.target = inner.join.name();
                inner.children.forEach(child -> {
                    if (!child.done && !child.left) {
                        if (inner.arrived.contains(child.branch)) {
                            discard(child);
                        } else {
                            cut(child);
                        }
                    }
                });
            }
        }
        run.choices.cut(token.id, token.target);
        discard(token);
    }
}
