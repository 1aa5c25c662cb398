package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Throttle;
import java.util.function.Function;
import java.util.function.Supplier;

/// Opens the pacers of a run, so that their limits can be shared with other processes.
public interface LimitSharing {
    /// No other process: each pacer has its own law.
    LimitSharing NONE = (_, laws, pacers) -> pacers.apply(laws.get());

    /// Opens the pacer of a service and credential. `laws` makes throttles that search the limit alone.
    Pacer open(Pacers.Key key, Supplier<Throttle> laws, Function<Throttle, Pacer> pacers);
}
