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

/// One task on its way: into the pacer, an attempt, and again until it has its outcome. Owned by the thread
/// that runs it.
final class TaskRunner<R> {
    private final RowContext context;
    private final PooledTask<R> task;
    private final Means means;
    private final TaskCounter turns;
    private final long submitIndex;

    private long completeIndex;
    private long readyAt;
    private long firstAt;
    private long suspendedAtFirst;
    private int attempts;
    private int refusals;
    private @Nullable Refused refused;
    private long queueNanos;
    private long pacerNanos;
    private long permitNanos;
    private long wireNanos;

    /// What a pool lends to its tasks.
    record Means(
            PacerLane lane,
            Permits permits,
            Time time,
            CapacityRetry retry,
            RandomGenerator random,
            PoolCounters counters) {}

    /// What keeps to the retry budget since the last refusal: its status, and the end of the budget in running time.
    private record Refused(int status, long expiresAt) {}

    TaskRunner(RowContext context, PooledTask<R> task, Means means, TaskCounter turns, long submitIndex) {
        this.context = context;
        this.task = task;
        this.means = means;
        this.turns = turns;
        this.submitIndex = submitIndex;
    }

    PooledResult<R> run() throws InterruptedException {
        long tokens = task.tokens(context);
        long most = task.maxTokens(context);
        long row = task.row(context);
        readyAt = means.time.nanos();
        while (true) {
            Optional<Outcome<R>> outcome = next(new PacerRequest(tokens, most, readyAt, row, attempts, expiresAt()));
            if (outcome.isPresent()) {
                return new PooledResult<>(outcome.get(), attempts, submitIndex, completeIndex, waits());
            }
        }
    }

    private Waits waits() {
        return new Waits(queueNanos, pacerNanos, permitNanos, wireNanos);
    }

    private OptionalLong expiresAt() {
        return refused == null ? OptionalLong.empty() : OptionalLong.of(refused.expiresAt);
    }

    /// The outcome, or empty when another attempt is to follow.
    private Optional<Outcome<R>> next(PacerRequest request) throws InterruptedException {
        Waits before = waits();
        long came = means.time.nanos();
        DispatchGrant pass;
        try {
            pass = enter(request, came);
        } catch (RetryExpiredException _) {
            return Optional.of(expired(came));
        }
        return attempt(pass, before);
    }

    /// The outcome of a task whose budget ended in the pacer, where it waited since `came`.
    private Outcome<R> expired(long came) {
        int status = Objects.requireNonNull(refused, "only a refused task expires").status;
        long now = means.time.nanos();
        pacerNanos += now - came;
        means.counters.throttled(now - came);
        completeIndex = turns.completed();
        long suspended = means.lane.suspendedNanos() - suspendedAtFirst;
        return new Outcome.RateLimited<>(Duration.ofNanos(now - firstAt - suspended), means.retry.budget(), status);
    }

    private DispatchGrant enter(PacerRequest request, long came) throws InterruptedException {
        DispatchGrant pass = means.lane.enter(request);
        long suspended = pass.suspended() - pass.suspendedBefore();
        long waited = Math.max(0, pass.dispatch().at() - came - suspended);
        long paced = Math.max(0, waited - pass.fullNanos());
        queueNanos += pass.fullNanos();
        pacerNanos += paced;
        means.counters.throttled(paced);
        if (attempts == 0) {
            firstAt = pass.dispatch().at();
            suspendedAtFirst = pass.suspended();
        }
        attempts++;
        return pass;
    }

    /// The outcome, or empty when another attempt is to follow. The pass ends here in every case.
    private Optional<Outcome<R>> attempt(DispatchGrant pass, Waits before) throws InterruptedException {
        var attempt = new OneAttempt(pass, before);
        boolean ended = false;
        try {
            R value = task.attempt(context, attempt);
            completeIndex = turns.completed(); // before the lane lets the next one in
            ended = !attempt.neutral;
            if (ended) {
                means.lane.succeeded(pass, attempt.hints);
                means.counters.success();
            }
            return Optional.of(new Outcome.Done<>(value));
        } catch (CapacityException noRoom) {
            ended = true;
            attempt.used(0);
            means.lane.refused(pass, noRoom.hints());
            return refused(noRoom);
        } catch (RetryException again) {
            readyAt = means.time.nanos() + again.delay().toNanos();
            refused = again.isSent() ? null : refused;
            return Optional.empty();
        } finally {
            if (!ended) {
                means.lane.failed(pass);
            }
        }
    }

    private Optional<Outcome<R>> refused(CapacityException noRoom) {
        refusals++;
        Optional<Duration> retryAfter = noRoom.hints().retryAfter();
        long suspended = means.lane.suspendedNanos(); // which may have begun and ended on the wire
        long began = firstAt + suspended - suspendedAtFirst;
        return switch (means.retry.after(began, means.time.nanos(), refusals, retryAfter, means.random)) {
            case CapacityRetry.Step.Again(long ready, long expires) -> {
                means.counters.capacityRetry();
                readyAt = ready;
                refused = new Refused(noRoom.status(), expires - suspended);
                yield Optional.empty();
            }
            case CapacityRetry.Step.GiveUp(var elapsed) -> {
                completeIndex = turns.completed();
                yield Optional.of(new Outcome.RateLimited<>(elapsed, means.retry.budget(), noRoom.status()));
            }
        };
    }

    private final class OneAttempt implements Attempt {
        private final DispatchGrant pass;
        private final Waits before;
        private RateHints hints = RateHints.none();
        private boolean neutral;

        OneAttempt(DispatchGrant pass, Waits before) {
            this.pass = pass;
            this.before = before;
        }

        @Override
        public void used(long tokens) {
            means.lane.used(pass, tokens);
        }

        @Override
        public int number() {
            return attempts;
        }

        @Override
        public <T> T onWire(Supplier<T> exchange) throws InterruptedException {
            long came = means.time.nanos();
            means.lane.atTheWire(pass);
            boolean permitted = acquirePermit();
            long begun = means.time.nanos();
            permitNanos += begun - came;
            if (!permitted) {
                throw new PacerHeldException(Duration.ZERO); // it goes back to the pacer, which gives it up
            }
            try {
                means.lane.checkStillOpen(pass);
                return onWire(exchange, begun);
            } finally {
                means.permits.release();
            }
        }

        private boolean acquirePermit() throws InterruptedException {
            OptionalLong expires = expiresAt();
            if (expires.isEmpty()) {
                means.permits.acquire();
                return true;
            }
            return means.permits.acquire(means.time, expires.getAsLong() + means.lane.suspendedNanos());
        }

        private <T> T onWire(Supplier<T> exchange, long begun) {
            means.counters.onWire();
            try {
                return exchange.get();
            } finally {
                means.counters.offWire();
                wireNanos += means.time.nanos() - begun;
            }
        }

        @Override
        public void hints(RateHints told) {
            hints = told;
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
            return means.lane.isConnectProbe(pass);
        }

        @Override
        public void connected() {
            means.lane.connected(pass);
        }

        @Override
        public Outage.Effect unreachable(Outage.Failure failure) {
            return means.lane.unreachable(pass, task.row(context), failure);
        }

        @Override
        public int outages() {
            return means.lane.outages();
        }

        @Override
        public void reached() {
            means.lane.reached();
        }

        @Override
        public void neutral() {
            neutral = true;
        }
    }
}
