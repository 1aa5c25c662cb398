package dev.rowan.engine.batch.settling;

import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.batch.DownloadScan;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobErrorHandler;
import dev.rowan.engine.jobs.JobResultPart;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Brings the results of a batch that has ended into files, at once: providers keep them for a while only.
///
/// A file counts when its length, lines and hash are on record. One with fewer lines than the provider counts
/// is believed only when it comes the same twice.
public final class Downloader {
    /// After so many tries, two and a half minutes, results that are not found are not just shown late.
    private static final int MOST_GONE = 6;

    private final JobContext context;

    public Downloader(JobContext context) {
        this.context = context;
    }

    public void download() throws InterruptedException, IOException {
        if (context.job().batchId().isEmpty()) {
            kept(List.of());
            return;
        }
        BatchReply<BatchStatus> reply =
                context.service().status(context.job().batchId().get(), context.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> {
                if (status.state().isEnd()) {
                    parts(status);
                } else {
                    context.steps().hold("the batch had ended and is now " + status.providerState());
                }
            }
            case BatchReply.Gone<BatchStatus> _
            when context.job().batch().parts().isEmpty()
                    && context.job().cancel().requested() -> kept(List.of());
            case BatchReply.Gone<BatchStatus> gone -> context.steps().hold("the results are gone: " + gone.message());
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                failed(reply);
        }
    }

    private void failed(BatchReply<?> reply) throws InterruptedException {
        boolean gone = JobErrorHandler.kind(reply) == JobErrorHandler.Kind.GONE
                && context.job().retry().fails() >= MOST_GONE;
        if (gone || JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER) {
            context.steps().hold("the provider does not give the results: " + JobErrorHandler.why(reply));
        } else {
            context.errors().retryLater("the download", reply, new DelayDetail.None());
        }
    }

    private void parts(BatchStatus status) throws InterruptedException, IOException {
        List<JobResultPart> parts = new ArrayList<>();
        for (BatchStatus.ResultPart part : status.results()) {
            if (parts.stream().anyMatch(each -> each.kind() == part.kind())) {
                context.steps().hold("the batch has more than one file of " + JobResultPart.name(part.kind()));
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
        if (lines < counted
                && context.job().retry().shortDownload().filter(shape::equals).isEmpty()) {
            context.errors()
                    .retryLater(
                            "the download",
                            "there are " + lines + " lines, and the provider counts " + counted,
                            Optional.empty(),
                            new DelayDetail.ShortDownload(shape));
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
            context.errors()
                    .retryLater(
                            "the download",
                            "the file has other bytes than were received",
                            Optional.empty(),
                            new DelayDetail.None());
        }
        return brought.stored().map(stored -> new JobResultPart(part.kind(), part.ref(), Optional.of(stored)));
    }

    /// Records nothing while it writes: who copies the files waits for writers, and they must not wait for commits.
    private Brought bring(BatchStatus status, BatchStatus.ResultPart part) throws InterruptedException, IOException {
        String name = JobResultPart.name(part.kind()) + ".jsonl";
        try (Faults.Writing _ = context.batch().faults().writing()) {
            Path temporary = context.files().temporary(name);
            BatchReply<String> reply = context.service().download(status, part, temporary, context.wire());
            if (!(reply instanceof BatchReply.Done<String>)) {
                context.files().checkSpace(temporary);
            }
            if (!(reply instanceof BatchReply.Done<String>(var hash, var _))
                    || !Sha256.hex(temporary).equals(hash)) {
                return new Brought(reply, Optional.empty());
            }
            Path clean = DownloadScan.clean(temporary, context);
            String kept = Sha256.hex(clean);
            long lines = DownloadScan.of(clean, context).lines();
            Path file = context.files().keep(clean, name);
            return new Brought(reply, Optional.of(new JobResultPart.Stored(name, Files.size(file), kept, lines)));
        }
    }

    private void kept(List<JobResultPart> parts) throws InterruptedException {
        context.at(FaultPoint.BATCH_ON_DISK);
        // a part that was named before, perhaps of another batch, is none of this job's results
        List<ResultPart.Kind> obsolete =
                context.job().batch().parts().stream().map(JobResultPart::kind).toList();
        context.steps().record(new JobStep.Downloaded(parts, obsolete));
        context.at(FaultPoint.BATCH_DOWNLOADED);
    }
}
