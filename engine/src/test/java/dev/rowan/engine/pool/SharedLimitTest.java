package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Time;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Two transforms that always have rows to send, under a hidden limit of 100 requests per second and key, in
/// simulated time: four minutes, measured after the first.
class SharedLimitTest {
    private static final long SECOND = 1_000_000_000;
    private static final long WAY_BACK = SECOND / 40;
    private static final double PER_SECOND = 100;
    private static final int WARM = 60;
    private static final int END = 240;
    private static final int WAITING = 32;
    private static final int ROOM = 100;

    private final Clock clock = new Clock();
    private final Pacers pacers = new Pacers(clock, new SplittableRandom(1), Pacer.DEFAULT_DOWN_TIMEOUT);
    private final PriorityQueue<Reply> replies = new PriorityQueue<>(Comparator.comparingLong(Reply::at));

    @Test
    void twoTransformsOfOneKeyKeepItsLimitTogetherAndGetHalfEach() throws Exception {
        var service = new Bucket();
        var first = new Transform("a", service);
        var second = new Transform("a", service);

        play(List.of(first, second));

        assertThat((first.accepted + second.accepted) / (END - WARM)).isBetween(0.95 * PER_SECOND, 1.01 * PER_SECOND);
        assertThat(first.rejected + second.rejected).isLessThan(0.01 * (first.accepted + second.accepted));
        assertThat(first.accepted / second.accepted).isBetween(0.95, 1.05);
    }

    @Test
    void twoTransformsWithAKeyEachHaveALimitEach() throws Exception {
        var first = new Transform("a", new Bucket());
        var second = new Transform("b", new Bucket());

        play(List.of(first, second));

        for (Transform each : List.of(first, second)) {
            assertThat(each.accepted / (END - WARM)).isBetween(0.95 * PER_SECOND, 1.01 * PER_SECOND);
            assertThat(each.rejected).isLessThan(0.01 * each.accepted);
        }
    }

    /// The control for the test above: one limit must not be taken for two.
    @Test
    void twoKeysUnderOneLimitDoNotHaveALimitEach() throws Exception {
        var service = new Bucket();
        var first = new Transform("a", service);
        var second = new Transform("b", service);

        play(List.of(first, second));

        assertThat((first.accepted + second.accepted) / (END - WARM)).isLessThan(1.01 * PER_SECOND);
    }

    private void play(List<Transform> transforms) throws InterruptedException {
        while (clock.now < END * SECOND) {
            Transform sender = transforms.stream()
                    .min(Comparator.comparingLong((Transform each) -> Math.max(clock.now, each.sendAt()))
                            .thenComparingLong(each -> each.rows.element()))
                    .orElseThrow();
            Reply reply = replies.peek();
            if (reply != null && reply.at <= sender.sendAt()) {
                clock.now = reply.at;
                replies.remove().end.run();
            } else {
                clock.now = Math.max(clock.now, sender.sendAt());
                sender.send();
            }
        }
    }

    private record Reply(long at, Runnable end) {}

    private final class Transform {
        private final Pacer pacer;
        private final PacerLane lane;
        private final Bucket service;
        /// When the waiting rows became ready.
        private final Queue<Long> rows = new ArrayDeque<>();

        private int out;
        private double accepted;
        private double rejected;

        Transform(String credential, Bucket service) {
            this.pacer = pacers.pacer(new Pacers.Key("https://api.example.com", credential, ""), config());
            this.lane = pacer.lane(ROOM);
            this.service = service;
            for (int i = 0; i < WAITING; i++) {
                rows.add(0L);
            }
        }

        long sendAt() {
            return out < ROOM ? Math.max(rows.element(), pacer.nextAt(0)) : Long.MAX_VALUE;
        }

        void send() throws InterruptedException {
            DispatchGrant pass = lane.enter(0, rows.remove());
            rows.add(clock.now);
            out++;
            boolean counts = clock.now >= WARM * SECOND;
            if (service.admits(clock.now)) {
                accepted += counts ? 1 : 0;
                replies.add(new Reply(clock.now + WAY_BACK, () -> {
                    out--;
                    lane.succeeded(pass, RateHints.none());
                }));
            } else {
                rejected += counts ? 1 : 0;
                replies.add(new Reply(clock.now + WAY_BACK, () -> {
                    out--;
                    lane.rateLimited(pass, RateHints.none());
                }));
            }
        }
    }

    private static PoolConfig config() {
        return new PoolConfig(
                500,
                Duration.ZERO,
                Duration.ofSeconds(5),
                2,
                Duration.ofMillis(50),
                Duration.ofHours(1),
                PoolConfig.Law.ADAPTIVE,
                DeclaredLimits.NONE);
    }

    private static final class Bucket {
        private double level;
        private long last;

        boolean admits(long at) {
            level = Math.min(PER_SECOND, level + (at - last) * PER_SECOND / SECOND);
            last = at;
            boolean accepts = level >= 1;
            level -= accepts ? 1 : 0;
            return accepts;
        }
    }

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
}
