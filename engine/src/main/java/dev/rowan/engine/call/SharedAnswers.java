package dev.rowan.engine.call;

import dev.rowan.landscape.CallQueries;
import dev.rowan.landscape.CallQueries.AnsweredCall;
import dev.rowan.landscape.CallQueries.ParkedRequest;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Lets equal requests of one node share an answer. The first call leads: it alone is sent. Rows whose calls follow are
/// parked until it has ended, and then take its answer; if it ends without one, the next follower leads.
///
/// An answered request takes 24 to 45 bytes here. Thread-safe. Shared state, in stripes by request, each guarded by its
/// `lock`: the leaders with their followers, and the answered calls. Rows are woken outside of it.
public final class SharedAnswers {
    /// How many leaders may be lost before their followers are indeterminate.
    private static final int MAX_LOST = 3;

    private static final int PAGE = 10_000;
    /// Marks the calls that an earlier process has made, in place of a run.
    private static final int BEFORE = 1;

    /// Every call passes here twice; with one lock for all, calls would wait for each other.
    private static final int STRIPES = 64;

    private final int node;
    private final Consumer<List<Long>> wakeup;
    private final Stripe[] stripes = new Stripe[STRIPES];

    /// `wakeup` restarts rows, and does not wait for it.
    SharedAnswers(int node, Consumer<List<Long>> wakeup) {
        this.node = node;
        this.wakeup = wakeup;
        Arrays.setAll(stripes, _ -> new Stripe());
    }

    private static final class Stripe {
        private final ReentrantLock lock = new ReentrantLock();
        private final AnswerTable answered = new AnswerTable();
        private final Map<String, Leadership> open = new HashMap<>();
    }

    private Stripe stripe(String requestSha256) {
        return stripes[(int) Long.remainderUnsigned(AnswerTable.hash(requestSha256), STRIPES)];
    }

    /// A request without an answer: the call that leads, how many leaders were lost, and the rows that wait.
    private static final class Leadership {
        private @Nullable CallKey leader;
        private int lost;
        private final Deque<Long> followers = new ArrayDeque<>(0);
    }

    /// What a call is to do.
    sealed interface Claim {
        /// It is sent, and its end reported with [#ended].
        record Leads() implements Claim {}

        /// Its row is parked, and woken when the leader has ended.
        record Follows() implements Claim {}

        /// It takes the answer of `cited`.
        record Answered(CallKey cited) implements Claim {}

        /// Too many leaders were lost.
        record Lost() implements Claim {}
    }

    /// How a leader ended.
    enum End {
        ANSWERED,
        /// It may have been processed and is not sent again.
        LOST,
        /// Without an answer, or it was never sent.
        FAILED
    }

    /// Restores what earlier processes of the run have recorded.
    void load(CallQueries calls, String runId) {
        List<AnsweredCall> page = calls.answered(runId, false, 0, PAGE);
        while (!page.isEmpty()) {
            page.stream()
                    .map(AnsweredCall::key)
                    .filter(key -> key.node() == node)
                    .forEach(this::answeredBefore);
            page = calls.answered(runId, false, page.getLast().event(), PAGE);
        }
        List<ParkedRequest> parked = calls.awaited(runId, 0, PAGE);
        while (!parked.isEmpty()) {
            parked.stream()
                    .map(ParkedRequest::key)
                    .filter(key -> key.node() == node)
                    .forEach(this::parkedBefore);
            parked = calls.awaited(runId, parked.getLast().event(), PAGE);
        }
    }

    private void answeredBefore(CallKey call) {
        Stripe stripe = stripe(call.requestSha256());
        stripe.lock.lock();
        try {
            stripe.answered.add(AnswerTable.hash(call.requestSha256()), call, BEFORE, false);
        } finally {
            stripe.lock.unlock();
        }
    }

    private void parkedBefore(CallKey call) {
        Stripe stripe = stripe(call.requestSha256());
        stripe.lock.lock();
        try {
            Leadership request = stripe.open.computeIfAbsent(call.requestSha256(), _ -> new Leadership());
            request.leader = request.leader == null ? call : request.leader;
        } finally {
            stripe.lock.unlock();
        }
    }

    /// `sameAccount` tells whether an earlier process had the same credential.
    Claim claim(CallKey call, BooleanSupplier sameAccount) {
        Stripe stripe = stripe(call.requestSha256());
        stripe.lock.lock();
        try {
            Optional<AnswerTable.Entry> before = stripe.answered.first(AnswerTable.hash(call.requestSha256()));
            if (before.isPresent() && (before.get().run() != BEFORE || sameAccount.getAsBoolean())) {
                return new Claim.Answered(before.get().key(call.requestSha256()));
            }
            Leadership request = stripe.open.computeIfAbsent(call.requestSha256(), _ -> new Leadership());
            if (request.lost >= MAX_LOST) {
                return new Claim.Lost();
            }
            if (request.leader == null || request.leader.equals(call)) {
                request.leader = call;
                return new Claim.Leads();
            }
            request.followers.add(call.rowSeq());
            return new Claim.Follows();
        } finally {
            stripe.lock.unlock();
        }
    }

    /// `call` has ended, durably; ignored unless it leads.
    void ended(CallKey call, End end) {
        List<Long> woken;
        Stripe stripe = stripe(call.requestSha256());
        stripe.lock.lock();
        try {
            Leadership request = stripe.open.get(call.requestSha256());
            if (request == null || !call.equals(request.leader)) {
                return;
            }
            if (end == End.ANSWERED) {
                stripe.answered.add(AnswerTable.hash(call.requestSha256()), call, 0, false);
            }
            woken = next(stripe, call.requestSha256(), request, end);
        } finally {
            stripe.lock.unlock();
        }
        if (!woken.isEmpty()) {
            wakeup.accept(woken);
        }
    }

    /// The rows to wake: all that can go on, or the one that leads next.
    private static List<Long> next(Stripe stripe, String requestSha256, Leadership request, End end) {
        request.leader = null;
        request.lost += end == End.LOST ? 1 : 0;
        if (end == End.ANSWERED || request.lost >= MAX_LOST) {
            var all = List.copyOf(request.followers);
            request.followers.clear();
            if (end == End.ANSWERED) {
                stripe.open.remove(requestSha256);
            }
            return all;
        }
        Long first = request.followers.poll();
        if (first == null && request.lost == 0) {
            stripe.open.remove(requestSha256);
        }
        return first == null ? List.of() : List.of(first);
    }

    /// No row is in flight: leaders that are not parked either have ended without notice, as a token that a join cut
    /// off. The next of their followers leads.
    void recheck(LongPredicate isParked) {
        var woken = new ArrayList<Long>();
        for (Stripe stripe : stripes) {
            stripe.lock.lock();
            try {
                for (Map.Entry<String, Leadership> entry : List.copyOf(stripe.open.entrySet())) {
                    CallKey leader = entry.getValue().leader;
                    if (leader == null || !isParked.test(leader.rowSeq())) {
                        woken.addAll(next(stripe, entry.getKey(), entry.getValue(), End.FAILED));
                    }
                }
            } finally {
                stripe.lock.unlock();
            }
        }
        if (!woken.isEmpty()) {
            wakeup.accept(woken);
        }
    }
}
