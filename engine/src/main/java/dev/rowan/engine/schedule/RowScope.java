package dev.rowan.engine.schedule;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.stop.TokenEndedException;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import dev.rowan.landscape.resume.PendingRow.Branching;
import dev.rowan.landscape.resume.PendingRow.TokenNode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The tokens of one row in flight: those that are ready, in progress or parked, those that have ended, and those
/// whose join has closed without them while their calls are on the wire.
///
/// Thread-safe; one lock, its monitor, which is not held while a transform runs or a visit is recorded. [RowJoins]
/// has its joins under the same lock.
final class RowScope {
    private final Window.Slot slot;
    private final EarlierVisits beyond;
    private final int maxTokens;
    private final RowJoins joins = new RowJoins(this);
    private final Deque<Task> ready = new ArrayDeque<>(1);
    private final Map<Integer, TokenOutcome> ends = new TreeMap<>(); // parts made of parts come last
    private final List<OpenVisit> open = new ArrayList<>(0);
    private final Set<Integer> parked = new HashSet<>(0);
    /// How many threads tokens have: two while one passes a token on to another.
    private final Map<Integer, Integer> running = new HashMap<>(2);
    /// The same of tokens that were cut off.
    private final Map<Integer, Integer> cutOff = new HashMap<>(0);
    /// How often tokens are inside their gate.
    private final Map<Integer, Integer> inside = new HashMap<>(0);
    /// The threads of tokens that wait for their next attempt.
    private final Map<Integer, Thread> pausing = new HashMap<>(0);

    private long recorded;
    private int nextPart;
    private int tokens;
    private int workers;
    private int own;
    private @Nullable Throwable failure;
    private boolean newAnswer;

    /// A token and where it continues.
    record Task(TokenInfo token, TokenPosition position, EarlierVisits earlier) {
        int part() {
            return token.part();
        }
    }

    /// What is known of a row when it starts or continues: the part of its next token, how many tokens it has, its
    /// last record, and what earlier processes did with it beyond the nodes where its tokens are.
    record Start(int nextPart, int tokens, long recorded, EarlierVisits beyond) {}

    /// `maxTokens` is how many tokens the row may have.
    RowScope(Start start, int maxTokens, Window.Slot slot) {
        this.nextPart = start.nextPart();
        this.tokens = start.tokens();
        this.recorded = start.recorded();
        this.beyond = start.beyond();
        this.maxTokens = maxTokens;
        this.slot = slot;
    }

    RowJoins joins() {
        return joins;
    }

    Task task(TokenInfo token, TokenPosition position) {
        return new Task(token, position, beyond);
    }

    /// What happened in the run that is replayed.
    Optional<Branching> replayed() {
        return beyond.replayed();
    }

    /// Why a token did not pass a node in the run that is replayed.
    Optional<Reason> replayedFailure(int part, int node) {
        return beyond.failure(part, node).map(failure -> failure.failed().reason());
    }

    /// Whether a token of a replay did not come to a node, since its join had closed.
    boolean stopsBefore(int part, int node) {
        return beyond.replayed().isPresent()
                && !beyond.replayed().get().joins().isEmpty()
                && !beyond.replayed().get().visits().contains(new TokenNode(part, node));
    }

    /// Adds tokens before those that are ready, in order.
    synchronized void push(List<Task> tasks) {
        for (int i = tasks.size() - 1; i >= 0; i--) {
            if (!ends.containsKey(tasks.get(i).part())) {
                ready.addFirst(tasks.get(i));
            }
        }
    }

    /// The next token that is ready; its thread runs it until it is [#done].
    synchronized Optional<Task> next() {
        Task task = failure == null ? ready.pollFirst() : null;
        if (task != null) {
            running.merge(task.part(), 1, Integer::sum);
        }
        return Optional.ofNullable(task);
    }

    /// The next token, for a worker, which ends if there is none.
    synchronized Optional<Task> poll() {
        Optional<Task> next = next();
        if (next.isEmpty()) {
            workers--;
        }
        return next;
    }

    /// How many workers more are to run the ready tokens, without the first `spare` of them, so that no more than
    /// `most`
    /// threads run; they count as started.
    synchronized int reserveWorkers(int most, int spare) {
        int more = Math.max(0, Math.min(ready.size() - spare, most - own - workers));
        workers += more;
        return more;
    }

    /// The row's own thread runs a token, or no longer does.
    synchronized void runsItself(boolean runs) {
        own = runs ? 1 : 0;
    }

    /// The thread of a token is done with it. False if the token was cut off: then its thread ends.
    synchronized boolean done(int part) {
        boolean goesOn = running.containsKey(part);
        less(goesOn ? running : cutOff, part);
        if (goesOn) {
            signalIfSettled();
        } else if (cutOff.isEmpty()) {
            notifyAll();
        }
        return goesOn;
    }

