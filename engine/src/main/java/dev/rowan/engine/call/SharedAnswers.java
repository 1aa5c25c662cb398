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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// Lets equal requests of one node share an answer. The first call leads: it alone is sent. Rows whose calls follow are
/// parked until it has ended, and then take its answer; if it ends without one, the next followers lead.
///
/// A request takes 24 to 45 bytes here, answered or not, and more while rows wait for its answer. Thread-safe. Shared
/// state, in stripes by request, each guarded by its `lock`: the calls that were answered or lead, and the requests
/// that
/// rows wait for. Rows are woken outside of it.
public final class SharedAnswers {
    /// How many leaders may be lost before their followers are indeterminate.
    private static final int MAX_LOST = 3;

    private static final int MAX_DOUBLINGS = 10;

    private static final int PAGE = 10_000;

    /// Every call passes here twice; with one lock for all, calls would wait for each other.
    private static final int STRIPES = 64;

    // The states of a call in the table, in place of a run.

    private static final int ANSWERED = 0;
    /// By an earlier process.
    private static final int ANSWERED_BEFORE = 1;
    private static final int LEADS = 2;
    /// Without an answer, or the answer was deleted.
    private static final int ENDED = 3;

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
        private final AnswerTable calls = new AnswerTable();
        private final Map<String, Contended> contended = new HashMap<>();
    }

    private Stripe stripe(String requestSha256) {
        return stripes[(int) Long.remainderUnsigned(AnswerTable.hash(requestSha256), STRIPES)];
    }

    /// A request without an answer that rows wait for, or whose leaders were lost.
    private static final class Contended {
        private final Set<CallKey> leaders = new HashSet<>(2);
        private int lost;
        private int failed;
        private final Deque<Long> followers = new ArrayDeque<>(0);

        /// How many calls may lead: one, and twice as many after each that failed, since a request that the service
        /// rejects would otherwise be sent by one row after another.
        private int limit() {
            return lost > 0 ? 1 : 1 << Math.min(failed, MAX_DOUBLINGS);
        }

        private boolean isUnused() {
            return leaders.isEmpty() && followers.isEmpty() && lost == 0;
        }
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
        /// Without an answer.
        FAILED,
        /// The row gave it up.
        ABANDONED
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
            stripe.calls.add(AnswerTable.hash(call.requestSha256()), call, ANSWERED_BEFORE, false);
        } finally {
            stripe.lock.unlock();
        }
    }

    private void parkedBefore(CallKey call) {
        Stripe stripe = stripe(call.requestSha256());
        stripe.lock.lock();
        try {
            if (leader(stripe, call).isEmpty()) {
                lead(stripe, call);
            }
        } finally {
            stripe.lock.unlock();
        }
    }

    /// `sameAccount` tells whether an earlier process had the same credential.
    Claim claim(CallKey call, BooleanSupplier sameAccount) {
        Stripe stripe = stripe(call.requestSha256());
        stripe.lock.lock();
        try {
            Optional<AnswerTable.Entry> answered =
                    stripe.calls.first(AnswerTable.hash(call.requestSha256()), entry -> switch (entry.run()) {
                        case ANSWERED -> true;
                        case ANSWERED_BEFORE -> sameAccount.getAsBoolean();
                        default -> false;
                    });
            return answered.<Claim>map(entry -> new Claim.Answered(entry.key(call.requestSha256())))
                    .orElseGet(() -> claimUnanswered(stripe, call));
        } finally {
            stripe.lock.unlock();
        }
    }

    private static Claim claimUnanswered(Stripe stripe, CallKey call) {
        Contended request = stripe.contended.get(call.requestSha256());
        if (request == null) {
            Optional<CallKey> leader = leader(stripe, call);
            if (leader.isEmpty()) {
                lead(stripe, call);
            }
            if (leader.isEmpty() || leader.get().equals(call)) {
                return new Claim.Leads();
            }
            request = new Contended();
            request.leaders.add(leader.get());
            stripe.contended.put(call.requestSha256(), request);
        }
        if (request.lost >= MAX_LOST) {
            return new Claim.Lost();
        }
        if (request.leaders.contains(call) || request.leaders.size() < request.limit()) {
            request.leaders.add(call);
            return new Claim.Leads();
        }
        request.followers.add(call.rowSeq());
        return new Claim.Follows();
    }

    /// The call that leads an uncontended request.
    private static Optional<CallKey> leader(Stripe stripe, CallKey call) {
        return stripe.calls
                .first(AnswerTable.hash(call.requestSha256()), entry -> entry.run() == LEADS)
                .map(entry -> entry.key(call.requestSha256()));
    }

    /// Makes the call the leader of an uncontended request.
    private static void lead(Stripe stripe, CallKey call) {
        long hash = AnswerTable.hash(call.requestSha256());
        boolean kept = stripe.calls.replace(hash, entry -> entry.run() == ENDED, call, LEADS)
                || stripe.calls.add(hash, call, LEADS, false);
        if (!kept) {
            stripe.contended
                    .computeIfAbsent(call.requestSha256(), _ -> new Contended())
                    .leaders
                    .add(call);
        }
    }

    /// Sets the state of a call that leads, or of one that was answered; false if it is not in the table.
    private static boolean set(Stripe stripe, CallKey call, int state) {
        return stripe.calls.replace(
                AnswerTable.hash(call.requestSha256()),
                entry -> entry.run() != ENDED && entry.key(call.requestSha256()).equals(call),
                call,
                state);
    }

    /// The answer of `call` was deleted from the landscape.
    void deleted(CallKey call) {
        Stripe stripe = stripe(call.requestSha256());
        stripe.lock.lock();
        try {
            set(stripe, call, ENDED);
        } finally {
            stripe.lock.unlock();
        }
    }

    /// `call` has ended, durably; ignored unless it leads.
    void ended(CallKey call, End end) {
        Stripe stripe = stripe(call.requestSha256());
        List<Long> woken;
        stripe.lock.lock();
        try {
            woken = ended(stripe, call, end);
        } finally {
            stripe.lock.unlock();
        }
        if (!woken.isEmpty()) {
            wakeup.accept(woken);
        }
    }

    private static List<Long> ended(Stripe stripe, CallKey call, End end) {
        Contended request = stripe.contended.get(call.requestSha256());
        boolean led =
                request == null ? leader(stripe, call).filter(call::equals).isPresent() : request.leaders.remove(call);
        if (!led) {
            return List.of();
        }
        boolean kept = set(stripe, call, end == End.ANSWERED ? ANSWERED : ENDED);
        if (!kept && end == End.ANSWERED) {
            stripe.calls.add(AnswerTable.hash(call.requestSha256()), call, ANSWERED, false);
        }
        if (request == null && end == End.LOST) {
            request = new Contended();
            stripe.contended.put(call.requestSha256(), request);
        }
        return request == null ? List.of() : next(stripe, call.requestSha256(), request, end);
    }

    /// The rows to wake: all that can continue, or those that lead next.
    private static List<Long> next(Stripe stripe, String requestSha256, Contended request, End end) {
        request.lost += end == End.LOST ? 1 : 0;
        request.failed += end == End.FAILED ? 1 : 0;
        boolean all = end == End.ANSWERED || request.lost >= MAX_LOST;
        int most = all ? Integer.MAX_VALUE : request.limit() - request.leaders.size();
        var woken = new ArrayList<Long>();
        while (woken.size() < most && !request.followers.isEmpty()) {
            woken.add(request.followers.remove());
        }
        if (end == End.ANSWERED || (woken.isEmpty() && request.isUnused())) {
            stripe.contended.remove(requestSha256);
        }
        return woken;
    }

    /// No row is in flight: leaders that are not parked either have ended without notice, as a token that a join cut
    /// off. The next of their followers lead.
    void recheck(LongPredicate isParked) {
        var woken = new ArrayList<Long>();
        for (Stripe stripe : stripes) {
            stripe.lock.lock();
            try {
                for (Map.Entry<String, Contended> entry : List.copyOf(stripe.contended.entrySet())) {
                    Contended request = entry.getValue();
                    for (CallKey leader : List.copyOf(request.leaders)) {
                        if (!isParked.test(leader.rowSeq())) {
                            request.leaders.remove(leader);
                            set(stripe, leader, ENDED);
                        }
                    }
                    if (request.leaders.isEmpty()) {
                        woken.addAll(next(stripe, entry.getKey(), request, End.ABANDONED));
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
