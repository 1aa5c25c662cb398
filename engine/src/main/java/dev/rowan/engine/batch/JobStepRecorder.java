package dev.rowan.engine.batch;

import dev.rowan.engine.jobs.JobCodec;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.record.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Records the steps of one job; each is durable before the next starts. Only the job's own thread records steps;
/// any thread may read its state.
public final class JobStepRecorder {
    private final BatchContext context;
    private volatile BatchJob recorded;
    private volatile JobState state;

    public JobStepRecorder(BatchContext context, BatchJob recorded) {
        this.context = context;
        this.recorded = recorded;
        this.state = JobState.of(recorded);
    }

    public JobState state() {
        return state;
    }

    public Instant now() {
        return context.time().instant();
    }

    public void record(JobStep step) throws InterruptedException {
        record(step, List.of());
    }

    /// Records a step in one transaction with other entries.
    public void record(JobStep step, List<? extends LogEntry> others) throws InterruptedException {
        LogEntry.BatchStepped entry = JobCodec.encode(state.job(), step, now());
        List<LogEntry> together = new ArrayList<>();
        together.add(entry);
        together.addAll(others);
        long number = context.recorder().record(together);
        context.recorder().awaitCommitted(number);
        recorded = JobCodec.after(recorded, entry);
        state = JobState.of(recorded);
    }

    /// Leaves the job to an operator.
    public void hold(String why) throws InterruptedException {
        record(new JobStep.Held(context.redaction().text(why)));
    }
}
