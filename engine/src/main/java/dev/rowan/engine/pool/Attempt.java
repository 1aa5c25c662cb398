package dev.rowan.engine.pool;

import dev.rowan.api.call.RateHints;
import java.util.function.Supplier;

/// One attempt of a task that the pacer has let in. Used by the task's own thread alone.
public interface Attempt {

    /// Which attempt of its task it is, from 1 on.
    int number();

    /// Acquires a permit, runs the exchange, and releases the permit: none is held before or after it. Throws
    /// [PacerStoppedException] when the run was stopped while it waited for the permit, and
    /// [PacerHeldException] when the service asked to wait meanwhile; in both cases nothing was sent.
    <T> T onWire(Supplier<T> exchange) throws InterruptedException;

    /// What the service told about its limits in an answer; the throttle gets it with the success.
    void hints(RateHints hints);

    /// The tokens that the service counted, 0 where it did no work; without this the most that the attempt could use
    /// counts for a minute.
    void used(long tokens);

    /// What this attempt has waited for so far.
    PooledResult.Waits waits();

    /// Whether this attempt probes a service that is down, and a connection is to be opened before anything is sent.
    boolean isConnectProbe();

    /// The connection of a probe was opened: requests go again, this one too.
    void connected();

    /// The service could not be reached: no byte of a reply came.
    Outage.Effect unreachable(Outage.Failure failure);

    /// How often the service went down so far in this run.
    int outages();

    /// A byte of a reply came: the service can be reached.
    void reached();

    /// Says that the result of this attempt tells nothing about the service's limit, so the throttle is not driven.
    void neutral();
}
