package dev.rowan.bench.controller;

import dev.rowan.api.Time;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.CapacityRetry;
import dev.rowan.engine.pool.DispatchGrant;
import dev.rowan.engine.pool.Pacer;
import dev.rowan.engine.pool.PacerLane;
import dev.rowan.engine.throttle.Throttle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Two transforms that run at once, each with a lane of its own and as many rows as it can send, in simulated time:
/// one gets its answers in 20 ms, the other in 2 s. They share a key, or have one each, or share one without knowing
/// it.
final class ControllerShared {
    private static final double SECOND = 1e9;
    private static final double ONE_WAY_DELAY = 0.01;
    private static final int WAITING = 64;

    /// Who shares what.
    enum Keys {
        /// One key, one pacer, one limit.
        ONE_KEY,
        /// A key, a pacer and a limit for each.
        TWO_KEYS,
        /// One limit and a pacer for each, as if nothing were shared: what must fail.
        ONE_KEY_TWO_PACERS
    }

    /// What was used of all that the limits give, what was rejected, and the smaller transform's part of the accepted.
    record Shares(double used, double rejected, double smaller) {

        Shares worst(Shares other) {
            return new Shares(
                    Math.min(used, other.used), Math.max(rejected, other.rejected), Math.min(smaller, other.smaller));
        }

        String cells() {
            return "%.1f | %.2f | %.1f".formatted(100 * used, 100 * rejected, 100 * smaller);
        }
    }

    private final RandomGenerator random;
    private final CapacityRetry retry = new CapacityRetry(Duration.ofHours(1), Duration.ofSeconds(5));
    private final Clock clock = new Clock();
    private final PriorityQueue<Reply> replies = new PriorityQueue<>(Comparator.comparingLong(Reply::at));
    private final List<Transform> transforms = new ArrayList<>();

    ControllerShared(ControllerCase limit, Keys keys, Supplier<Throttle> throttles, RandomGenerator random) {
        this.random = random;
        Throttle law = throttles.get();
        Throttle otherLaw = keys == Keys.ONE_KEY ? law : throttles.get();
        Pacer pacer = new Pacer(law, clock);
        Pacer otherPacer = keys == Keys.ONE_KEY ? pacer : new Pacer(otherLaw, clock);
        ControllerServer server = limit.server();
        ControllerServer otherServer = keys == Keys.TWO_KEYS ? limit.server() : server;
        transforms.add(new Transform(law, pacer, server, 0.02, limit));
        transforms.add(new Transform(otherLaw, otherPacer, otherServer, 2, limit));
    }

    /// What happens from `warm` to `end`, in seconds; `limit` is all that may be accepted in a second.
    Shares play(double warm, double end, double limit) throws InterruptedException {
        playUntil((long) (warm * SECOND));
        transforms.forEach(Transform::forget);
        playUntil((long) (end * SECOND));
        double first = transforms.getFirst().accepted;
        double second = transforms.getLast().accepted;
        double rejected = transforms.stream().mapToLong(each -> each.rejected).sum();
        return new Shares(
                (first + second) / limit / (end - warm),
                rejected / (first + second + rejected),
                Math.min(first, second) / (first + second));
    }

    private void playUntil(long end) throws InterruptedException {
        while (true) {
            Transform sender = sender();
            long send = sender.sendAt();
            long back = replies.isEmpty() ? Long.MAX_VALUE : replies.peek().at;
            if (Math.min(send, back) >= end) {
                return;
            }
            clock.now = Math.max(clock.now, Math.min(send, back));
            if (back <= send) {
                replies.remove().end.run();
            } else {
                sender.send();
            }
        }
    }

    /// Who is to send next: of those whose time has come, the one whose row is ready for longest, as in the pacer.
    private Transform sender() {
        return transforms.stream()
                .min(Comparator.comparingLong((Transform each) -> Math.max(clock.now, each.sendAt()))
                        .thenComparingLong(Transform::readyAt))
                .orElseThrow();
    }

    private record Row(long readyAt, int refusals) {}

    private record Reply(long at, Runnable end) {}

    private static final class Clock implements Time {
        private long now;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH.plusNanos(now);
        }

        @Override
        public void sleep(Duration duration) {
            throw new IllegalStateException("nothing sleeps in the pacer");
        }
    }

    private final class Transform {
        private final Throttle law;
        private final PacerLane lane;
        private final ControllerServer server;
        private final double latency;
        private final int room;
        private final PriorityQueue<Row> rows = new PriorityQueue<>(Comparator.comparingLong(Row::readyAt));
        private int out;
        private long accepted;
        private long rejected;

        Transform(Throttle law, Pacer pacer, ControllerServer server, double latency, ControllerCase limit) {
            this.law = law;
            this.server = server;
            this.latency = latency;
            this.room = (int) Math.max(64, 4 * limit.perSecond() * (latency + ControllerRun.MAX_DELAY));
            this.lane = pacer.lane(room);
            for (int i = 0; i < WAITING; i++) {
                rows.add(new Row(0, 0));
            }
        }

        void forget() {
            accepted = 0;
            rejected = 0;
        }

        long readyAt() {
            return rows.element().readyAt;
        }

        long sendAt() {
            return out < room ? Math.max(readyAt(), law.next(0)) : Long.MAX_VALUE;
        }

        void send() throws InterruptedException {
            Row row = rows.remove();
            if (row.refusals == 0) {
                rows.add(new Row(clock.now, 0));
            }
            DispatchGrant pass = lane.enter(0, row.readyAt);
            out++;
            after(ONE_WAY_DELAY * (0.9 + 0.2 * random.nextDouble()), () -> arrived(pass, row));
        }

        private void arrived(DispatchGrant pass, Row row) {
            if (server.admits(clock.now / SECOND, 1)) {
                accepted++;
                after(latency * Math.exp(0.3 * random.nextGaussian()), () -> {
                    out--;
                    lane.succeeded(pass, RateHints.none());
                });
            } else {
                rejected++;
                after(ONE_WAY_DELAY, () -> refused(pass, row));
            }
        }

        private void refused(DispatchGrant pass, Row row) {
            out--;
            lane.rateLimited(pass, RateHints.none());
            int refusals = row.refusals + 1;
            if (retry.after(clock.now, clock.now, refusals, random)
                    instanceof CapacityRetry.Step.Again(long ready, long _)) {
                rows.add(new Row(ready, refusals));
            }
        }

        private void after(double seconds, Runnable end) {
            replies.add(new Reply(clock.now + (long) (seconds * SECOND), end));
        }
    }
}
