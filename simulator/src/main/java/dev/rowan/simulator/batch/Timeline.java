package dev.rowan.simulator.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When a job is in which state, if nobody interferes: a function of time alone.
///
/// `window` is after what time it expires, if it ever does; `fails` says that its input is refused when it was
/// checked.
public record Timeline(Instant created, Timing timing, Optional<Duration> window, int rows, boolean fails) {

    public Instant started() {
        return created.plus(timing.validating());
    }

    public Instant finalizing() {
        return started().plus(timing.running());
    }

    JobStage at(Instant now) {
        if (now.isBefore(started())) {
            return new JobStage(SimulatedJobState.VALIDATING, created, 0);
        }
        if (fails) {
            return new JobStage(SimulatedJobState.FAILED, started(), 0);
        }
        Optional<Instant> expiry = window.map(created::plus).filter(end -> end.isBefore(finalizing()));
        if (expiry.isPresent() && !now.isBefore(expiry.get())) {
            return new JobStage(SimulatedJobState.EXPIRED, expiry.get(), done(expiry.get()));
        }
        if (now.isBefore(finalizing())) {
            return new JobStage(SimulatedJobState.RUNNING, started(), done(now));
        }
        Instant end = finalizing().plus(timing.finalizing());
        return now.isBefore(end)
                ? new JobStage(SimulatedJobState.FINALIZING, finalizing(), rows)
                : new JobStage(SimulatedJobState.COMPLETED, end, rows);
    }

    /// How many rows are done at the time `now`.
    int done(Instant now) {
        if (now.isBefore(started()) || fails) {
            return 0;
        }
        double whole = timing.running().toNanos();
        double passed = Duration.between(started(), now).toNanos();
        return passed >= whole ? rows : (int) (rows * (passed / whole));
    }
}
