package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.PooledResult.Outcome;
import dev.rowan.engine.pool.PooledResult.Waits;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Runs one task: into the pacer, an attempt, and again until it has an outcome. Owned by its thread.
final class TaskRunner<R> {
    private final RowContext context;
    private final PooledTask<R> task;
    private final Resources resources;
    private final TaskCounter counter;
    private final long submitIndex;

    private long completeIndex;
    private long readyAt;
    private long firstAt;
    private long suspendedAtFirst;
    private int attempts;
    private int rateLimits;
    private @Nullable LastRateLimit lastRateLimit;
    private long queueNanos;
    private long pacerNanos;
    private long permitNanos;
    private long wireNanos;

    /// The pool's resources that its tasks use.
    record Resources(
            Pacer pacer,
            PacerLane lane,
            Permits permits,
            Time time,
            CapacityRetry retry,
            RandomGenerator random,
            PoolCounters counters) {}

    /// The last reply with a rate limit: its status, and the end of the retry budget in running time.
    private record LastRateLimit(int status, long expiresAt) {}

    TaskRunner(RowContext context, PooledTask<R> task, Resources resources, TaskCounter counter, long submitIndex) {
        this.context = context;
        this.task = task;
        this.resources = resources;
        this.counter = counter;
        this.submitIndex = submitIndex;
    }

    PooledResult<R> run() throws InterruptedException {
        long tokens = task.tokens(context);
        long maxTokens = task.maxTokens(context);
        long row = task.row(context);
        readyAt = resources.time.nanos();
        while (true) {
            Optional<Outcome<R>> outcome =
                    next(new PacerRequest(tokens, maxTokens, readyAt, row, attempts, expiresAt()));
            if (outcome.isPresent()) {
                return new PooledResult<>(outcome.get(), attempts, submitIndex, completeIndex, waits());
            }
        }
    }

    private Waits waits() {
        return new Waits(queueNanos, pacerNanos, permitNanos, wireNanos);
    }

    private OptionalLong expiresAt() {
        return lastRateLimit == null ? OptionalLong.empty() : OptionalLong.of(lastRateLimit.expiresAt);
    }

    /// The outcome, or empty if another attempt follows.
    private Optional<Outcome<R>> next(PacerRequest request) throws InterruptedException {
        Waits before = waits();
        long enteredAt = resources.time.nanos();
        Optional<DispatchGrant> granted = resources.lane.enter(request);
        if (granted.isEmpty()) {
            return Optional.of(expired(enteredAt));
        }
        entered(granted.get(), enteredAt);
        return attempt(granted.get(), before);
    }

    /// The outcome of a task whose budget ended in the pacer, where it waited since `enteredAt`.
    private Outcome<R> expired(long enteredAt) {
        int status = Objects.requireNonNull(lastRateLimit, "only a rate-limited task expires").status;
        long now = resources.time.nanos();
        pacerNanos += now - enteredAt;
        resources.counters.throttled(now - enteredAt);
        completeIndex = counter.completed();
        long suspended = resources.pacer.suspendedNanos() - suspendedAtFirst;
        return new Outcome.RateLimited<>(Duration.ofNanos(now - firstAt - suspended), resources.retry.budget(), status);
    }

    private void entered(DispatchGrant grant, long enteredAt) {
        long suspended = grant.suspended() - grant.suspendedBefore();
        long waited = Math.max(0, grant.dispatch().at() - enteredAt - suspended);
        long paced = Math.max(0, waited - grant.fullNanos());
        queueNanos += grant.fullNanos();
        pacerNanos += paced;
        resources.counters.throttled(paced);
        if (attempts == 0) {
            firstAt = grant.dispatch().at();
            suspendedAtFirst = grant.suspended();
        }
        attempts++;
    }

