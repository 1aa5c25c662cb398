package dev.rowan.web.jobs;

import dev.rowan.engine.jobs.Artifact;
import dev.rowan.engine.jobs.Job;
import dev.rowan.web.http.Refused;
import dev.rowan.web.http.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A file of a job, below the folder of artifacts where that is known. Facts of the record make its path, so
/// it must not lead out of the folder, by dots or by links.
record JobFile(Artifact artifact, Optional<Path> folder) {

    static List<JobFile> of(Job job, Optional<Path> folder) {
        return Artifact.of(job, folder.orElse(Path.of("artifacts")))
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

    /// The file as a download, if its bytes are those that were recorded.
    Reply download(Job job) throws IOException {
        if (!isThere()) {
            throw new Refused(
                    404,
                    artifact.name() + " of job " + job.number() + " is not on this machine; fetch it with: rowan batch"
                            + " download " + job.runId() + " " + job.number());
        }
        if (artifact.sha256().filter(Artifact.hash(artifact.place())::equals).isEmpty()) {
            throw new Refused(
                    409,
                    artifact.name() + " of job " + job.number()
                            + " is not, byte for byte, what was recorded, so that it is"
                            + " not handed out; fetch it anew with: rowan batch download " + job.runId() + " "
                            + job.number());
        }
        Path file = artifact.place();
        return new Reply.Stream("application/octet-stream", out -> Files.copy(file, out))
                .asFile("job-" + job.number() + "-" + artifact.name());
    }
}
