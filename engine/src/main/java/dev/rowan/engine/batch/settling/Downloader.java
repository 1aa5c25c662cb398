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

/// Downloads the results of an ended batch immediately: providers keep them for a limited time.
///
/// A file counts once its length, lines and hash are recorded. One with fewer lines than the provider counts is
/// accepted only if a second download is identical.
public final class Downloader {
    /// The attempts, over two and a half minutes, after which missing results are not merely late.
    private static final int MAX_NOT_FOUND = 6;

    private final JobContext context;

    public Downloader(JobContext context) {
        this.context = context;
    }

    public void download() throws InterruptedException, IOException {
        if (context.job().batchId().isEmpty()) {
            downloaded(List.of());
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
                    && context.job().cancel().requested() -> downloaded(List.of());
            case BatchReply.Gone<BatchStatus> gone -> context.steps().hold("the results are gone: " + gone.message());
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                failed(reply);
        }
    }

    private void failed(BatchReply<?> reply) throws InterruptedException {
        boolean gone = JobErrorHandler.kind(reply) == JobErrorHandler.Kind.GONE
                && context.job().retry().fails() >= MAX_NOT_FOUND;
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
        downloaded(parts);
    }

    private static String shape(List<JobResultPart> parts) {
        return parts.stream()
                .flatMap(part -> part.stored().stream())
                .map(JobResultPart.Stored::sha256)
                .collect(Collectors.joining(" "));
    }

    /// The result of a download: the reply, and the stored file if its bytes are those received.
    private record Download(BatchReply<String> reply, Optional<JobResultPart.Stored> stored) {}

    /// Downloads one part and stores it; empty if that failed.
    private Optional<JobResultPart> part(BatchStatus status, BatchStatus.ResultPart part)
            throws InterruptedException, IOException {
        Download download = fetch(status, part);
        if (!(download.reply() instanceof BatchReply.Done<String>)) {
            failed(download.reply());
        } else if (download.stored().isEmpty()) {
            context.errors()
                    .retryLater(
                            "the download",
                            "the file differs from the bytes received",
                            Optional.empty(),
                            new DelayDetail.None());
        }
        return download.stored().map(stored -> new JobResultPart(part.kind(), part.ref(), Optional.of(stored)));
    }

    /// Records nothing while it writes: a backup waits for writers, and they must not wait for commits.
    private Download fetch(BatchStatus status, BatchStatus.ResultPart part) throws InterruptedException, IOException {
        String name = JobResultPart.name(part.kind()) + ".jsonl";
        try (Faults.Writing _ = context.batch().faults().writing()) {
            Path temporary = context.files().temporary(name);
            BatchReply<String> reply = context.service().download(status, part, temporary, context.wire());
            if (!(reply instanceof BatchReply.Done<String>)) {
                context.files().checkSpace(temporary);
            }
            if (!(reply instanceof BatchReply.Done<String>(var hash, var _))
                    || !Sha256.hex(temporary).equals(hash)) {
                return new Download(reply, Optional.empty());
            }
            Path clean = DownloadScan.clean(temporary, context);
            String kept = Sha256.hex(clean);
            long lines = DownloadScan.of(clean, context).lines();
            Path file = context.files().keep(clean, name);
            return new Download(reply, Optional.of(new JobResultPart.Stored(name, Files.size(file), kept, lines)));
        }
    }

    private void downloaded(List<JobResultPart> parts) throws InterruptedException {
        context.at(FaultPoint.BATCH_ON_DISK);
        // a part named before, maybe of another batch, is not part of this job's results
        List<ResultPart.Kind> obsolete =
                context.job().batch().parts().stream().map(JobResultPart::kind).toList();
        context.steps().record(new JobStep.Downloaded(parts, obsolete));
        context.at(FaultPoint.BATCH_DOWNLOADED);
    }
}
