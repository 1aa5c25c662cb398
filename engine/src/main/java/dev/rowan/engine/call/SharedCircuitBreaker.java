package dev.rowan.engine.call;

import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.engine.throttle.CircuitBreaker;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The circuit breaker of one service, shared by all its calls; `lock` guards it.
final class SharedCircuitBreaker {
    private final String service;
    private final ReentrantLock lock = new ReentrantLock();
    private final CircuitBreaker breaker = new CircuitBreaker(CircuitBreaker.Settings.USUAL);

    SharedCircuitBreaker(String service) {
        this.service = service;
    }

    /// Counts the disposition of a reply; returns why the breaker opens, when it does.
    Optional<String> onReply(Disposition disposition, long now) {
        lock.lock();
        try {
            return breaker.record(disposition, now).map(cause -> message(cause));
        } finally {
            lock.unlock();
        }
    }

    private String message(CircuitBreaker.Cause cause) {
        return switch (cause) {
            case DEAD_KEY -> service + " rejects the key: check it, then run again";
            case NO_CREDIT -> service + " reports that no credit is left: top it up, then run again";
            case ENDLESS_REFUSAL -> service + " has been out of capacity for half an hour: retry later";
            case UNREADABLE_ANSWERS ->
                service + " gives answers that cannot be read: more than a fifth of the last 50; each was paid for";
        };
    }
}
