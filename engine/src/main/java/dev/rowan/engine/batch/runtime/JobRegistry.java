package dev.rowan.engine.batch.runtime;

import dev.rowan.api.call.Payload;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.planning.JobSizeLimits;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.LandscapeReader;
import java.math.BigInteger;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/// The jobs of a run by number, their names, and the owners of batches.
///
/// Shared state, guarded by `lock`: the jobs, the last number, and the random generator. It is not held while
/// recording or calling a provider.
final class JobRegistry implements JobContext.Claims {
    private static final int HEX = 16;
    private static final int BASE = 36;

    private final BatchContext context;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Long, JobWorker> jobs = new TreeMap<>();
    private long lastNumber;

    JobRegistry(BatchContext context) {
        this.context = context;
    }

    /// The recorded jobs in their current state.
    List<BatchJob> recorded() {
        try (LandscapeReader reader = context.readers().get()) {
            return reader.jobs().list(context.runId());
        }
    }

    void put(JobWorker worker) {
        long number = worker.job().job();
        lock.lock();
        try {
            jobs.put(number, worker);
            lastNumber = Math.max(lastNumber, number);
        } finally {
            lock.unlock();
        }
    }

    List<JobWorker> all() {
        lock.lock();
        try {
            return List.copyOf(jobs.values());
        } finally {
            lock.unlock();
        }
    }

    long nextNumber() {
        lock.lock();
        try {
            return ++lastNumber;
        } finally {
            lock.unlock();
        }
    }

    /// Returns a number that no job used.
    void release(long number) {
        lock.lock();
        try {
            lastNumber = lastNumber == number ? number - 1 : lastNumber;
        } finally {
            lock.unlock();
        }
    }

    long seed() {
        lock.lock();
        try {
            return context.random().nextLong();
        } finally {
            lock.unlock();
        }
    }

    /// A unique name for a submission: 16 letters and digits.
    String submission(long number) {
        String hash =
                Payload.utf8(context.runId() + "\n" + number + "\n" + seed()).sha256();
        String word = new BigInteger(hash, HEX).toString(BASE);
        return word.substring(word.length() - JobSizeLimits.SUBMISSION_LENGTH);
    }

    @Override
    public boolean isTaken(String batchId, JobState job) {
        try (LandscapeReader reader = context.readers().get()) {
            boolean here = reader.jobs().list(context.runId()).stream()
                    .map(JobState::of)
                    .anyMatch(each -> each.job() != job.job()
                            && each.provider().equals(job.provider())
                            && each.batchId().filter(batchId::equals).isPresent());
            return here
                    || reader.jobs()
                            .ownerOf(job.provider(), batchId)
                            .filter(run -> !run.equals(context.runId()))
                            .isPresent();
        }
    }
}
