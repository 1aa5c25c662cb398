package dev.rowan.engine.batch;

import dev.rowan.landscape.record.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Makes the steps of one job: each is recorded and durable before the next begins. Only the job's own thread
/// makes steps; any thread may look at the job as it is.
final class JobStepRecorder {
    private final BatchContext around;
    private volatile JobState fold;

    JobStepRecorder(BatchContext around, JobState fold) {
        this.around = around;
        this.fold = fold;
    }

    JobState fold() {
        return fold;
    }

    Instant now() {
        return around.time().instant();
    }

    void step(String step, JobStepFacts facts) throws InterruptedException {
        step(step, facts, List.of());
    }

    /// A step, committed together with other records.
    void step(String step, JobStepFacts facts, List<? extends LogEntry> others) throws InterruptedException {
        Instant at = now();
        List<LogEntry> together = new ArrayList<>();
        together.add(new LogEntry.BatchStepped(fold.job(), step, at, facts.map()));
        together.addAll(others);
        long number = around.recorder().record(together);
        around.recorder().awaitCommitted(number);
        fold = fold.then(step, at, facts.map());
    }

    /// Leaves the job to a person.
    void hold(String why) throws InterruptedException {
        step(
                "held",
                JobStepFacts.in(JobState.Phase.HELD)
                        .with("why", around.redaction().text(why)));
    }
}
