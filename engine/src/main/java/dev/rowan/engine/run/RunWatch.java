package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.engine.live.LimitWatch;
import dev.rowan.engine.live.Sampler;

/// What the run's own thread does while it waits for the rows: it notes how they go. Owned by that thread.
final class RunWatch implements StopSignal.Glance {
    private final Sampler sampler;
    private final LimitWatch limits;
    private final Time time;

    RunWatch(Sampler sampler, LimitWatch limits, Time time) {
        this.sampler = sampler;
        this.limits = limits;
        this.time = time;
    }

    @Override
    public long look() throws InterruptedException {
        long began = time.nanos();
        limits.look();
        sampler.look();
        return time.nanos() - began;
    }

    /// The rows are through: how it went in all.
    void end() throws InterruptedException {
        sampler.note();
    }
}
