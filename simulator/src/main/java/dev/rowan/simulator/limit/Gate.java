package dev.rowan.simulator.limit;

import dev.rowan.api.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The limits of one key. Shared state, guarded by `lock`: its meters.
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final LimitSettings.Shape shape;
    private final Meter requests;
    private final Meter tokens;

    Gate(LimitSettings.Shape shape, long now) {
        this.shape = shape;
        this.requests = Meter.of(shape, now);
        this.tokens = Meter.of(shape, now);
    }

    LimitSettings.Shape shape() {
        return shape;
    }

    /// Takes one request and `amount` tokens, both or none.
    Admission admit(long amount, LimitSettings settings, Time time) {
        lock.lock();
        try {
            long now = time.nanos();
            Optional<Rate> requestRate = settings.requestRate();
            Optional<Rate> tokenRate = settings.tokenRate();
            requestRate.ifPresent(rate -> requests.advance(rate, now));
            tokenRate.ifPresent(rate -> tokens.advance(rate, now));
            long forRequest =
                    requestRate.map(rate -> requests.wait(1, rate, now)).orElse(0L);
            long forTokens =
                    tokenRate.map(rate -> tokens.wait(amount, rate, now)).orElse(0L);
            long wait = Math.max(forRequest, forTokens);
            if (wait == 0) {
                requests.take(1);
                tokens.take(amount);
            }
            Optional<RateState> state = settings.headers()
                    ? Optional.of(new RateState(
                            requestRate.map(rate -> requests.level(rate, now)),
                            tokenRate.map(rate -> tokens.level(rate, now))))
                    : Optional.empty();
            return wait == 0
                    ? new Admission.Passed(state)
                    : new Admission.Rejected(
                            forTokens > forRequest,
                            settings.retryAfter() ? Optional.of(Duration.ofNanos(wait)) : Optional.empty(),
                            state);
        } finally {
            lock.unlock();
        }
    }
}
