package dev.rowan.engine.progress;

import dev.rowan.landscape.record.Sample;
import java.util.OptionalLong;

/// The counters of a run at one moment, `seconds` after its start. `idle` means that the run does not set its own
/// pace: it is paused, or rows wait for batch services.
public record ProgressPoint(
        double seconds, long rowsRead, long rowsEnded, long sourceDone, OptionalLong sourceSize, boolean idle) {

    public static ProgressPoint of(double seconds, Sample sample) {
        return new ProgressPoint(
                seconds,
                sample.rowsRead(),
                sample.rowsEnded() + sample.undurable(),
                sample.sourceDone(),
                sample.sourceSize(),
                sample.paused() || sample.parked() > 0);
    }

    /// The start of a process that found so many rows ended.
    public static ProgressPoint start(double seconds, long rowsEnded) {
        return new ProgressPoint(seconds, rowsEnded, rowsEnded, 0, OptionalLong.empty(), false);
    }
}
