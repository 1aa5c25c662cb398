package dev.rowan.engine.jobs;

import dev.rowan.api.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// A file of a job: its name, its local path, and its recorded length and hash.
public record JobArtifact(String name, Path place, OptionalLong bytes, OptionalLong lines, Optional<String> sha256) {

    /// How the local file compares with the record.
    public enum Here {
        /// Its bytes are as recorded.
        VERIFIED,
        ABSENT,
        DIFFERENT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The recorded files of a job, below the artifacts directory: `RUN/JOB/PROVIDER/NAME`.
    public static Stream<JobArtifact> of(JobReport job, Path artifacts) {
        Path folder = artifacts
                .resolve(job.runId())
                .resolve(String.valueOf(job.number()))
                .resolve(job.provider().isEmpty() ? "unknown" : job.provider());
        JobState.Plan plan = job.state().plan();
        Stream<JobArtifact> requests = plan.sha256().isEmpty()
                ? Stream.empty()
                : Stream.of(new JobArtifact(
                        "requests.jsonl",
                        folder.resolve("requests.jsonl"),
                        OptionalLong.of(plan.bytes()),
                        OptionalLong.of(plan.items()),
                        Optional.of(plan.sha256())));
        return Stream.concat(requests, job.state().batch().parts().stream().map(part -> downloaded(part, folder)));
    }

    private static JobArtifact downloaded(JobResultPart part, Path folder) {
        String name = part.name() + ".jsonl";
        return new JobArtifact(
                name,
                folder.resolve(name),
                part.stored().map(file -> OptionalLong.of(file.bytes())).orElseGet(OptionalLong::empty),
                part.stored().map(file -> OptionalLong.of(file.lines())).orElseGet(OptionalLong::empty),
                part.stored().map(JobResultPart.Stored::sha256));
    }

    public Here here() throws IOException {
        if (!Files.isRegularFile(place)) {
            return Here.ABSENT;
        }
        return sha256.filter(Sha256.hex(place)::equals).isPresent() ? Here.VERIFIED : Here.DIFFERENT;
    }
}
