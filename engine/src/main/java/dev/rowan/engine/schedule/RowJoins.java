package dev.rowan.engine.schedule;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.graph.JoinDecision;
import dev.rowan.engine.release.TokenOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The joins of one row, and which tokens may still arrive at them. A join that decides ends all tokens that it does
/// not use, at once.
///
/// Thread-safe; guarded by the lock of its [RowScope].
final class RowJoins {
    private final RowScope scope;
    private final Map<Integer, OpenJoin> byChild = new HashMap<>(0);
    /// The joins of a replay.
    private final List<RepeatedJoin> repeating = new ArrayList<>(0);

    RowJoins(RowScope scope) {
        this.scope = scope;
    }

    /// What a join decided on an event, and the tokens that it ended.
    record Decided(OpenJoin join, JoinDecision decision, List<Integer> cut) {}

    /// Opens a join for the children of a split. If a join around it has closed meanwhile, all of them have ended.
    Decided open(OpenJoin join) {
        synchronized (scope) {
            join.parts().forEach(part -> byChild.put(part, join));
            join.repeated().ifPresent(repeating::add);
            if (scope.hasEnded(join.parent())) {
                var cut = new ArrayList<Integer>();
                closeUnused(join, List.of(), cut);
                return new Decided(join, new JoinDecision.Closed(), cut);
            }
            return decided(join, join.start());
        }
    }

    /// In a replay, what the next join decides; empty if none is left. A join that was to decide and cannot is a
    /// miss.
    Optional<Decided> repeat() {
        synchronized (scope) {
            List<RepeatedJoin> open = repeating.stream()
                    .filter(repeated -> !repeated.join().isClosed()
                            && !scope.hasEnded(repeated.join().parent()))
                    .toList();
            Optional<RepeatedJoin> next =
                    open.stream().filter(RepeatedJoin::isReady).min(Comparator.comparingInt(RepeatedJoin::turn));
            if (next.isEmpty() && !open.isEmpty()) {
                throw open.getFirst().miss();
            }
            return next.map(join -> decided(join.join(), join.decide()));
        }
    }

    /// A token ends, and its join loses it, unless it has ended before or is cut off later in the run that is replayed.
    Optional<Decided> end(TokenOutcome outcome, Optional<Verdict> verdict) {
        synchronized (scope) {
            boolean endsLater = scope.replayed()
                    .filter(replayed -> replayed.cutOff().contains(outcome.part()))
                    .isPresent();
            if (endsLater || !scope.putEnd(outcome)) {
                return Optional.empty();
            }
            return loseAny(
                    outcome.part(),
                    () -> outcome.failure()
                            .map(TokenOutcome.Failure::reason)
                            .orElseGet(() -> Reason.of("ended", "the branch ended before the join")),
                    verdict);
        }
    }

    /// A token can no longer reach its join, and continues on its own, unless it has ended.
    Optional<Decided> lose(int part, Reason reason, Optional<Verdict> verdict) {
        synchronized (scope) {
            return scope.hasEnded(part) ? Optional.empty() : loseAny(part, () -> reason, verdict);
        }
    }

    private Optional<Decided> loseAny(int part, Supplier<Reason> reason, Optional<Verdict> verdict) {
        OpenJoin join = byChild.remove(part);
        return join == null
                ? Optional.empty()
                : Optional.of(
                        decided(join, join.lose(new JoinDecision.Loss(join.branch(part), reason.get(), verdict))));
    }

    /// The join that a token may arrive at.
    Optional<OpenJoin> of(int part) {
        synchronized (scope) {
            return Optional.ofNullable(byChild.get(part)).filter(join -> !join.hasArrived(part));
        }
    }

    Decided arrive(OpenJoin join, int part, Row row) {
        synchronized (scope) {
            if (scope.hasEnded(part)) {
                return new Decided(join, new JoinDecision.Closed(), List.of());
            }
            return decided(join, join.arrive(part, row));
        }
    }

    /// Starts a timer that is cancelled when the join closes, if it has a timeout and is open.
    void arm(OpenJoin join, Duration age, Function<Duration, Runnable> timer) {
        synchronized (scope) {
            join.timeout().ifPresent(limit -> join.onClose(timer.apply(limit.minus(age))));
        }
    }

    /// The timeout of a join has come; empty if it has closed before. Enters the gate of the parent, so that the row
    /// waits even if another join cuts the parent off; the caller leaves it.
    Optional<Decided> expire(OpenJoin join) {
        synchronized (scope) {
            if (join.isClosed() || scope.hasEnded(join.parent())) {
                return Optional.empty();
            }
            scope.gate(join.parent()).enter();
            return Optional.of(decided(join, join.expire()));
        }
    }

    /// Ends all tokens that a join does not use, as soon as it decides.
    private Decided decided(OpenJoin join, JoinDecision decision) {
        var cut = new ArrayList<Integer>();
        switch (decision) {
            case JoinDecision.Fire(var _, var used, var _) -> closeUnused(join, join.partsOf(used), cut);
            case JoinDecision.Fail _ -> closeUnused(join, List.of(), cut);
            case JoinDecision.Wait _, JoinDecision.Closed _ -> {
                // nothing ends
            }
        }
        return new Decided(join, decision, cut);
    }

    /// Closes a join that an earlier process has recorded as decided.
    void close(OpenJoin join, List<Integer> used, List<Integer> lost) {
        synchronized (scope) {
            join.parts().forEach(part -> byChild.put(part, join));
            lost.forEach(byChild::remove);
            var cut = new ArrayList<Integer>();
            closeUnused(join, used, cut);
        }
    }

    private void closeUnused(OpenJoin join, List<Integer> used, List<Integer> cut) {
        join.close();
        for (int part : join.parts()) {
            if (byChild.get(part) == join && !used.contains(part)) {
                cutOff(part, join, cut);
            }
        }
    }

    private void cutOff(int part, OpenJoin by, List<Integer> cut) {
        byChild.remove(part);
        cut.add(part);
        scope.cutOff(closed(part, by));
        List<OpenJoin> within = byChild.values().stream()
                .filter(inner -> inner.parent() == part && !inner.isClosed())
                .distinct()
                .toList();
        within.forEach(inner -> closeUnused(inner, List.of(), cut));
    }

    /// The tokens that a join used have ended with it.
    void merged(OpenJoin join, List<Integer> used) {
        synchronized (scope) {
            for (int part : used) {
                byChild.remove(part);
                scope.putEnd(
                        new TokenOutcome(part, Outcome.MERGED, Optional.empty(), Optional.empty(), Optional.empty()));
            }
        }
    }

    /// The tokens that a join used continue on their own.
    void release(List<Integer> used) {
        synchronized (scope) {
            used.forEach(byChild::remove);
        }
    }

    /// A join that fired cannot be carried out: the tokens that it used end too.
    List<Integer> discard(OpenJoin join) {
        synchronized (scope) {
            var cut = new ArrayList<Integer>();
            closeUnused(join, List.of(), cut);
            return cut;
        }
    }

    private static TokenOutcome closed(int part, OpenJoin join) {
        var failure = new TokenOutcome.Failure(
                Optional.of(join.join().index()),
                join.join().name(),
                Reason.of("join_closed", "the join had fired or failed before the branch arrived"),
                1);
        return new TokenOutcome(part, Outcome.DISCARDED, Optional.empty(), Optional.of(failure), Optional.empty());
    }
}
