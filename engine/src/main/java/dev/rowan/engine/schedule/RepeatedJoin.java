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
import java.util.Objects;
import java.util.Set;

/// Decides in place of a [Barrier] as a join did in the run that is replayed: with the same arrivals, after the same
/// losses, when no token of the row continues. Guarded by the lock of its row.
final class RepeatedJoin {
    private static final String COLLISION = "merge_collision";

    private final OpenJoin join;
    private final List<PastJoin> all;
    private final int turn;
    private final Set<Integer> arrived = new HashSet<>();
    private final Map<Integer, Loss> lost = new HashMap<>();

    /// `all` is what the joins of the row decided, in order.
    RepeatedJoin(OpenJoin join, List<PastJoin> all) {
        this.join = join;
        this.all = all;
        this.turn = turn(join, all);
    }

    private static int turn(OpenJoin join, List<PastJoin> all) {
        for (int i = 0; i < all.size(); i++) {
            PastJoin past = all.get(i);
            if (past.part() == join.parent() && past.node() == join.join().index()) {
                return i;
            }
        }
        return all.size();
    }

    OpenJoin join() {
        return join;
    }

    /// When it decided, among the joins of the row; after all of them if it did not.
    int turn() {
        return turn;
    }

    /// Whether it decided, and the same tokens have arrived and are lost now.
    boolean isReady() {
        return turn < all.size()
                && arrived.containsAll(past().used())
                && lost.keySet().containsAll(losses());
    }

    private PastJoin past() {
        return all.get(turn);
    }

    /// The tokens that were lost; those that were overdue at the timeout ended with the join.
    private List<Integer> losses() {
        return past().lost().stream()
                .filter(loss -> !isOverdue(loss))
                .flatMap(loss -> join.partOf(loss.branch()).stream())
                .toList();
    }

    private static boolean isOverdue(LostBranch loss) {
        return loss.reason().equals(Barrier.JOIN_TIMEOUT);
    }

    JoinDecision arrive(int part) {
        arrived.add(part);
        return new JoinDecision.Wait();
    }

    JoinDecision lose(Loss loss) {
        lost.put(join.parts().get(loss.branch() - 1), loss);
        return new JoinDecision.Wait();
    }

    ReplayMissException miss() {
        return new ReplayMissException(
                "join '" + join.join().name() + "': other branches arrive or are lost than in the recorded run");
    }

    /// What it decided.
    JoinDecision decide() {
        PastJoin past = past();
        List<Integer> used = past.used().stream().map(join::branch).toList();
        var losses = new ArrayList<Loss>();
        for (LostBranch loss : past.lost()) {
            join.partOf(loss.branch())
                    .ifPresent(part -> losses.add(
                            isOverdue(loss)
                                    ? Barrier.overdue(join.branch(part))
                                    : Objects.requireNonNull(lost.get(part))));
        }
        if (past.failed() && !past.trigger().equals(COLLISION)) {
            return Barrier.failure(losses, used);
        }
        Trigger trigger =
                past.failed() ? Trigger.ALL : Trigger.valueOf(past.trigger().toUpperCase(Locale.ROOT));
        return new JoinDecision.Fire(trigger, used, losses);
    }
}
