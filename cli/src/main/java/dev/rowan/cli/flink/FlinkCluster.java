package dev.rowan.cli.flink;

import dev.rowan.api.Time;
import dev.rowan.engine.split.SplitCluster;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/// A Flink cluster as the workers of a run: uploads the job's jar, runs it, and waits for its end.
record FlinkCluster(URI address, FlinkHome home, Time time) {
    /// The number of writers that a run may have beside its owner.
    static final int MAX_SUBTASKS = 511;

    private static final int NEEDED_JAVA = 25;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int MAX_LOST_POLLS = 60;

    /// Throws if the cluster cannot run the job.
    void check() throws IOException, InterruptedException {
        try (var rest = new FlinkRest(address)) {
            OptionalInt version = rest.javaVersion();
            if (version.isPresent() && version.getAsInt() < NEEDED_JAVA) {
                throw new IOException("the Flink cluster at " + address + " runs on Java " + version.getAsInt()
                        + "; Rowan needs Java " + NEEDED_JAVA + " in every process of it");
            }
            int free = rest.slots().available();
            if (free == 0) {
                throw new IOException("the Flink cluster at " + address
                        + " has no free task slot; start a TaskManager, or wait for another job to end");
            }
        }
    }

    /// Runs the job with as many subtasks as there are free slots.
    void run(SplitCluster.SplitJob job, SplitCluster.Watch watch) throws IOException, InterruptedException {
        try (var rest = new FlinkRest(address)) {
            int splits = job.plan().splits().size();
            int parallelism = Math.max(1, Math.min(Math.min(rest.slots().available(), MAX_SUBTASKS), splits));
            String jar = rest.upload(home.jobJar());
            try {
                String id = rest.run(
                        jar,
                        List.of(
                                job.runId(),
                                String.valueOf(job.runEpoch()),
                                String.valueOf(splits),
                                String.valueOf(parallelism)),
                        parallelism);
                await(rest, id, watch);
            } finally {
                delete(jar, rest);
            }
        }
    }

    /// A jar that is left behind does no harm, and a failure to delete it must not hide why the job ended.
    private static void delete(String jar, FlinkRest rest) throws InterruptedException {
        try {
            rest.deleteJar(jar);
        } catch (IOException _) {
            // the cluster is gone, or deletes it when it ends
        }
    }

    private void await(FlinkRest rest, String job, SplitCluster.Watch watch) throws IOException, InterruptedException {
        boolean cancelled = false;
        int lost = 0;
        while (true) {
            boolean stops = !watch.poll();
            try {
                if (stops && !cancelled) {
                    rest.cancel(job);
                    cancelled = true;
                }
                String state = rest.state(job);
                lost = 0;
                switch (state) {
                    case "FINISHED", "CANCELED" -> {
                        return;
                    }
                    case "FAILED" ->
                        throw new JobFailedException("the Flink job " + job + " failed: " + rest.failure(job));
                    default -> time.sleep(POLL);
                }
            } catch (JobFailedException failed) {
                throw failed;
            } catch (IOException unreachable) {
                if (++lost > MAX_LOST_POLLS) {
                    throw new IOException(
                            "the Flink cluster at " + address + " has not told the state of job " + job + " for "
                                    + MAX_LOST_POLLS * POLL.toSeconds() + " s (" + reason(unreachable)
                                    + "); splits that are done stay so: check the JobManager, then resume the run",
                            unreachable);
                }
                time.sleep(POLL);
            }
        }
    }

    private static String reason(IOException unreachable) {
        return unreachable.getMessage() == null ? unreachable.toString() : unreachable.getMessage();
    }

    private static final class JobFailedException extends IOException {
        private static final long serialVersionUID = 1L;

        JobFailedException(String message) {
            super(message);
        }
    }
}
