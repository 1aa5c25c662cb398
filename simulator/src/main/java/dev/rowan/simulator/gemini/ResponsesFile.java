package dev.rowan.simulator.gemini;

import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The file that a batch with an input file leaves when it succeeds.
final class ResponsesFile {
    private static final Duration KEPT = Duration.ofDays(42);

    private ResponsesFile() {}

    static Optional<StoredFile> of(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        if (stage.state() != SimulatedJobState.COMPLETED || job.facts().flag("inline")) {
            return Optional.empty();
        }
        Duration kept = job.settings().manners().kept().orElse(KEPT);
        return Optional.of(new StoredFile(
                        "files/batch-" + job.id().substring("batches/".length()),
                        job.account(),
                        job.id(),
                        "GENERATED",
                        "application/jsonl",
                        new Results(job, stage, new ResponseLine(false)),
                        stage.since(),
                        Optional.of(stage.since().plus(kept))))
                .filter(file -> file.isThere(now));
    }
}
