package dev.rowan.cli.purge;

import dev.rowan.api.batch.BatchStatus.ResultPart.Kind;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.JobResultPart;
import dev.rowan.engine.jobs.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A file of a job at its provider: `kind` is `requests`, `results`, `errors` or `batch`, `name` the provider's id.
record ProviderFile(JobReport job, String kind, String name) {

    /// The result of a deletion.
    record Removal(ProviderFile file, Optional<String> problem) {}

    /// The files that the provider may still have.
    static List<ProviderFile> of(JobReport job) {
        var files = new ArrayList<ProviderFile>();
        JobState.Upload upload = job.state().upload();
        upload.file()
                .filter(_ -> !upload.deleted())
                .ifPresent(file -> files.add(new ProviderFile(job, "requests", file)));
        List<JobResultPart> parts = job.state().batch().parts();
        parts.forEach(part -> files.add(new ProviderFile(job, part.name(), part.ref())));
        boolean inBatch = upload.file().isEmpty() && parts.stream().noneMatch(part -> part.kind() == Kind.RESULTS);
        job.batchId().filter(_ -> inBatch).ifPresent(id -> files.add(new ProviderFile(job, "batch", id)));
        return files;
    }

    /// `results file-9 of batch batch_1 at openai (job 2 of run 20261115-…)`
    String label() {
        return kind + " " + name
                + job.batchId()
                        .filter(id -> !id.equals(name))
                        .map(id -> " of batch " + id)
                        .orElse("") + " at " + job.provider() + " (job " + job.number() + " of run " + job.runId()
                + ")";
    }
}
