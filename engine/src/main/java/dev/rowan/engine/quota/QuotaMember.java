package dev.rowan.engine.quota;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.BoundedThrottle;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.DispatchTimer;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A process that shares a limit: dispatches within its quota and reports what it dispatched.
///
/// A quota is valid for a second after the report that it answers was sent, by this process's own clock; so a process
/// that was frozen, or hears nothing, sends nothing. Owned by its throttle.
final class QuotaMember {
    /// How long a quota is valid after the report that it answers.
    static final Duration VALIDITY = Duration.ofSeconds(1);

    private final long validNanos;
    private final RandomGenerator random;
    private final DispatchTimer timer;
    private final TreeMap<Long, Counted> slots = new TreeMap<>();
    private final Deque<Sent> sent = new ArrayDeque<>();
    private Quota quota = Quota.NONE;
    private long validUntil = Long.MIN_VALUE;
    private long heldUntil = Long.MIN_VALUE;
    private long reports;
    private long usedProbe;
    private int inFlight;
    private long lastTokens;
    private boolean refused;

    /// Its quotas are valid for `validity`.
    QuotaMember(RandomGenerator random, Duration validity) {
        this.validNanos = validity.toNanos();
        this.random = random;
        this.timer = new DispatchTimer(random);
    }

    /// A slot, and the report that first includes its last change.
    private record Counted(DispatchSlot slot, long changedIn) {}

    /// A report, and when it was sent.
    private record Sent(long number, long at) {}

    /// The earliest time for a request, or never under this quota.
    long next(long now) {
        if (now >= validUntil || now < heldUntil) {
            return Long.MAX_VALUE;
        }
        if (quota.probe() > usedProbe) {
            return now;
        }
        if (quota.perSecond() <= 0 || inFlight >= quota.inFlight().orElse(Integer.MAX_VALUE)) {
            return Long.MAX_VALUE;
        }
        double next = timer.nextAt();
        return next >= validUntil ? Long.MAX_VALUE : (long) next;
    }

    Quota quota() {
        return quota;
    }

    /// The time that a request takes; none if nothing, or any number, may be sent.
    Duration delay() {
        return quota.perSecond() <= 0 ? Duration.ZERO : Duration.ofNanos((long) quota.interval(lastTokens));
    }

    /// Until when the service asks for no requests.
    long heldUntil() {
        return heldUntil;
    }

    /// Whether the quota has run out.
    boolean isExpired(long now) {
        return now >= validUntil;
    }

    /// Whether requests were refused since the last report.
    boolean hasNewRefusals() {
        return refused;
    }

    void on(ThrottleEvent event) {
        Dispatch request = event.request();
        long slot = DispatchSlot.of(request.at());
        count(
                switch (event) {
                    case ThrottleEvent.Dispatched _ -> DispatchSlot.dispatch(slot, quota.number(), request.tokens());
                    case ThrottleEvent.Succeeded(var _, long _, RateHints hints) ->
                        DispatchSlot.success(slot, budgetWait(hints));
                    case ThrottleEvent.CapacityError(var _, long _, RateHints hints) ->
                        DispatchSlot.refusal(slot, request.tokens(), retryAfter(hints), budgetWait(hints));
                    case ThrottleEvent.Failed _ -> DispatchSlot.failure(slot);
                });
        if (event instanceof ThrottleEvent.Dispatched) {
            dispatched(request);
        } else {
            inFlight--;
            refused |= event instanceof ThrottleEvent.CapacityError;
        }
    }

    private static long budgetWait(RateHints hints) {
        return BoundedThrottle.budgetWait(hints).map(Duration::toMillis).orElse(0L);
    }

    private static long retryAfter(RateHints hints) {
        return hints.retryAfter().map(Duration::toMillis).orElse(0L);
    }

    private void count(DispatchSlot more) {
        Counted before = slots.get(more.slot());
        DispatchSlot slot = before == null ? more : before.slot.plus(more);
        slots.put(more.slot(), new Counted(slot, reports + 1));
    }

    private void dispatched(Dispatch request) {
        inFlight++;
        lastTokens = request.tokens();
        usedProbe = Math.max(usedProbe, quota.probe());
        if (quota.perSecond() > 0) {
            timer.dispatched(request.at(), quota.interval(request.tokens()), Double.isInfinite(quota.perSecond()));
        }
    }

    /// The next report, sent at `now`.
    QuotaReport report(int backlog, DeclaredLimits declared, long now) {
        refused = false;
        reports++;
        sent.addLast(new Sent(reports, now));
        while (now - sent.getFirst().at > validNanos) {
            sent.removeFirst();
        }
        var changed = new ArrayList<DispatchSlot>();
        slots.values().forEach(counted -> {
            if (counted.changedIn > acknowledged()) {
                changed.add(counted.slot);
            }
        });
        return new QuotaReport(reports, now, quota.number(), backlog, declared, changed);
    }

    private long acknowledged() {
        return quota.answers();
    }

    /// Takes a quota. One that answers a report of more than a second ago, or is not new, changes nothing.
    void assign(Quota next, long now) {
        Sent answered = sent.stream()
                .filter(report -> report.number == next.answers())
                .findFirst()
                .orElse(null);
        if (answered == null || next.number() <= quota.number() || answered.at + validNanos <= now) {
            return;
        }
        pace(next, now);
        quota = next;
        validUntil = answered.at + validNanos;
        heldUntil = next.heldMillis() == 0 ? Long.MIN_VALUE : now + next.heldMillis() * 1_000_000;
        slots.values().removeIf(counted -> counted.changedIn <= acknowledged() && counted.slot.open() == 0);
    }

    /// Adapts the time of the next dispatch. Members that start together start at different times.
    private void pace(Quota next, long now) {
        boolean paced = quota.perSecond() > 0 && Double.isFinite(quota.perSecond());
        if (next.perSecond() > 0 && Double.isFinite(next.perSecond())) {
            double interval = next.interval(lastTokens);
            boolean pause = next.pauseNanos() > 0;
            double from = now + (pause ? next.pauseNanos() : 0);
            double latest = from + (paced && !pause ? interval : random.nextDouble() * interval);
            timer.set(paced && !pause ? Math.min(timer.nextAt(), latest) : latest);
        }
    }
}
