package dev.rowan.engine.pool;

import dev.rowan.api.call.RateHints;
import java.util.function.Supplier;

/// One attempt of a task that the pacer has admitted. Used by the task's own thread alone.
public interface Attempt {

    /// The number of the attempt, from 1 on.
    int number();

    /// Acquires a permit, runs the exchange, and releases the permit. Throws [RetryException] if the service asked
    /// to wait in the meantime, and [RowAbandonedException] if the run stops; then nothing was sent.
    <T> T onWire(Supplier<T> exchange) throws RetryException, InterruptedException;

    /// The rate limit hints of an answer; the throttle gets them with the success.
    void hints(RateHints hints);

    /// The tokens that the service counted, 0 if it did no work; without this the maximum counts for a minute.
    void used(long tokens);

    /// The waits of this attempt so far.
    PooledResult.Waits waits();

    /// Whether this attempt probes a service that is down, so that a connection must be opened before anything is
    /// sent.
    boolean isConnectProbe();

    /// The connection of a probe was opened: requests are sent again, this one too.
    void connected();

    /// The service could not be reached: no byte of a reply came.
    Outage.Effect unreachable(Outage.Failure failure);

    /// The number of outages of the service in this run.
    int outages();

    /// A byte of a reply came: the service can be reached.
    void reached();

    /// The result of this attempt says nothing about the service's limit, so the throttle ignores it.
    void neutral();
}
