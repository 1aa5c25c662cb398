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

    /// Takes in how the service took a request; tells why calls to it are pointless from now on, once they are.
    Optional<String> told(Disposition standing, long now) {
        lock.lock();
        try {
            return breaker.told(standing, now).map(cause -> words(cause));
        } finally {
            lock.unlock();
        }
    }

    private String words(CircuitBreaker.Cause cause) {
        return switch (cause) {
            case DEAD_KEY -> service + " refuses the key: check it, then run again";
            case NO_CREDIT -> service + " says that there is no credit left: top it up, then run again";
            case ENDLESS_REFUSAL -> service + " has had no room for half an hour: try again later";
            case UNREADABLE_ANSWERS ->
                service + " gives answers that cannot be read: more than a fifth of the last 50; each was paid for";
        };
    }
}
