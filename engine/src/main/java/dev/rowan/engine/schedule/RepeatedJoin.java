package dev.rowan.engine.schedule;

import dev.rowan.engine.call.ReplayMissException;
import dev.rowan.engine.graph.Barrier;
import dev.rowan.engine.graph.JoinDecision;
import dev.rowan.engine.graph.JoinDecision.Loss;
import dev.rowan.engine.graph.JoinDecision.Trigger;
import dev.rowan.landscape.resume.PendingRow.LostBranch;
import dev.rowan.landscape.resume.PendingRow.PastJoin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Decides in place of a [Barrier] as a join did in the run that is replayed: with the same arrivals, after the same
/// losses. Guarded by the lock of its row.
final class RepeatedJoin {
    private static final String COLLISION = "merge_collision";

    private final OpenJoin join;
    private final PastJoin past;
    private final Set<Integer> arrived = new HashSet<>();
    private final Map<Integer, Loss> lost = new HashMap<>();

    RepeatedJoin(OpenJoin join, PastJoin past) {
        this.join = join;
        this.past = past;
    }

    /// The tokens that the join neither used nor lost.
    List<Integer> unneeded() {
        return join.parts().stream()
                .filter(part -> !past.used().contains(part) && !losses().contains(part))
                .toList();
    }

    /// The tokens that were lost; those that were overdue at the timeout ended with the join.
    private List<Integer> losses() {
        return past.lost().stream()
                .filter(loss -> !isOverdue(loss))
                .flatMap(loss -> join.partOf(loss.branch()).stream())
                .toList();
    }

    private static boolean isOverdue(LostBranch loss) {
        return loss.reason().equals(Barrier.JOIN_TIMEOUT);
    }

    JoinDecision arrive(int part) {
        check(past.used().contains(part), part, "arrives");
        arrived.add(part);
        return decide();
    }

    JoinDecision lose(Loss loss) {
        int part = join.parts().get(loss.branch() - 1);
        check(losses().contains(part), part, "is lost");
        lost.put(part, loss);
        return decide();
    }

    private void check(boolean same, int part, String what) {
        if (!same) {
            throw new ReplayMissException("join '" + join.join().name() + "': the branch '"
                    + join.label(join.branch(part)) + "' " + what + ", which differs from the recorded run");
        }
    }

    JoinDecision decide() {
        if (join.isClosed()) {
            return new JoinDecision.Closed();
        }
        if (!arrived.containsAll(past.used()) || !lost.keySet().containsAll(losses())) {
            return new JoinDecision.Wait();
        }
        List<Integer> used = past.used().stream().map(join::branch).toList();
        var all = new ArrayList<Loss>();
        for (LostBranch loss : past.lost()) {
            join.partOf(loss.branch())
                    .ifPresent(part -> all.add(isOverdue(loss) ? Barrier.overdue(join.branch(part)) : lost.get(part)));
        }
        if (past.failed() && !past.trigger().equals(COLLISION)) {
            return Barrier.failure(all, used);
        }
        Trigger trigger =
                past.failed() ? Trigger.ALL : Trigger.valueOf(past.trigger().toUpperCase(Locale.ROOT));
        return new JoinDecision.Fire(trigger, used, all);
    }
}
