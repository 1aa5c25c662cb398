package dev.rowan.engine.jobs;

import dev.rowan.api.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// A file of a job: its name, where it lies on this machine, and what is recorded of it.
public record JobArtifact(String name, Path place, OptionalLong bytes, OptionalLong lines, Optional<String> sha256) {

    /// How the file on this machine compares with the record.
    public enum Here {
        /// Its bytes are those that were recorded.
        VERIFIED,
        ABSENT,
        DIFFERENT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The files that are recorded of a job, below the folder of artifacts: `RUN/JOB/PROVIDER/NAME`.
    public static Stream<JobArtifact> of(JobReport job, Path artifacts) {
        Path folder = artifacts
                .resolve(job.runId())
                .resolve(String.valueOf(job.number()))
                .resolve(job.provider().isEmpty() ? "unknown" : job.provider());
        Stream<JobArtifact> requests = job
                .word("sha256")
                .map(sha -> new JobArtifact(
                        "requests.jsonl",
                        folder.resolve("requests.jsonl"),
                        job.number("bytes"),
                        job.number("items"),
                        Optional.of(sha)))
                .stream();
        return Stream.concat(
                requests,
                Stream.of("results", "errors")
                        .filter(part -> !job.part(part).isEmpty())
                        .map(part -> downloaded(part, job.part(part), folder)));
    }

    private static JobArtifact downloaded(String part, Map<?, ?> facts, Path folder) {
        String name = part + ".jsonl";
        return new JobArtifact(
                name,
                folder.resolve(name),
                JobReport.numberOf(facts.get("bytes")),
                JobReport.numberOf(facts.get("lines")),
                Optional.ofNullable(facts.get("sha256")).map(String::valueOf));
    }

    public Here here() throws IOException {
        if (!Files.isRegularFile(place)) {
            return Here.ABSENT;
        }
        return sha256.filter(Sha256.hex(place)::equals).isPresent() ? Here.VERIFIED : Here.DIFFERENT;
    }
}