    private static void less(Map<Integer, Integer> counts, int part) {
        counts.computeIfPresent(part, (_, count) -> count == 1 ? null : count - 1);
    }

    /// Waits until no token is ready or in progress, except those that were cut off.
    synchronized void awaitSettled() throws InterruptedException {
        while (failure == null && !isSettled()) {
            wait();
        }
        throwFailure();
    }

    private boolean isSettled() {
        return ready.isEmpty() && running.isEmpty() && inside.isEmpty();
    }

    private void signalIfSettled() {
        if (isSettled()) {
            notifyAll();
        }
    }

    /// Waits until the calls of tokens that were cut off have ended.
    synchronized void awaitCutOff() throws InterruptedException {
        while (failure == null && !cutOff.isEmpty()) {
            wait();
        }
        throwFailure();
    }

    /// A worker broke.
    synchronized void fail(Throwable broken) {
        if (failure == null) {
            failure = broken;
        }
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

    /// A call of the row got an answer that no earlier run had.
    synchronized void answeredNewly() {
        newAnswer = true;
    }

    synchronized boolean hasNewAnswer() {
        return newAnswer;
    }

    synchronized void hold(OpenVisit visit) {
        open.add(visit);
    }

    /// A token waits for a batch service, unless it has ended.
    synchronized void park(int part) {
        if (!ends.containsKey(part)) {
            parked.add(part);
        }
    }

    /// The numbers of `more` tokens, counted.
    synchronized int allocate(int more) {
        int first = nextPart;
        nextPart += more;
        return first;
    }

    /// Counts new tokens; false if the row may not have so many.
    synchronized boolean count(int more) {
        if (more > maxTokens - tokens) {
            return false;
        }
        tokens += more;
        return true;
    }

    int maxTokens() {
        return maxTokens;
    }

    /// Records the outcome of a token, unless it has one.
    synchronized boolean putEnd(TokenOutcome outcome) {
        return ends.putIfAbsent(outcome.part(), outcome) == null;
    }

    synchronized boolean hasEnded(int part) {
        return ends.containsKey(part);
    }

    /// Ends a token whose join closes without it. If it is in progress, its thread ends when its call has.
    synchronized void cutOff(TokenOutcome outcome) {
        int part = outcome.part();
        if (putEnd(outcome)) {
            parked.remove(part);
            ready.removeIf(task -> task.part() == part);
            Integer threads = running.remove(part);
            Thread paused = pausing.remove(part);
            if (paused != null) {
                paused.interrupt();
            }
            if (threads != null) {
                cutOff.put(part, threads);
                workers -= threads;
            }
            signalIfSettled();
        }
    }

    /// What a token may record.
    TokenGate gate(int part) {
        return new Gate(part);
    }

    private final class Gate implements TokenGate {
        private final int part;

        Gate(int part) {
            this.part = part;
        }

        @Override
        public void enter() {
            synchronized (RowScope.this) {
                if (RowScope.this.hasEnded(part)) {
                    throw new TokenEndedException();
                }
                inside.merge(part, 1, Integer::sum);
            }
        }

        @Override
        public void leave() {
            synchronized (RowScope.this) {
                less(inside, part);
                signalIfSettled();
            }
        }

        @Override
        public boolean hasEnded() {
            return RowScope.this.hasEnded(part);
        }

        @Override
        public void pause(Wait wait) throws InterruptedException {
            synchronized (RowScope.this) {
                if (RowScope.this.hasEnded(part)) {
                    throw new TokenEndedException();
                }
                pausing.put(part, Thread.currentThread());
            }
            boolean woken = false;
            try {
                wait.run();
            } catch (InterruptedException stopped) {
                if (!hasEnded()) {
                    throw stopped;
                }
            } finally {
                synchronized (RowScope.this) {
                    woken = pausing.remove(part) == null;
                }
            }
            if (woken) {
                Thread.interrupted(); // it was for the wait alone
                throw new TokenEndedException();
            }
        }
    }

    synchronized TokenResult result(long rowSeq, Instant readAt, Instant endedAt) {
        if (!parked.isEmpty()) {
            return new TokenResult.Parked(recorded, List.copyOf(open), this::awaitCutOff);
        }
        var finished = new FinishedRow.Detailed(rowSeq, readAt, endedAt, recorded, List.copyOf(ends.values()));
        return open.isEmpty()
                ? new TokenResult.Ended(finished, this::awaitCutOff)
                : new TokenResult.Rejected(finished, List.copyOf(open), this::awaitCutOff);
    }
}
