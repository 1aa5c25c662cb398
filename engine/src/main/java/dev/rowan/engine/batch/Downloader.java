package dev.rowan.engine.batch;

import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.batch.JobState.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Brings the results of a batch that has ended into files, at once: providers keep them for a while only.
///
/// A file counts when its length, lines and hash are on record. One with fewer lines than the provider counts
/// is believed only when it comes the same twice.
final class Downloader {
    /// After so many tries, two and a half minutes, results that are not found are not just shown late.
    private static final int MOST_GONE = 6;

    private final JobContext desk;

    Downloader(JobContext desk) {
        this.desk = desk;
    }

    void download() throws InterruptedException, IOException {
        if (desk.job().batchId().isEmpty()) {
            kept(List.of());
            return;
        }
        BatchReply<BatchStatus> reply =
                desk.service().status(desk.job().batchId().get(), desk.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> {
                if (status.state().isEnd()) {
                    parts(status);
                } else {
                    desk.steps().hold("the batch had ended and is now " + status.word());
                }
            }
            case BatchReply.Gone<BatchStatus> _
            when desk.job().parts().isEmpty() && desk.job().isCancelled() -> kept(List.of());
            case BatchReply.Gone<BatchStatus> gone -> desk.steps().hold("the results are gone: " + gone.message());
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                failed(reply);
        }
    }

    private void failed(BatchReply<?> reply) throws InterruptedException {
        boolean gone = JobErrorHandler.kind(reply) == JobErrorHandler.Kind.GONE
                && desk.job().fails() >= MOST_GONE;
        if (gone || JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER) {
            desk.steps().hold("the provider does not give the results: " + JobErrorHandler.why(reply));
        } else {
            desk.troubles().later("the download", reply, new JobStepFacts());
        }
    }

    private void parts(BatchStatus status) throws InterruptedException, IOException {
        List<JobResultPart> parts = new ArrayList<>();
        for (BatchStatus.ResultPart part : status.results()) {
            if (parts.stream().anyMatch(each -> each.kind() == part.kind())) {
                desk.steps().hold("the batch has more than one file of " + JobResultPart.fact(part.kind()));
                return;
            }
            Optional<JobResultPart> stored = part(status, part);
            if (stored.isEmpty()) {
                return;
            }
            parts.add(stored.get());
        }
        long lines = parts.stream()
                .flatMap(part -> part.stored().stream())
                .mapToLong(JobResultPart.Stored::lines)
                .sum();
        long counted = status.counts()
                .map(counts -> counts.succeeded() + counts.failed())
                .orElse(0L);
        String shape = shape(parts);
        if (lines < counted && !shape.equals(desk.job().facts().get("short"))) {
            desk.troubles()
                    .later(
                            "the download",
                            "there are " + lines + " lines, and the provider counts " + counted,
                            Optional.empty(),
                            new JobStepFacts().with("short", shape));
            return;
        }
        kept(parts);
    }

    private static String shape(List<JobResultPart> parts) {
        return parts.stream()
                .flatMap(part -> part.stored().stream())
                .map(JobResultPart.Stored::sha256)
                .collect(Collectors.joining(" "));
    }

    /// What a download came to: the reply, and what is on disk when its bytes are those received.
    private record Brought(BatchReply<String> reply, Optional<JobResultPart.Stored> stored) {}

    /// Downloads one part and puts it in its place; empty when that did not work.
    private Optional<JobResultPart> part(BatchStatus status, BatchStatus.ResultPart part)
            throws InterruptedException, IOException {
        Brought brought = bring(status, part);
        if (!(brought.reply() instanceof BatchReply.Done<String>)) {
            failed(brought.reply());
        } else if (brought.stored().isEmpty()) {
            desk.troubles()
                    .later(
                            "the download",
                            "the file has other bytes than were received",
                            Optional.empty(),
                            new JobStepFacts());
        }
        return brought.stored().map(stored -> JobResultPart.of(part).in(stored));
    }

    /// Records nothing while it writes: who copies the files waits for writers, and they must not wait for commits.
    private Brought bring(BatchStatus status, BatchStatus.ResultPart part) throws InterruptedException, IOException {
        String name = JobResultPart.fact(part.kind()) + ".jsonl";
        try (Faults.Writing _ = desk.around().faults().writing()) {
            Path temporary = desk.files().temporary(name);
            BatchReply<String> reply = desk.service().download(status, part, temporary, desk.wire());
            if (!(reply instanceof BatchReply.Done<String>)) {
                desk.files().checkSpace(temporary);
            }
            if (!(reply instanceof BatchReply.Done<String>(var hash, var _))
                    || !Sha256.hex(temporary).equals(hash)) {
                return new Brought(reply, Optional.empty());
            }
            Path clean = DownloadScan.clean(temporary, desk);
            String kept = Sha256.hex(clean);
            long lines = DownloadScan.of(clean, desk).lines();
            Path file = desk.files().keep(clean, name);
            return new Brought(reply, Optional.of(new JobResultPart.Stored(name, Files.size(file), kept, lines)));
        }
    }

    private void kept(List<JobResultPart> parts) throws InterruptedException {
        desk.at(FaultPoint.BATCH_ON_DISK);
        JobStepFacts facts = JobStepFacts.in(Phase.DOWNLOADED).with("fails", 0);
        // a part that was named before, perhaps of another batch, is none of this job's results
        desk.job().parts().forEach(before -> facts.with(JobResultPart.fact(before.kind()), Map.of()));
        parts.forEach(part -> facts.with(JobResultPart.fact(part.kind()), part.fact()));
        desk.steps().step("downloaded", facts);
        desk.at(FaultPoint.BATCH_DOWNLOADED);
    }
}
