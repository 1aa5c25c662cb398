package dev.rowan.engine.schedule;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.graph.JoinDecision;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The tokens of one row in flight: those that are ready, under way, parked, or waiting at a join, and those that have
/// ended.
///
/// Thread-safe; one lock, its monitor, which is not held while a transform runs or a visit is recorded.
final class RowScope {
    private final Window.Slot slot;
    private final EarlierVisits beyond;
    private final Deque<Task> ready = new ArrayDeque<>(1);
    private final List<TokenOutcome> ends = new ArrayList<>(1);
    private final List<OpenVisit> open = new ArrayList<>(0);
    private final Set<Integer> parked = new HashSet<>(0);
    private final Map<Integer, OpenJoin> byChild = new HashMap<>(0);
    private long recorded;
    private int nextPart;
    private int running;
    private int workers;
    private @Nullable Throwable failure;

    /// A token and where it goes on.
    record Task(TokenInfo token, TokenPosition position, EarlierVisits earlier) {}

    /// What a join decided on an arrival or a loss.
    record Decided(OpenJoin join, JoinDecision decision) {}

    /// `beyond` is what earlier processes did with the row beyond the nodes where its tokens are.
    RowScope(int nextPart, long recorded, EarlierVisits beyond, Window.Slot slot) {
        this.nextPart = nextPart;
        this.recorded = recorded;
        this.beyond = beyond;
        this.slot = slot;
    }

    Task task(TokenInfo token, TokenPosition position) {
        return new Task(token, position, beyond);
    }

    /// Adds tokens before those that are ready, in order.
    synchronized void push(List<Task> tasks) {
        for (int i = tasks.size() - 1; i >= 0; i--) {
            ready.addFirst(tasks.get(i));
        }
        notifyAll();
    }

    /// The next token, for the row's own thread; empty when no token is ready or under way.
    synchronized Optional<Task> take() throws InterruptedException {
        while (ready.isEmpty() && running > 0 && failure == null) {
            wait();
        }
        throwFailure();
        return next();
    }

    /// The next token, for a worker, which ends if there is none.
    synchronized Optional<Task> poll() {
        Optional<Task> next = failure == null ? next() : Optional.empty();
        if (next.isEmpty()) {
            workers--;
        }
        return next;
    }

    private Optional<Task> next() {
        Task task = ready.pollFirst();
        if (task != null) {
            running++;
        }
        return Optional.ofNullable(task);
    }

    /// How many workers more may help with the ready tokens; they count as started.
    synchronized int hire(int most) {
        int more = Math.max(0, Math.min(ready.size(), most - 1 - workers));
        workers += more;
        return more;
    }

    /// A token has ended, parked, split or joined.
    synchronized void done() {
        running--;
        notifyAll();
    }

    synchronized void fail(Throwable broken) {
        if (failure == null) {
            failure = broken;
        }
        workers--;
        running--;
        notifyAll();
    }

    private void throwFailure() throws InterruptedException {
        switch (failure) {
            case null -> {}
            case InterruptedException stopped -> throw stopped;
            case RuntimeException broken -> throw broken;
            case Error broken -> throw broken;
            default -> throw new IllegalStateException(failure);
        }
    }

    /// Counts the growth of a token's values; the same row is not measured again.
    @SuppressWarnings("ReferenceEquality")
    void carries(Row before, Row after) {
        if (before != after) {
            long more = RowMemory.inFlight(after) - RowMemory.inFlight(before);
            synchronized (this) {
                slot.grow(more);
            }
        }
    }

    synchronized void splits(List<Row> outputs) {
        for (Row output : outputs) {
            slot.grow(RowMemory.of(output));
        }
    }

    synchronized void recorded(long number) {
        recorded = Math.max(recorded, number);
    }

    synchronized void hold(OpenVisit visit) {
        open.add(visit);
    }

    /// A token waits for a batch service; if its join has closed meanwhile, it ends.
    synchronized void park(int part) {
        if (isClosed(part)) {
            ends.add(closed(part));
        } else {
            parked.add(part);
        }
    }

    /// The numbers of `more` tokens, counted.
    synchronized int allocate(int more) {
        int first = nextPart;
        nextPart += more;
        return first;
    }

    /// A token ends, and its join loses it; if that has closed meanwhile, it ends discarded.
    synchronized Optional<Decided> end(TokenOutcome outcome, Optional<Verdict> verdict) {
        if (isClosed(outcome.part())) {
            ends.add(closed(outcome.part()));
            return Optional.empty();
        }
        ends.add(outcome);
        Reason reason = outcome.failure()
                .map(TokenOutcome.Failure::reason)
                .orElseGet(() -> Reason.of("ended", "the branch ended before the join"));
        return lose(outcome.part(), reason, verdict);
    }

