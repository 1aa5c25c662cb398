package dev.rowan.cli.flink;

import dev.rowan.api.Time;
import dev.rowan.engine.split.SplitCluster;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// A Flink cluster as the workers of a run: uploads the job's jar, runs it, and waits for its end.
record FlinkCluster(URI address, FlinkHome home, Time time) {
    /// The number of writers that a run may have beside its owner.
    static final int MAX_SUBTASKS = 511;

    /// The name of a job, before the id of its run.
    private static final String JOB_NAME = "rowan ";

    private static final int NEEDED_JAVA = 25;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int MAX_LOST_POLLS = 60;
    /// The job restarts after failures; every so many polls it is checked whether that can help.
    private static final int CHECK_POLLS = 10;
    /// Part of the message of a JVM that is too old for a class.
    private static final String OLD_JAVA = "class file version";

    /// Throws if the cluster cannot run a job, of the run `resumed` if one is: the slots of its earlier job become
    /// free.
    void check(Optional<String> resumed) throws IOException, InterruptedException {
        try (var rest = new FlinkRest(address)) {
            OptionalInt version = rest.javaVersion();
            if (version.isPresent() && version.getAsInt() < NEEDED_JAVA) {
                throw new IOException("the Flink cluster at " + address + " runs on Java " + version.getAsInt()
                        + "; Rowan needs Java " + NEEDED_JAVA + " in every process of it");
            }
            boolean isFull = rest.slots().available() == 0;
            if (isFull && (resumed.isEmpty() || earlier(rest, resumed.get()).isEmpty())) {
                throw noSlot();
            }
        }
    }

    /// Runs the job with as many subtasks as there are free slots.
    void run(SplitCluster.SplitJob job, SplitCluster.Watch watch) throws IOException, InterruptedException {
        try (var rest = new FlinkRest(address)) {
            int splits = job.plan().splits().size();
            cancelEarlier(rest, job.runId());
            int parallelism = Math.max(1, Math.min(Math.min(rest.slots().available(), MAX_SUBTASKS), splits));
            String jar = rest.upload(home.jobJar());
            try {
                String id = rest.run(
                        jar,
                        List.of(
                                job.runId(),
                                String.valueOf(job.runEpoch()),
                                String.valueOf(splits),
                                String.valueOf(parallelism),
                                String.valueOf(job.stopGrace().toMillis())),
                        parallelism);
                await(rest, id, watch);
            } finally {
                delete(jar, rest);
            }
        }
    }

    /// The jobs of the run that have not ended: an owner that was killed leaves its job behind.
    private static List<FlinkRest.Job> earlier(FlinkRest rest, String runId) throws IOException, InterruptedException {
        return rest.jobs().stream()
                .filter(job -> job.name().equals(JOB_NAME + runId) && !job.hasEnded())
                .toList();
    }

    /// Ends earlier jobs of the run, whose writers may not write any more, and waits until slots are free.
    private void cancelEarlier(FlinkRest rest, String runId) throws IOException, InterruptedException {
        List<FlinkRest.Job> left = earlier(rest, runId);
        if (left.isEmpty()) {
            return;
        }
        long before = -1;
        long free = 0;
        // TaskManagers may return their slots one after the other
        for (int polls = 0; !left.isEmpty() || free == 0 || free != before; polls++) {
            if (polls == MAX_LOST_POLLS) {
                if (left.isEmpty() && free > 0) {
                    return;
                }
                throw left.isEmpty() ? noSlot() : notCancelled(left, runId);
            }
            for (FlinkRest.Job job : left) {
                if (!job.state().equals("CANCELLING")) {
                    cancel(job, rest);
                }
            }
            time.sleep(POLL);
            left = earlier(rest, runId);
            before = free;
            free = rest.slots().available();
        }
    }

    /// One that cannot be cancelled has ended meanwhile, or is found again.
    private static void cancel(FlinkRest.Job job, FlinkRest rest) throws InterruptedException {
        try {
            rest.cancel(job.id());
        } catch (IOException _) {
            // Flink answers with an error if the job has ended
        }
    }

    private IOException notCancelled(List<FlinkRest.Job> left, String runId) {
        return new IOException("the Flink cluster at " + address + " still runs job "
                + left.stream().map(FlinkRest.Job::id).collect(Collectors.joining(", "))
                + " of an earlier process of run " + runId + ", " + MAX_LOST_POLLS * POLL.toSeconds()
                + " s after it was cancelled; end it with Flink, then resume the run");
    }

    private IOException noSlot() {
        return new IOException("the Flink cluster at " + address
                + " has no free task slot; start a TaskManager, or wait for another job to end");
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
        for (int polls = 1; ; polls++) {
            boolean stops = !poll(watch, rest, job);
            String request = "reported the state of";
            try {
                switch (rest.state(job)) {
                    case "FINISHED", "CANCELED" -> {
                        return;
                    }
                    case "FAILED" ->
                        throw new JobFailedException("the Flink job " + job + " failed: " + rest.failure(job));
                    default -> {
                        if (stops && !cancelled) {
                            request = "cancelled";
                            rest.cancel(job);
                            cancelled = true;
                        } else if (polls % CHECK_POLLS == 0) {
                            refuseOldJava(rest, job);
                        }
                    }
                }
                lost = 0;
            } catch (JobFailedException failed) {
                throw failed;
            } catch (IOException unreachable) {
                if (++lost > MAX_LOST_POLLS) {
                    throw new IOException(
                            "the Flink cluster at " + address + " has not " + request + " job " + job + " for "
                                    + MAX_LOST_POLLS * POLL.toSeconds() + " s (" + reason(unreachable)
                                    + "); finished splits are kept: check the JobManager, then resume the run",
                            unreachable);
                }
            }
            time.sleep(POLL);
        }
    }

    /// The JobManager's version is known before the job starts, those of the TaskManagers only by their failures.
    private static void refuseOldJava(FlinkRest rest, String job) throws IOException, InterruptedException {
        String failure = rest.failure(job);
        if (failure.contains(OLD_JAVA)) {
            rest.cancel(job);
            throw new JobFailedException(
                    "a TaskManager of the Flink cluster runs on a different Java version than its JobManager:"
                            + " Rowan needs Java " + NEEDED_JAVA + " in every process of it (" + failure + ")");
        }
    }

    /// Cancels the job if the owner of the run fails: nobody would use what it does.
    private static boolean poll(SplitCluster.Watch watch, FlinkRest rest, String job)
            throws IOException, InterruptedException {
        try {
            return watch.poll();
        } catch (IOException | RuntimeException | InterruptedException failed) {
            try {
                rest.cancel(job);
            } catch (IOException unreachable) {
                failed.addSuppressed(unreachable);
            }
            throw failed;
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
