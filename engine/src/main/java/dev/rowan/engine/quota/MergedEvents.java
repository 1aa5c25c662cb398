package dev.rowan.engine.quota;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/// The requests of all members as one sequence of events for the throttle.
///
/// Dispatches are fed in the order of their times, as soon as every member has reported up to that time, or when a
/// refusal is known. Requests that were sent under a quota from before the last congestion epoch belong to the time
/// before it. Owned by its leader.
final class MergedEvents {
    /// The longest time to wait for the report of a member, and the age from which an unknown slot is of an earlier
    /// leader's time.
    private static final long MAX_LAG = 400_000_000;

    private static final long OLD = 1_500_000_000;

    private final Throttle law;
    private final Map<String, Map<Long, Slot>> members = new HashMap<>();
    private final PriorityQueue<Pending> pending =
            new PriorityQueue<>(Comparator.comparingLong(Pending::at).thenComparingLong(Pending::order));
    private final Set<Slot> ended = new LinkedHashSet<>();
    private boolean hasRefusals;
    private long order;
    private long fed;
    private long lastAt = Long.MIN_VALUE;
    /// The first quota that was assigned after the last congestion epoch began.
    private long epochQuota;

    MergedEvents(Throttle law) {
        this.law = law;
    }

    /// A dispatch that the throttle does not know yet.
    private record Pending(long at, long order, long tokens, Slot slot) {}

    /// A slot of a member: what was reported of it, and its requests that have not ended.
    private static final class Slot {
        private DispatchSlot seen;
        private DispatchSlot ends;
        private final long startsAt;
        private final Deque<Dispatch> open = new ArrayDeque<>();

        Slot(DispatchSlot first, long startsAt) {
            this.seen = DispatchSlot.empty(first.slot(), first.quota());
            this.ends = seen;
            this.startsAt = startsAt;
        }

        boolean isComplete() {
            return seen.open() == 0 && open.isEmpty() && ends.ended() == 0;
        }
    }

    /// The number of requests that the throttle knows.
    long fed() {
        return fed;
    }

    /// Feeds a request of this process at once; returns it as the throttle knows it.
    Dispatch dispatched(Dispatch request) {
        var next = new Dispatch(++fed, Math.max(lastAt, request.at()), request.tokens());
        lastAt = next.at();
        law.on(new ThrottleEvent.Dispatched(next));
        return next;
    }

    /// Takes a report sent at a monotonic time of this process; returns how many requests it adds.
    int receive(String member, QuotaReport report, long sentAt) {
        Map<Long, Slot> slots = members.computeIfAbsent(member, _ -> new HashMap<>());
        int dispatched = 0;
        for (DispatchSlot reported : report.slots()) {
            long startsAt = sentAt - (report.at() - reported.slot() * DispatchSlot.NANOS);
            Slot slot = slots.get(reported.slot());
            if (slot == null) {
                if (sentAt - startsAt > OLD) {
                    continue;
                }
                slot = new Slot(reported, startsAt);
                slots.put(reported.slot(), slot);
            }
            DispatchSlot more = reported.since(slot.seen);
            slot.seen = reported;
            add(slot, more, sentAt);
            dispatched += more.dispatched();
        }
        return dispatched;
    }

    private void add(Slot slot, DispatchSlot more, long sentAt) {
        int count = more.dispatched();
        for (int i = 0; i < count; i++) {
            long at = slot.startsAt + (long) ((i + 0.5) / count * DispatchSlot.NANOS);
            pending.add(new Pending(Math.min(at, sentAt), order++, more.tokens() / count, slot));
        }
        if (more.ended() > 0) {
            slot.ends = slot.ends.plus(more);
            ended.add(slot);
        }
        hasRefusals |= more.refused() > 0;
    }

    /// Feeds what happened up to `complete`, and everything that is known if requests were refused.
    void feed(long now, long complete, long nextQuota) {
        long until = hasRefusals ? Long.MAX_VALUE : Math.max(complete, now - MAX_LAG);
        boolean early = false;
        while (!pending.isEmpty() && pending.element().at <= until) {
            Pending next = pending.remove();
            next.slot.open.add(dispatched(new Dispatch(1, Math.min(next.at, now), next.tokens)));
            early |= next.slot.seen.quota() < epochQuota;
        }
        if (early) {
            law.extendEpoch();
        }
        long epochs = law.epochs();
        var refusals = new ArrayList<ThrottleEvent.CapacityError>();
        ended.removeIf(slot -> end(slot, now, refusals));
        refusals.sort(Comparator.comparingLong(refusal -> refusal.request().number()));
        refusals.forEach(law::on);
        hasRefusals = false;
        epochQuota = law.epochs() == epochs ? epochQuota : nextQuota;
        members.values()
                .forEach(slots -> slots.values().removeIf(slot -> slot.isComplete() && now - slot.startsAt > OLD));
    }

    /// Feeds the ends of a slot whose requests are known, and collects its refusals; false if they are not known.
    private boolean end(Slot slot, long now, List<ThrottleEvent.CapacityError> refusals) {
        DispatchSlot ends = slot.ends;
        if (slot.open.size() < ends.ended()) {
            return false;
        }
        RateHints succeeded = hints(0, ends.budgetWaitMillis());
        for (int i = 0; i < ends.succeeded(); i++) {
            law.on(new ThrottleEvent.Succeeded(slot.open.removeFirst(), now, i == 0 ? succeeded : RateHints.none()));
        }
        RateHints advice = hints(ends.retryAfterMillis(), ends.budgetWaitMillis());
        for (int i = 0; i < ends.refused(); i++) {
            Dispatch last = slot.open.removeLast();
            var refused = new Dispatch(last.number(), last.at(), ends.refusedTokens() / ends.refused());
            refusals.add(new ThrottleEvent.CapacityError(refused, now, advice));
        }
        for (int i = 0; i < ends.failed(); i++) {
            law.on(new ThrottleEvent.Failed(slot.open.removeFirst(), now));
        }
        slot.ends = DispatchSlot.empty(ends.slot(), ends.quota());
        return true;
    }

    private static RateHints hints(long retryAfterMillis, long budgetWaitMillis) {
        Optional<Duration> after =
                retryAfterMillis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(retryAfterMillis));
        List<RateHints.Budget> budgets = budgetWaitMillis == 0
                ? List.of()
                : List.of(new RateHints.Budget(
                        "", Optional.of(1L), Optional.of(0L), Optional.of(Duration.ofMillis(budgetWaitMillis))));
        return new RateHints(after, budgets);
    }

    /// Ends the open requests of a member that has left or died, as failed.
    void remove(String member, long now) {
        Map<Long, Slot> slots = members.remove(member);
        if (slots == null) {
            return;
        }
        for (Slot slot : slots.values()) {
            ended.remove(slot);
            pending.removeIf(next -> next.slot == slot);
            slot.open.forEach(request -> law.on(new ThrottleEvent.Failed(request, now)));
        }
    }
}
