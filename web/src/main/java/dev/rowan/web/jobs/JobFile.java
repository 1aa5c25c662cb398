package dev.rowan.web.jobs;

import dev.rowan.api.Sha256;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A file of a job in the artifacts folder, if that is known. Its path comes from the record, so it must not lead
/// out of the folder, by dots or links.
record JobFile(JobArtifact artifact, Optional<Path> folder) {

    static List<JobFile> of(JobReport job, Optional<Path> folder) {
        return JobArtifact.of(job, folder.orElse(Path.of("artifacts")))
                .map(artifact -> new JobFile(artifact, folder))
                .toList();
    }

    boolean isThere() {
        return folder.isPresent() && Files.isRegularFile(artifact.place()) && isInside(folder.get());
    }

    private boolean isInside(Path root) {
        try {
            return artifact.place().toRealPath().startsWith(root.toRealPath());
        } catch (IOException _) {
            return false;
        }
    }

    /// The file as a download, if it matches the recorded SHA-256.
    WebReply download(JobReport job) throws IOException {
        if (!isThere()) {
            throw new WebRequestException(
                    404,
                    artifact.name() + " of job " + job.number() + " is not on this machine; download it: rowan batch"
                            + " download " + job.runId() + " " + job.number());
        }
        if (artifact.sha256().filter(Sha256.hex(artifact.place())::equals).isEmpty()) {
            throw new WebRequestException(
                    409,
                    artifact.name() + " of job " + job.number()
                            + " does not match its recorded SHA-256 and is"
                            + " not served; download it again: rowan batch download " + job.runId() + " "
                            + job.number());
        }
        Path file = artifact.place();
        return new WebReply.Stream("application/octet-stream", Map.of(), out -> Files.copy(file, out))
                .asFile("job-" + job.number() + "-" + artifact.name());
    }
}
