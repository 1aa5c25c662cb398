package dev.rowan.engine.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.graph.JoinDecision.Loss;
import dev.rowan.engine.graph.JoinDecision.Trigger;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Decides when a join fires or fails, from arrivals, losses and its age. It decides once; later events find it
/// closed.
///
/// Pure: no clock, no row. Branches are numbered from 1, as are the children of an expansion. A *required*
/// branch, one with a safety transform, must arrive under every policy. Owned by whoever holds the lock of its
/// row.
public final class Barrier {
    /// The reason of a branch that was overdue at the timeout of its join.
    public static final String JOIN_TIMEOUT = "join_timeout";

    private final JoinPolicy policy;
    private final int branches;
    private final BitSet required;
    private final BitSet arrived = new BitSet();
    private final TreeMap<Integer, Loss> lost = new TreeMap<>();
    private boolean requiredLost;
    private boolean closed;

    public Barrier(JoinPolicy policy, int branches, BitSet required) {
        if (branches < 1 || required.get(0) || required.length() > branches + 1) {
            throw new IllegalArgumentException(
                    "branches must be numbered from 1 to " + branches + ", required are " + required);
        }
        this.policy = policy;
        this.branches = branches;
        this.required = (BitSet) required.clone();
    }

    /// Before the first event: fails if no sequence of events can make the join fire.
    public JoinDecision start() {
        return decide();
    }

    public JoinDecision arrive(int branch) {
        checkNew(branch);
        arrived.set(branch);
        return decide();
    }

    public JoinDecision lose(Loss loss) {
        checkNew(loss.branch());
        lost.put(loss.branch(), loss);
        requiredLost |= required.get(loss.branch());
        return decide();
    }

    /// The age of the join, counted from the recorded split without the time between processes.
    public JoinDecision tick(Duration age) {
        return timeout().filter(limit -> age.compareTo(limit) >= 0).isPresent() ? expire() : decide();
    }

    /// The age at which the join must be ticked; empty if it has no timer.
    public Optional<Duration> timeout() {
        return policy instanceof JoinPolicy.BestEffort(var limit) ? limit : Optional.empty();
    }

    /// Each branch arrives or is lost once. One that was in progress when the join closed may still be reported.
    private void checkNew(int branch) {
        if (branch < 1 || branch > branches) {
            throw new IllegalArgumentException("branches are numbered from 1 to " + branches + ", got " + branch);
        }
        if (arrived.get(branch) || lost.containsKey(branch)) {
            throw new IllegalStateException("branch " + branch + " was accounted for before");
        }
    }

    private JoinDecision decide() {
        if (closed) {
            return new JoinDecision.Closed();
        }
        int here = arrived.cardinality();
        int left = branches - lost.size();
        boolean accounted = here == left;
        boolean complete = !requiredLost && here > 0 && missingRequired().isEmpty();
        return switch (policy) {
            case JoinPolicy.All _ -> decide(Trigger.ALL, accounted && complete, !lost.isEmpty());
            case JoinPolicy.Any _ -> decide(Trigger.ANY, complete, left == 0);
            case JoinPolicy.Quorum(int count) -> decide(Trigger.QUORUM, complete && here >= count, left < count);
            case JoinPolicy.BestEffort _ -> decide(Trigger.ACCOUNTED, accounted && complete, left == 0);
        };
    }

    private JoinDecision decide(Trigger trigger, boolean fires, boolean outOfReach) {
        if (requiredLost || outOfReach) {
            return fail(lost.values());
        }
        return fires ? fire(trigger) : new JoinDecision.Wait();
    }

    /// At the timeout a branch in progress that the join needs counts as lost.
    private JoinDecision expire() {
        if (closed) {
            return new JoinDecision.Closed();
        }
        BitSet needed = arrived.isEmpty() ? underWay() : missingRequired();
        if (needed.isEmpty()) {
            return fire(Trigger.TIMEOUT);
        }
        var losses = new TreeMap<>(lost);
        needed.stream().forEach(branch -> losses.put(branch, overdue(branch)));
        return fail(losses.values());
    }

    /// The loss of a branch that had not come at the timeout.
    public static Loss overdue(int branch) {
        var reason = Reason.of(JOIN_TIMEOUT, "the branch did not arrive before the join's timeout");
        return new Loss(branch, reason, Optional.of(Verdict.FAILED));
    }

    private BitSet underWay() {
        var open = new BitSet();
        open.set(1, branches + 1);
        open.andNot(arrived);
        lost.keySet().forEach(open::clear);
        return open;
    }

    private BitSet missingRequired() {
        var missing = (BitSet) required.clone();
        missing.andNot(arrived);
        return missing;
    }

    private JoinDecision fire(Trigger trigger) {
        closed = true;
        return new JoinDecision.Fire(trigger, arrivedInOrder(), List.copyOf(lost.values()));
    }

    private JoinDecision fail(Collection<Loss> losses) {
        closed = true;
        return failure(losses, arrivedInOrder());
    }

    /// The failure of a join with these losses.
    public static JoinDecision.Fail failure(Collection<Loss> losses, List<Integer> arrived) {
        Optional<Loss> worst = losses.stream()
                .min(Comparator.comparingInt(
                        loss -> loss.verdict().map(Barrier::severity).orElse(Integer.MAX_VALUE)));
        Verdict verdict = worst.flatMap(Loss::verdict).orElse(Verdict.FAILED);
        return new JoinDecision.Fail(worst, verdict, arrived, List.copyOf(losses));
    }

    private static int severity(Verdict verdict) {
        return switch (verdict) {
            case INDETERMINATE -> 0;
            case FAILED -> 1;
            case BLOCKED -> 2;
        };
    }

    private List<Integer> arrivedInOrder() {
        return arrived.stream().boxed().toList();
    }
}
