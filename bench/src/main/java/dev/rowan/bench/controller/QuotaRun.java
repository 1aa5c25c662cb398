package dev.rowan.bench.controller;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.CapacityRetry;
import dev.rowan.engine.quota.Quota;
import dev.rowan.engine.quota.QuotaReport;
import dev.rowan.engine.quota.QuotaThrottle;
import dev.rowan.engine.throttle.AdaptiveThrottle;
import dev.rowan.engine.throttle.BoundedThrottle;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.DelayRange;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.RateEstimate;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Several processes that share a limit, in simulated time, through a table of reports and quotas as in PostgreSQL.
///
/// Each process reports every 250 ms, at a time of its own; the leader reads reports that are up to a tick old. A
/// process that gets a refusal reports it after 50 ms at the latest, and the leader's answer is read by
/// all.
final class QuotaRun {
    private static final double SECOND = 1e9;
    private static final double TICK = 0.25;
    private static final double LEASE = 2;
    private static final double ONE_WAY_DELAY = 0.010;
    private static final double COMMIT = 0.005;
    private static final double NOTICE = 0.05;
    private static final double STATEMENT = 0.005;
    private static final DelayRange PACE = new DelayRange(Duration.ZERO, Duration.ofSeconds(5));

    private final ControllerCase limit;
    private final SplittableRandom random;
    private final ControllerServer server;
    private final ControllerCurve curve;
    private final CapacityRetry retry = new CapacityRetry(Duration.ofHours(1), Duration.ofSeconds(5));
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::order));
    private final List<Process> processes = new ArrayList<>();
    private final Map<String, Row> table = new HashMap<>();
    private @Nullable Process keeper;
    private double leaseUntil;
    private Optional<RateEstimate> stored = Optional.empty();
    private double now;
    private long order;
    private int terms;

    QuotaRun(ControllerCase limit, int holders, double seconds, long seed) {
        this.limit = limit;
        this.random = new SplittableRandom(seed);
        this.server = limit.server();
        this.curve = new ControllerCurve(seconds);
        for (int i = 0; i < holders; i++) {
            processes.add(new Process("p" + i, limit.pool()));
        }
    }

    private record Event(double at, long order, Runnable action) {}

    /// A line of the table: the latest report, when it was sent, and the latest quota.
    private record Row(QuotaReport report, double sentAt, Optional<Quota> quota) {}

    private record Waiting(double readyAt, long tokens, int refusals) {}

    ControllerCurve curve() {
        return curve;
    }

    /// The smallest part of all accepted requests that a process has.
    double smallestPart() {
        long all = processes.stream().mapToLong(process -> process.accepted).sum();
        return (double) processes.stream()
                        .mapToLong(process -> process.accepted)
                        .min()
                        .orElse(0)
                / all;
    }

    /// Ends a process without notice: the leader, or another.
    void kill(boolean leader) {
        processes.stream()
                .filter(process -> process.throttle.isLeader() == leader)
                .findFirst()
                .orElseThrow()
                .dead = true;
    }

    void playUntil(double end) {
        while (true) {
            Process sender = null;
            double send = Double.POSITIVE_INFINITY;
            for (Process process : processes) {
                double at = process.sendAt();
                if (at < send) {
                    send = at;
                    sender = process;
                }
            }
            double next = events.isEmpty() ? Double.POSITIVE_INFINITY : events.element().at;
            if (Math.min(send, next) >= end) {
                now = end;
                return;
            }
            now = Math.max(now, Math.min(send, next));
            if (sender != null && send < next) {
                sender.send();
            } else {
                events.remove().action.run();
            }
        }
    }

    private void in(double seconds, Runnable action) {
        events.add(new Event(now + seconds, order++, action));
    }

    private static long nanos(double seconds) {
        return (long) (seconds * SECOND);
    }

    private long tokens() {
        double spread = Math.exp(0.6 * random.nextGaussian() - 0.18);
        return Math.round(ControllerCase.MEAN_TOKENS * Math.clamp(spread, 0.1, 5.0));
    }

    private final class Process {
        private final String id;
        private final int pool;
        private final QuotaThrottle throttle;
        private final PriorityQueue<Waiting> waiting =
                new PriorityQueue<>(Comparator.comparingDouble(Waiting::readyAt));
        private Waiting fresh = new Waiting(0, tokens(), 0);
        private boolean dead;
        private boolean reporting;
        private long numbers;
        private int out;
        private long accepted;

        Process(String id, int pool) {
            this.id = id;
            this.pool = pool;
            var split = random.split();
            this.throttle = new QuotaThrottle(
                    id,
                    () -> new BoundedThrottle(new AdaptiveThrottle(PACE, split.split()), DeclaredLimits.NONE),
                    () -> nanos(now),
                    split.split());
            in(TICK * random.nextDouble(), this::tick);
        }

        private Waiting first() {
            Waiting refused = waiting.peek();
            return refused != null && refused.readyAt <= now ? refused : fresh;
        }

        double sendAt() {
            if (dead || out >= pool) {
                return Double.POSITIVE_INFINITY;
            }
            long next = throttle.next(first().tokens);
            return next == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : Math.max(now, next / SECOND);
        }

        void send() {
            Waiting row = first();
            if (row.refusals == 0) {
                fresh = new Waiting(0, tokens(), 0);
            } else {
                waiting.remove();
            }
            out++;
            var request = new Dispatch(++numbers, nanos(now), row.tokens);
            throttle.on(new ThrottleEvent.Dispatched(request));
            in(
                    ONE_WAY_DELAY * (0.9 + 0.2 * random.nextDouble()) + COMMIT * random.nextDouble(),
                    () -> arrived(request, row));
        }

        private void arrived(Dispatch request, Waiting row) {
            double cost = limit.cost(request.tokens());
            boolean admitted = random.nextDouble() >= limit.noise() && server.admits(now, cost);
            curve.arrived(now, admitted, cost);
            double back = ONE_WAY_DELAY * (0.9 + 0.2 * random.nextDouble());
            if (admitted) {
                accepted++;
                double latency = limit.latency() * Math.exp(0.3 * random.nextGaussian());
                in(latency, server::served);
                in(latency + back, () -> {
                    out--;
                    throttle.on(new ThrottleEvent.Succeeded(request, nanos(now), RateHints.none()));
                });
            } else {
                in(back, () -> refused(request, row));
            }
        }

        private void refused(Dispatch request, Waiting row) {
            out--;
            throttle.on(new ThrottleEvent.CapacityError(request, nanos(now), RateHints.none()));
            if (retry.after(nanos(now), nanos(now), row.refusals + 1, random)
                    instanceof CapacityRetry.Step.Again(long ready, long _)) {
                waiting.add(new Waiting(ready / SECOND, row.tokens, row.refusals + 1));
            }
            if (!reporting && !dead) {
                reporting = true;
                in(NOTICE * random.nextDouble(), this::exchange);
            }
        }

        private void tick() {
            if (!dead) {
                exchange();
                in(TICK, this::tick);
            }
        }

        /// What a process does at its tick: takes the lease if it is free, then leads or reports.
        private void exchange() {
            reporting = false;
            if (dead) {
                return;
            }
            if (keeper != this && (keeper == null || now >= leaseUntil)) {
                keeper = this;
                throttle.lead(++terms, stored, nanos(now));
            } else if (keeper != this && throttle.isLeader()) {
                throttle.follow();
            }
            boolean refused = throttle.hasNewRefusals();
            QuotaReport report = throttle.report(out < pool ? 1000 : 0, nanos(now));
            if (keeper == this) {
                lead(report);
            } else {
                Row before = table.get(id);
                Optional<Quota> quota = before == null ? Optional.empty() : before.quota;
                quota.ifPresent(mine -> throttle.assign(mine, nanos(now)));
                table.put(id, new Row(report, now, quota));
                if (refused && keeper != null) {
                    in(STATEMENT, keeper::exchange);
                }
            }
        }

        private void lead(QuotaReport own) {
            leaseUntil = now + LEASE;
            var others = new HashMap<String, QuotaThrottle.Received>();
            table.forEach((other, row) -> {
                if (!other.equals(id) && now - row.sentAt < 1) {
                    others.put(other, new QuotaThrottle.Received(row.report, nanos(row.sentAt)));
                }
            });
            Optional<RateEstimate> before = throttle.found();
            Map<String, Quota> quotas = throttle.assign(own, others, nanos(now));
            quotas.forEach((other, quota) ->
                    table.computeIfPresent(other, (_, row) -> new Row(row.report, row.sentAt, Optional.of(quota))));
            stored = throttle.found();
            boolean cut = stored.isPresent()
                    && (before.isEmpty()
                            || stored.get().perSecond() != before.get().perSecond());
            if (cut) {
                for (Process process : processes) {
                    if (process != this && !process.dead) {
                        in(STATEMENT, process::fetch);
                    }
                }
            }
        }

        private void fetch() {
            Row row = table.get(id);
            if (!dead && row != null && keeper != this) {
                row.quota.ifPresent(quota -> throttle.assign(quota, nanos(now)));
            }
        }
    }
}
