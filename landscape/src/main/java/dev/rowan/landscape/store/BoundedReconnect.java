package dev.rowan.landscape.store;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.LandscapeUnreachableException;
import java.time.Duration;

/// Retries with exponential backoff until a limit has passed since the outage began.
///
/// Thread-safe. Two volatile fields are shared: when [#shorten] was called, and its limit.
public final class BoundedReconnect implements ReconnectPolicy {
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(10);

    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration MAX_DELAY = Duration.ofSeconds(2);

    private final String database;
    private final Time time;
    private final Duration limit;
    private volatile long shortenedAt;
    private volatile long shortenedTo = Long.MAX_VALUE;

    /// `database` is the display name of the database.
    public BoundedReconnect(String database, Time time, Duration limit) {
        this.database = database;
        this.time = time;
        this.limit = limit;
    }

    /// Limits the wait to `most` from now, for an outage that is current or starts within that time. Allocates
    /// nothing, so that it works when memory has run out.
    public void shorten(Duration most) {
        long now = time.nanos();
        if (shortenedTo == Long.MAX_VALUE || now - shortenedAt > shortenedTo) {
            shortenedAt = now;
            shortenedTo = most.toNanos();
        }
    }

    @Override
    public BoundedOutage begin() {
        return new BoundedOutage(time.nanos());
    }

    /// An outage with its times. Owned by the thread that detected it; any thread may call [#now].
    public final class BoundedOutage implements Outage {
        private final long since;
        private volatile String why = "";
        private Duration delay = Duration.ZERO;

        private BoundedOutage(long since) {
            this.since = since;
        }

        /// The first attempt is due at once.
        @Override
        public void awaitNextAttempt(LandscapeUnreachableException lost) throws InterruptedException {
            why = lost.reason();
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            if (delay.isZero()) {
                delay = FIRST_DELAY;
                return;
            }
            long left = left();
            if (left <= 0) {
                throw givenUp(lost);
            }
            time.sleep(Duration.ofNanos(Math.min(left, delay.toNanos())));
            delay = delay.multipliedBy(2).compareTo(MAX_DELAY) < 0 ? delay.multipliedBy(2) : MAX_DELAY;
        }

        private LandscapeUnreachableException givenUp(LandscapeUnreachableException lost) {
            return new LandscapeUnreachableException(
                    "run.landscape_down_timeout: the landscape " + database + " could not be reached for "
                            + Duration.ofNanos(time.nanos() - since).toMillis() / 1_000.0 + " s (" + lost.reason()
                            + "); what was committed before is safe, and the run can be resumed once it answers",
                    lost.reason(),
                    lost);
        }

        private long left() {
            long end = limit.toNanos() - (time.nanos() - since);
            boolean isShortened = shortenedTo < Long.MAX_VALUE && since - shortenedAt <= shortenedTo;
            return isShortened ? Math.min(end, shortenedTo - (time.nanos() - shortenedAt)) : end;
        }

        public LandscapeOutage now() {
            return new LandscapeOutage(
                    Duration.ofNanos(time.nanos() - since), Duration.ofNanos(Math.max(0, left())), why);
        }
    }
}