    /// The outcome, or empty if another attempt follows. Always ends the grant.
    private Optional<Outcome<R>> attempt(DispatchGrant grant, Waits before) throws InterruptedException {
        var attempt = new OneAttempt(grant, before);
        boolean ended = false;
        try {
            R value = task.attempt(context, attempt);
            completeIndex = counter.completed(); // before the lane lets the next one in
            ended = !attempt.neutral;
            if (ended) {
                resources.lane.succeeded(grant, attempt.hints);
                resources.counters.success();
            }
            return Optional.of(new Outcome.Done<>(value));
        } catch (CapacityException error) {
            ended = true;
            attempt.used(0);
            resources.lane.rateLimited(grant, error.hints());
            return rateLimited(error);
        } catch (RetryException again) {
            readyAt = resources.time.nanos() + again.delay().toNanos();
            lastRateLimit = again.isSent() ? null : lastRateLimit;
            return Optional.empty();
        } finally {
            if (!ended) {
                resources.lane.failed(grant);
            }
        }
    }

    private Optional<Outcome<R>> rateLimited(CapacityException error) {
        rateLimits++;
        Optional<Duration> retryAfter = error.hints().retryAfter();
        long suspended =
                resources.pacer.suspendedNanos(); // which may have started and ended while the request was on the wire
        long began = firstAt + suspended - suspendedAtFirst;
        return switch (resources.retry.after(began, resources.time.nanos(), rateLimits, retryAfter, resources.random)) {
            case CapacityRetry.Step.Again(long ready, long expires) -> {
                resources.counters.capacityRetry();
                readyAt = ready;
                lastRateLimit = new LastRateLimit(error.status(), expires - suspended);
                yield Optional.empty();
            }
            case CapacityRetry.Step.GiveUp(var elapsed) -> {
                completeIndex = counter.completed();
                yield Optional.of(new Outcome.RateLimited<>(elapsed, resources.retry.budget(), error.status()));
            }
        };
    }

    private final class OneAttempt implements Attempt {
        private final DispatchGrant grant;
        private final Waits before;
        private RateHints hints = RateHints.none();
        private boolean neutral;

        OneAttempt(DispatchGrant grant, Waits before) {
            this.grant = grant;
            this.before = before;
        }

        @Override
        public void used(long tokens) {
            resources.lane.used(grant, tokens);
        }

        @Override
        public int number() {
            return attempts;
        }

        @Override
        public <T> T onWire(Supplier<T> exchange) throws RetryException, InterruptedException {
            long enteredAt = resources.time.nanos();
            resources.lane.reachedWire(grant);
            boolean permitted = acquirePermit();
            long startedAt = resources.time.nanos();
            permitNanos += startedAt - enteredAt;
            if (!permitted) {
                throw RetryException.notSent(Duration.ZERO); // it goes back to the pacer, which gives it up
            }
            try {
                resources.pacer.checkStillOpen(grant);
                return onWire(exchange, startedAt);
            } finally {
                resources.permits.release();
            }
        }

        private boolean acquirePermit() throws InterruptedException {
            OptionalLong expires = expiresAt();
            if (expires.isEmpty()) {
                resources.permits.acquire();
                return true;
            }
            return resources.permits.acquire(resources.time, expires.getAsLong() + resources.pacer.suspendedNanos());
        }

        private <T> T onWire(Supplier<T> exchange, long startedAt) {
            resources.counters.onWire();
            try {
                return exchange.get();
            } finally {
                resources.counters.offWire();
                wireNanos += resources.time.nanos() - startedAt;
            }
        }

        @Override
        public void hints(RateHints given) {
            hints = given;
        }

        @Override
        public Waits waits() {
            return new Waits(
                    queueNanos - before.queueNanos(),
                    pacerNanos - before.pacerNanos(),
                    permitNanos - before.permitNanos(),
                    wireNanos - before.wireNanos());
        }

        @Override
        public boolean isConnectProbe() {
            return resources.pacer.isConnectProbe(grant);
        }

        @Override
        public void connected() {
            resources.pacer.connected(grant);
        }

        @Override
        public Outage.Effect unreachable(Outage.Failure failure) {
            return resources.pacer.unreachable(grant, task.row(context), failure);
        }

        @Override
        public int outages() {
            return resources.pacer.outages();
        }

        @Override
        public void reached() {
            resources.pacer.reached();
        }

        @Override
        public void neutral() {
            neutral = true;
        }
    }
}
