package dev.rowan.bench.controller;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.CapacityRetry;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/// Plays a throttle against a service in simulated time, as the pacer would: there is always a row to send, a
/// rejected row is retried after its backoff, and no more requests are in flight than the pool allows.
///
/// A rejection takes one round trip, 20 ms, whatever the latency of an answer. A request reaches the service up to
/// 5 ms after the pacer released it, as its intent is recorded first.
final class ControllerRun {
    private static final double SECOND = 1e9;
    private static final double ONE_WAY_DELAY = 0.010;
    private static final double COMMIT = 0.005;
    /// The longest time until a request reaches the service.
    static final double MAX_DELAY = 1.1 * ONE_WAY_DELAY + COMMIT;

    private static final double LATE = 0.002;
    private static final double STALL = 0.03;
    private static final double GROUP = 0.05;
    private static final double STALLED = 0.01;
    private static final double SLOW_COMMIT = 0.5;

    private static final int ROWS = 1_000;

    private final ControllerCase limit;
    private final ControllerPlan plan;
    private final Throttle throttle;
    private final RandomGenerator random;
    private final ControllerServer server;
    private final ControllerCurve curve;
    private final CapacityRetry retry = new CapacityRetry(Duration.ofHours(1), Duration.ofSeconds(5));
    private final PriorityQueue<TimedEvent> events = new PriorityQueue<>();
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>();
    private long numbers;
    private long order;
    private int out;
    private int rows;
    private Waiting fresh;
    private double now;
    private double commit;
    private double due;
    private double late;

    ControllerRun(ControllerCase limit, ControllerPlan plan, Throttle throttle, RandomGenerator random) {
        this.limit = limit;
        this.plan = plan;
        this.throttle = throttle;
        this.random = random;
        this.server = limit.server();
        this.curve = new ControllerCurve(plan.end());
        this.fresh = newRow();
    }

    private sealed interface Event {
        record Arrived(Dispatch request, Waiting row) implements Event {}

        record Served(Dispatch request) implements Event {}

        record Answered(Dispatch request) implements Event {}

        record Refused(Dispatch request, Waiting row) implements Event {}
    }

    private record TimedEvent(double at, long order, Event event) implements Comparable<TimedEvent> {
        @Override
        public int compareTo(TimedEvent other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private record Waiting(double readyAt, long tokens, int refusals) implements Comparable<Waiting> {
        @Override
        public int compareTo(Waiting other) {
            return Double.compare(readyAt, other.readyAt);
        }
    }

    ControllerCurve play() {
        now = plan.start();
        playUntil(plan.halved());
        server.limit(limit.limit(limit.perSecond() / 2));
        playUntil(plan.restored());
        server.limit(limit.limit(limit.perSecond()));
        playUntil(plan.doubled());
        server.limit(limit.limit(2 * limit.perSecond()));
        playUntil(plan.end());
        return curve;
    }

    private void playUntil(double end) {
        while (true) {
            double send = nextSend();
            double nextEvent = events.isEmpty() ? Double.POSITIVE_INFINITY : events.peek().at;
            if (Math.min(send, nextEvent) >= end) {
                return;
            }
            now = Math.min(send, nextEvent);
            if (send < nextEvent) {
                send();
            } else {
                handle(events.remove().event);
            }
        }
    }

    /// The time of the next request if no event comes first.
    private double nextSend() {
        if (out >= limit.pool()) {
            return Double.POSITIVE_INFINITY;
        }
        Waiting row = nextRow();
        double ready = Math.max(row.readyAt, throttle.next(row.tokens) / SECOND);
        return ready <= now ? now : ready + late(ready);
    }

    /// The delay of the pacer for a request that is due.
    private double late(double ready) {
        if (limit.machine() == ControllerCase.Machine.IDLE) {
            return 0;
        }
        if (ready != due) {
            due = ready;
            late = -LATE * Math.log(1 - random.nextDouble())
                    + (random.nextDouble() < 0.02 ? STALL * random.nextDouble() : 0);
        }
        return late;
    }

    /// The time until the intent of a request is recorded: on a busy machine in a group commit.
    private double commit() {
        if (limit.machine() == ControllerCase.Machine.IDLE) {
            return COMMIT * random.nextDouble();
        }
        if (commit < now) {
            double stall = random.nextDouble() < STALLED ? SLOW_COMMIT * (0.2 + 0.8 * random.nextDouble()) : 0;
            commit = Math.max(now, commit + GROUP) + COMMIT * random.nextDouble() + stall;
        }
        return commit - now;
    }

    /// A rejected row whose backoff has ended precedes a new one.
    private Waiting nextRow() {
        Waiting refused = waiting.peek();
        boolean mayRead = rows < ROWS + limit.pool();
        return refused != null && (refused.readyAt <= now || !mayRead) ? refused : fresh;
    }

    private void send() {
        Waiting row = nextRow();
        if (row.refusals == 0) {
            rows++;
            fresh = newRow();
        } else {
            waiting.remove();
        }
        out++;
        var request = new Dispatch(++numbers, (long) (now * SECOND), row.tokens);
        throttle.on(new ThrottleEvent.Dispatched(request));
        double delay = ONE_WAY_DELAY * (0.9 + 0.2 * random.nextDouble()) + commit();
        in(delay, new Event.Arrived(request, row));
    }

    private void handle(Event event) {
        long at = (long) (now * SECOND);
        switch (event) {
            case Event.Arrived(Dispatch request, Waiting row) -> {
                double cost = limit.cost(request.tokens());
                boolean admitted = random.nextDouble() >= limit.noise() && server.admits(now, cost);
                curve.arrived(now, admitted, cost);
                if (admitted) {
                    in(limit.latency() * Math.exp(0.3 * random.nextGaussian()), new Event.Served(request));
                } else {
                    in(ONE_WAY_DELAY * (0.9 + 0.2 * random.nextDouble()), new Event.Refused(request, row));
                }
            }
            case Event.Served(Dispatch request) -> {
                server.served();
                in(ONE_WAY_DELAY * (0.9 + 0.2 * random.nextDouble()), new Event.Answered(request));
            }
            case Event.Answered(Dispatch request) -> {
                out--;
                rows--;
                throttle.on(new ThrottleEvent.Succeeded(request, at, RateHints.none()));
            }
            case Event.Refused(Dispatch request, Waiting row) -> {
                out--;
                throttle.on(new ThrottleEvent.CapacityError(request, at, RateHints.none()));
                if (retry.after(at, at, row.refusals + 1, random)
                        instanceof CapacityRetry.Step.Again(long ready, long _)) {
                    waiting.add(new Waiting(ready / SECOND, row.tokens, row.refusals + 1));
                }
            }
        }
    }

    private void in(double seconds, Event event) {
        events.add(new TimedEvent(now + seconds, order++, event));
    }

    /// A row whose tokens vary around the mean, from a tenth of it to five times as much.
    private Waiting newRow() {
        double spread = Math.exp(0.6 * random.nextGaussian() - 0.18);
        long tokens = Math.round(ControllerCase.MEAN_TOKENS * Math.clamp(spread, 0.1, 5.0));
        return new Waiting(Double.NEGATIVE_INFINITY, tokens, 0);
    }
}
