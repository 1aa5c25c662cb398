package dev.rowan.engine.batch;

import dev.rowan.landscape.record.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Makes the steps of one job: each is recorded and durable before the next begins. Only the job's own thread
/// makes steps; any thread may look at the job as it is.
final class JobSteps {
    private final BatchSurroundings around;
    private volatile JobFold fold;

    JobSteps(BatchSurroundings around, JobFold fold) {
        this.around = around;
        this.fold = fold;
    }

    JobFold fold() {
        return fold;
    }

    Instant now() {
        return around.time().instant();
    }

    void step(String step, Facts facts) throws InterruptedException {
        step(step, facts, List.of());
    }

    /// A step, committed together with other records.
    void step(String step, Facts facts, List<? extends Entry> others) throws InterruptedException {
        Instant at = now();
        List<Entry> together = new ArrayList<>();
        together.add(new Entry.BatchStepped(fold.job(), step, at, facts.map()));
        together.addAll(others);
        long number = around.recorder().record(together);
        around.recorder().awaitCommitted(number);
        fold = fold.then(step, at, facts.map());
    }

    /// Leaves the job to a person.
    void hold(String why) throws InterruptedException {
        step("held", Facts.in(JobFold.Phase.HELD).with("why", around.redaction().text(why)));
    }
}
