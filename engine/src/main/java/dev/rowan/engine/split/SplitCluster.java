package dev.rowan.engine.split;

import java.io.IOException;
import java.time.Duration;

/// Runs the splits of a run on workers in other processes, and restarts those that die.
public interface SplitCluster {

    /// A recorded run whose splits are planned: workers join it in `runEpoch`. One that is stopped may take `stopGrace`
    /// to store the answers in flight.
    record SplitJob(String runId, int runEpoch, SplitPlan plan, Duration stopGrace) {}

    /// What the owner does while it waits.
    interface Watch {
        /// Called about once a second by the thread inside [#run]; false if the run is to stop.
        boolean poll() throws IOException, InterruptedException;
    }

    /// Returns when the job has ended: every split is done, or the run stops and no worker works for it any more.
    /// Throws if the job failed.
    void run(SplitJob job, Watch watch) throws IOException, InterruptedException;
}