    synchronized boolean hasEnded(int part) {
        return ends.stream().anyMatch(end -> end.part() == part);
    }

    /// A token that belongs to no join any more.
    synchronized void release(int part) {
        byChild.remove(part);
    }

    /// Opens a join for the children of a split. If a join around it has closed meanwhile, the parent ends, and so
    /// do the children when they notice.
    synchronized Decided open(OpenJoin join) {
        join.parts().forEach(part -> byChild.put(part, join));
        if (isClosed(join.parent())) {
            ends.add(closed(join.parent()));
            join.close();
            return new Decided(join, new JoinDecision.Closed());
        }
        return decided(join, join.barrier().start());
    }

    /// A join that decides is closed at once to all other tokens.
    private static Decided decided(OpenJoin join, JoinDecision decision) {
        if (decision instanceof JoinDecision.Fire || decision instanceof JoinDecision.Fail) {
            join.close();
        }
        return new Decided(join, decision);
    }

    /// The join that a token may arrive at.
    synchronized Optional<OpenJoin> joinOf(int part) {
        return Optional.ofNullable(byChild.get(part)).filter(join -> !join.hasArrived(part));
    }

    synchronized Decided arrive(OpenJoin join, int part, Row row) {
        if (isClosed(part)) {
            ends.add(closed(part));
            return new Decided(join, new JoinDecision.Closed());
        }
        join.arrive(part, row);
        return decided(join, join.barrier().arrive(join.branch(part)));
    }

    /// A token can reach its join no more, unless that has closed.
    synchronized Optional<Decided> lose(int part, Reason reason, Optional<Verdict> verdict) {
        OpenJoin join = byChild.get(part);
        if (join == null || isClosed(part)) {
            return Optional.empty();
        }
        byChild.remove(part);
        var loss = new JoinDecision.Loss(join.branch(part), reason, verdict);
        return Optional.of(decided(join, join.barrier().lose(loss)));
    }

    /// Whether the token belongs to a join that has fired or failed without it.
    synchronized boolean isClosed(int part) {
        for (OpenJoin join = byChild.get(part); join != null; join = byChild.get(join.parent())) {
            if (join.isClosed()) {
                return true;
            }
        }
        return false;
    }

    /// Closes a join that has decided: the tokens `used` are merged; those that wait or are parked end discarded, and
    /// those under way end when they notice.
    synchronized void close(OpenJoin join, List<Integer> used) {
        join.close();
        for (int part : join.parts()) {
            if (used.contains(part)) {
                byChild.remove(part);
                ends.add(new TokenOutcome(part, Outcome.MERGED, Optional.empty(), Optional.empty(), Optional.empty()));
            } else if (byChild.get(part) == join && isWaiting(join, part)) {
                byChild.remove(part);
                ends.add(closed(part, join));
            }
        }
    }

    /// Whether no thread runs the token, nor will. A join that it waits for closes.
    private boolean isWaiting(OpenJoin join, int part) {
        Optional<OpenJoin> inner = byChild.values().stream()
                .filter(other -> other.parent() == part && !other.isClosed())
                .findFirst();
        inner.ifPresent(other -> close(other, List.of()));
        return parked.remove(part) || join.hasArrived(part) || inner.isPresent();
    }

    private TokenOutcome closed(int part) {
        OpenJoin join = byChild.get(part);
        while (join != null && !join.isClosed()) {
            join = byChild.get(join.parent());
        }
        if (join == null) {
            throw new IllegalStateException("the join of token " + part + " is open");
        }
        return closed(part, join);
    }

    private static TokenOutcome closed(int part, OpenJoin join) {
        var failure = new TokenOutcome.Failure(
                Optional.of(join.join().index()),
                join.join().name(),
                Reason.of("join_closed", "the join had fired or failed before the branch arrived"),
                1);
        return new TokenOutcome(part, Outcome.DISCARDED, Optional.empty(), Optional.of(failure), Optional.empty());
    }

    synchronized TokenResult result(long rowSeq, Instant readAt, Instant endedAt) {
        if (!parked.isEmpty()) {
            return new TokenResult.Parked(recorded, List.copyOf(open));
        }
        ends.sort(Comparator.comparingInt(TokenOutcome::part)); // parts made of parts come last
        var finished = new FinishedRow.Detailed(rowSeq, readAt, endedAt, recorded, List.copyOf(ends));
        return open.isEmpty() ? new TokenResult.Ended(finished) : new TokenResult.Rejected(finished, List.copyOf(open));
    }
}
