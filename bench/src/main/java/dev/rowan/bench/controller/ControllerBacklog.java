package dev.rowan.bench.controller;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.CapacityRetry;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/// A backlog of rows against a service without a limit that rejects a share of requests at random, in simulated time:
/// the time until the last answer.
///
/// A rejected row is retried after its backoff, and no earlier than its `Retry-After`, ahead of new rows.
record ControllerBacklog(int rows, int pool, double latency, double noise, Optional<Duration> retryAfter) {
    private static final double SECOND = 1e9;
    private static final double COMMIT = 0.003;

    private record Reply(double at, Dispatch request, int refusals, boolean refused) {}

    private record Retry(double readyAt, int refusals) {}

    /// With a share of requests rejected, with this `Retry-After`.
    ControllerBacklog with(double share, Optional<Duration> advice) {
        return new ControllerBacklog(rows, pool, latency, share, advice);
    }

    /// The seconds until the last row is answered.
    double seconds(Throttle throttle, RandomGenerator random) {
        var retry = new CapacityRetry(Duration.ofHours(1), Duration.ofSeconds(5));
        var replies = new PriorityQueue<Reply>(Comparator.comparingDouble(Reply::at));
        var retries = new PriorityQueue<Retry>(Comparator.comparingDouble(Retry::readyAt));
        double now = 0;
        long number = 0;
        int fresh = rows;
        for (int answered = 0; answered < rows; ) {
            Retry first = retries.peek();
            double ready = fresh > 0 ? now : first == null ? Double.POSITIVE_INFINITY : first.readyAt;
            double send = replies.size() < pool
                    ? Math.max(Math.max(now, ready), throttle.next(0) / SECOND)
                    : Double.POSITIVE_INFINITY;
            if (!replies.isEmpty() && replies.element().at <= send) {
                Reply reply = replies.remove();
                now = reply.at;
                long at = (long) (now * SECOND);
                if (reply.refused) {
                    throttle.on(new ThrottleEvent.CapacityError(
                            reply.request, at, RateHints.none().orAfter(retryAfter)));
                    var again = (CapacityRetry.Step.Again) retry.after(at, at, reply.refusals + 1, random);
                    double asked = now
                            + retryAfter.map(wait -> wait.toNanos() / SECOND).orElse(0.0);
                    retries.add(new Retry(Math.max(asked, again.readyAt() / SECOND), reply.refusals + 1));
                } else {
                    throttle.on(new ThrottleEvent.Succeeded(reply.request, at, RateHints.none()));
                    answered++;
                }
                continue;
            }
            now = send;
            boolean isRetry = first != null && (first.readyAt <= now || fresh == 0);
            int refusals = isRetry ? retries.remove().refusals : 0;
            fresh -= isRetry ? 0 : 1;
            var request = new Dispatch(++number, (long) (now * SECOND), 100);
            throttle.on(new ThrottleEvent.Dispatched(request));
            boolean refused = random.nextDouble() < noise;
            double takes =
                    COMMIT * random.nextDouble() + (refused ? 0.01 : latency * (0.95 + 0.1 * random.nextDouble()));
            replies.add(new Reply(now + takes, request, refusals, refused));
        }
        return now;
    }
}
