package dev.rowan.cli.flink;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.split.SplitCluster;
import java.io.IOException;
import java.util.HashMap;

/// Workers on this machine, for the time of one job. A cluster whose JobManager has died is replaced: the next job
/// does the splits that are not done.
record ChildWorkers(FlinkHome home, int workers, String landscape, Shell shell) implements SplitCluster {
    private static final int MAX_CLUSTERS = 20;

    @Override
    public void run(SplitJob job, Watch watch) throws IOException, InterruptedException {
        var variables = new HashMap<>(shell.environment());
        variables.put("ROWAN_LANDSCAPE", landscape);
        for (int lost = 0; ; lost++) {
            shell.err()
                    .println("Starting a Flink cluster with " + workers + (workers == 1 ? " worker" : " workers")
                            + " on this machine; this takes about half a minute.");
            try (ChildCluster cluster = ChildCluster.start(home, workers, variables, shell.folder(), shell.time())) {
                if (hasEnded(job, watch, cluster, lost + 1 < MAX_CLUSTERS)) {
                    return;
                }
            }
        }
    }

    /// Whether the job has ended; false if its cluster was lost and is to be replaced.
    private boolean hasEnded(SplitJob job, Watch watch, ChildCluster cluster, boolean isReplaceable)
            throws IOException, InterruptedException {
        try {
            new FlinkCluster(cluster.address(), home, shell.time()).run(job, () -> {
                replaceDead(cluster);
                return watch.poll();
            });
            return true;
        } catch (IOException failed) {
            if (cluster.isAlive() || !isReplaceable) {
                throw failed;
            }
            shell.err()
                    .println("warning: the JobManager exited; starting another cluster for the remaining" + " splits");
            return !watch.poll();
        }
    }

    private void replaceDead(ChildCluster cluster) throws IOException {
        int replaced = cluster.replaceDead();
        if (replaced > 0) {
            shell.err()
                    .println("warning: "
                            + (replaced == 1
                                    ? "a worker died and was replaced; its splits are run again"
                                    : replaced + " workers died and were replaced; their splits are run again"));
        }
    }
}
