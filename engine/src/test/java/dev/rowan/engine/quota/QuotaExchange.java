package dev.rowan.engine.quota;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleBounds;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// Members and a leader that exchange reports and quotas with random delays, losses and freezes, under a law with a
/// fixed rate. Counts what is dispatched.
final class QuotaExchange {
    static final double PER_SECOND = 100;
    private static final long STEP = 1_000_000;
    private static final long TICK = 250 * STEP;

    private final SplittableRandom random;
    private final Duration validity;
    private final List<Process> processes = new ArrayList<>();
    private final Map<String, QuotaReport> reports = new HashMap<>();
    private final Map<String, Long> sentAt = new HashMap<>();
    private final Map<String, Quota> quotas = new HashMap<>();
    private final Deque<Long> dispatches = new ArrayDeque<>();
    private long now = 1_000 * STEP;
    private long most;

    /// A law with a fixed rate.
    static final class FixedRate implements Throttle {
        private long next;

        @Override
        public long next(long tokens) {
            return next;
        }

        @Override
        public void on(ThrottleEvent event) {
            if (event instanceof ThrottleEvent.Dispatched(Dispatch request)) {
                next = request.at() + delay().toNanos();
            }
        }

        @Override
        public void tighten(ThrottleBounds bounds) {}

        @Override
        public Duration delay() {
            return Duration.ofNanos((long) (1e9 / PER_SECOND));
        }
    }

    /// `expires` is false for the planted defect: members that never let a quota run out.
    QuotaExchange(int members, long seed, boolean expires) {
        this.random = new SplittableRandom(seed);
        this.validity = expires ? QuotaMember.VALIDITY : Duration.ofHours(1);
        for (int i = 0; i < members; i++) {
            processes.add(new Process("m" + i));
        }
        processes.getFirst().throttle.lead(1, Optional.empty(), now);
    }

    final class Process {
        private final String id;
        private final QuotaThrottle throttle;
        private long tickAt = now + random.nextLong(TICK);
        private long frozenUntil;
        private boolean cut;
        private long numbers;

        Process(String id) {
            this.id = id;
            this.throttle = new QuotaThrottle(id, FixedRate::new, () -> now, random.split(), validity);
        }

        private void step(boolean leads) {
            if (now < frozenUntil) {
                return;
            }
            if (now >= tickAt && !cut) {
                tickAt = now + TICK;
                exchange(leads);
            }
            while (throttle.next(1) <= now) {
                var request = new Dispatch(++numbers, now, 1);
                throttle.on(new ThrottleEvent.Dispatched(request));
                throttle.on(new ThrottleEvent.Succeeded(request, now, RateHints.none()));
                dispatches.addLast(now);
            }
        }

        private void exchange(boolean leads) {
            QuotaReport report = throttle.report(100, now);
            if (leads) {
                var others = new HashMap<String, QuotaThrottle.Received>();
                reports.forEach((other, last) -> {
                    if (now - sentAt.getOrDefault(other, 0L)
                            < Duration.ofSeconds(1).toNanos()) {
                        others.put(other, new QuotaThrottle.Received(last, sentAt.getOrDefault(other, 0L)));
                    }
                });
                quotas.putAll(throttle.assign(report, others, now));
            } else {
                reports.put(id, report);
                sentAt.put(id, now);
                Quota quota = quotas.get(id);
                if (quota != null) {
                    throttle.assign(quota, now);
                }
            }
        }
    }

    /// Plays so many seconds; returns the most that was dispatched within a second.
    long play(int seconds, boolean withFaults) {
        long end = now + seconds * 1_000L * STEP;
        while (now < end) {
            if (withFaults && random.nextInt(1_000) == 0) {
                fault();
            }
            for (int i = 0; i < processes.size(); i++) {
                processes.get(i).step(i == 0);
            }
            while (!dispatches.isEmpty() && dispatches.getFirst() <= now - 1_000 * STEP) {
                dispatches.removeFirst();
            }
            most = Math.max(most, dispatches.size());
            now += STEP;
        }
        return most;
    }

    private void fault() {
        Process process = processes.get(random.nextInt(processes.size()));
        if (random.nextBoolean()) {
            process.frozenUntil = now + random.nextLong(3_000) * STEP;
        } else {
            process.cut = !process.cut;
        }
    }

    /// Dispatched in the last second.
    long lately() {
        return dispatches.size();
    }

    /// From now on this process hears nothing, and is not heard.
    void cut(int process) {
        processes.get(process).cut = true;
    }
}
