package dev.rowan.engine.batch.submitting;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.LineReader;
import dev.rowan.engine.jobs.FoundBatch;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Batches without a tag that may belong to a job: each is left alone until it ends, and then proven or
/// released by the ids in its results. One whose results identify no job is adopted if none is proven: creating
/// another would be paid for twice.
public final class BatchCandidates {
    private final JobContext context;

    public BatchCandidates(JobContext context) {
        this.context = context;
    }

    public void check(FoundBatch candidate) throws InterruptedException, IOException {
        BatchReply<BatchStatus> reply = context.service().status(candidate.batchId(), context.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> {
                if (status.state().isEnd()) {
                    prove(candidate, status);
                } else {
                    int polls = context.job().batch().polls() + 1;
                    Instant next = context.steps()
                            .now()
                            .plus(context.pace().after(polls, context.random().nextDouble()));
                    context.steps().record(new JobStep.CandidatePolled(polls, next));
                }
            }
            case BatchReply.Gone<BatchStatus> _ -> checked(candidate.in(FoundBatch.State.RELEASED));
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                context.errors().retryLater("the poll of a candidate", reply, new DelayDetail.None());
        }
    }

    private void prove(FoundBatch candidate, BatchStatus status) throws InterruptedException, IOException {
        FoundBatch.State state = status.results().isEmpty() ? FoundBatch.State.RELEASED : FoundBatch.State.NAMELESS;
        for (BatchStatus.ResultPart part : status.results()) {
            BatchReply<String> reply;
            Optional<String> found = Optional.empty();
            try (Faults.Writing _ = context.batch().faults().writing()) {
                Path file = context.files().temporary("candidate.jsonl");
                reply = context.service().download(status, part, file, context.wire());
                if (reply instanceof BatchReply.Done<String>) {
                    found = submission(file);
                }
                Files.deleteIfExists(file);
            }
            if (!(reply instanceof BatchReply.Done<String>)) {
                context.errors().retryLater("the download of a candidate", reply, new DelayDetail.None());
                return;
            }
            if (found.filter(context.job().plan().submission()::equals).isPresent()) {
                state = FoundBatch.State.PROVEN;
            } else if (found.isPresent() && state != FoundBatch.State.PROVEN) {
                state = FoundBatch.State.RELEASED;
            }
        }
        checked(candidate.in(state));
    }

    /// The submission of the first readable line.
    private Optional<String> submission(Path file) throws IOException {
        try (var lines = new LineReader(file, LineReader.MAX_LINE_BYTES)) {
            for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                Optional<String> found = line.bytes()
                        .flatMap(context.service()::result)
                        .map(ItemResult::customId)
                        .flatMap(CustomId::parse)
                        .map(CustomId::submission);
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
    }

    private void checked(FoundBatch candidate) throws InterruptedException {
        context.steps()
                .record(new JobStep.CandidatesChecked(
                        candidate.replaceIn(context.job().creation().candidates())));
    }

    /// Adopts a proven candidate; further ones are duplicates, which have already ended.
    public void adopt(FoundBatch proven) throws InterruptedException {
        BatchReply<BatchStatus> reply = context.service().status(proven.batchId(), context.wire());
        if (!(reply instanceof BatchReply.Done<BatchStatus>(var status, var _))) {
            context.errors().retryLater("the adoption", reply, new DelayDetail.None());
            return;
        }
        List<FoundBatch> duplicates = new ArrayList<>(context.job().duplicates());
        context.job().creation().candidates().stream()
                .filter(each -> each.state() == FoundBatch.State.PROVEN
                        && !each.batchId().equals(proven.batchId()))
                .map(each -> each.in(FoundBatch.State.CANCELLED))
                .forEach(duplicates::add);
        context.quota().occupy();
        Instant now = context.steps().now();
        context.steps()
                .record(new JobStep.Adopted(status, status.createdAt().orElse(now), now, duplicates, Optional.empty()));
    }
}
