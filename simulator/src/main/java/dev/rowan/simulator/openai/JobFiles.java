package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The files that a job leaves: its output, and its errors.
record JobFiles(OpenAiVariant flavour) {
    private static final Duration KEPT = Duration.ofDays(30);

    List<StoredFile> all(SimulatedJob job, Instant now) {
        return Stream.of(output(job, now), errors(job, now))
                .flatMap(Optional::stream)
                .toList();
    }

    Optional<StoredFile> output(SimulatedJob job, Instant now) {
        return file(job, false, "output", now);
    }

    /// Azure has one even when there are no errors: a file of no bytes.
    Optional<StoredFile> errors(SimulatedJob job, Instant now) {
        return file(job, true, "error", now);
    }

    private Optional<StoredFile> file(SimulatedJob job, boolean errors, String word, Instant now) {
        JobStage stage = job.stage(now);
        if (!stage.state().isTerminal() || stage.state() == SimulatedJobState.FAILED) {
            return Optional.empty();
        }
        var results = new Results(job, stage, new BatchLine(flavour, errors));
        if (results.isEmpty() && !(errors && flavour.azure())) {
            return Optional.empty();
        }
        Optional<Duration> asked = job.facts()
                .object("output_expires_after")
                .flatMap(after -> after.number("seconds"))
                .map(seconds -> Duration.ofSeconds(seconds.longValue()));
        Optional<Duration> kept = asked.or(() -> job.settings().manners().kept())
                .or(() -> flavour.azure() ? Optional.empty() : Optional.of(KEPT));
        return Optional.of(new StoredFile(
                        job.seed().id("file-" + word + "-"),
                        job.account(),
                        job.id() + "_" + word + ".jsonl",
                        "batch_output",
                        "application/jsonl",
                        results,
                        stage.since(),
                        kept.map(stage.since()::plus)))
                .filter(file -> file.isThere(now));
    }
}
