package dev.rowan.engine.batch.planning;

import dev.rowan.api.Time;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import java.time.Instant;

/// The gate of a worker, which does not know the jobs of the run: its calls are left to the owner, until there is only
/// time enough to send them.
public record DeadlineGate(AutoPolicy policy, Instant deadline, RealtimeThroughput realTime, Time time)
        implements BatchRouting.Gate {

    @Override
    public boolean hasCapacity() {
        return policy.capacity(time.instant(), deadline, realTime.pace(), realTime.ahead()) > 0;
    }

    @Override
    public int maxPerJob() {
        return Integer.MAX_VALUE;
    }
}
