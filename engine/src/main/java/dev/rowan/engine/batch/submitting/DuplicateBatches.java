package dev.rowan.engine.batch.submitting;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.batch.DownloadScan;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobErrorHandler;
import dev.rowan.engine.batch.LineReader;
import dev.rowan.engine.jobs.FoundBatch;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import dev.rowan.engine.jobs.JobTransitions;
import dev.rowan.landscape.JobQueries;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Batches beside the job's own, made by a lost creation or before an operator resubmitted it: they are
/// cancelled, and their finished items are counted and reported as the cost of a duplicate.
public final class DuplicateBatches {
    private final JobContext context;

    public DuplicateBatches(JobContext context) {
        this.context = context;
    }

    /// A listing may show a batch before it can be cancelled: the cancel of a new one is retried.
    public void cancel(FoundBatch duplicate) throws InterruptedException {
        Instant asked = context.steps().now();
        BatchReply<BatchStatus> reply = context.service().cancel(duplicate.batchId(), context.wire());
        boolean isOver = reply instanceof BatchReply.Done
                || JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER
                || (JobErrorHandler.kind(reply) == JobErrorHandler.Kind.GONE && !mayLag(duplicate, asked));
        if (isOver) {
            var cancelled = duplicate.in(FoundBatch.State.CANCELLED);
            context.steps()
                    .record(new JobStep.DuplicateCancelled(
                            cancelled.replaceIn(context.job().duplicates())));
        } else {
            context.errors().retryLater("the cancel of a duplicate", reply, new DelayDetail.None());
        }
    }

    private static boolean mayLag(FoundBatch duplicate, Instant asked) {
        return JobTransitions.mayLag(duplicate.createdAt().or(() -> Optional.of(Instant.MIN)), asked);
    }

    public void recordCost(FoundBatch duplicate) throws InterruptedException, IOException {
        BatchReply<BatchStatus> reply = context.service().status(duplicate.batchId(), context.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> {
                if (status.state().isEnd()) {
                    count(duplicate, status);
                } else if (status.state() == BatchStatus.State.STRANGE) {
                    addCost(duplicate, worst(), 0);
                } else {
                    Instant next = context.steps().now().plus(context.pace().interval());
                    context.steps().record(new JobStep.DuplicatePolled(next));
                }
            }
            case BatchReply.Gone<BatchStatus> _ -> addCost(duplicate, Usd.ZERO, 0);
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                context.errors().retryLater("the poll of a duplicate", reply, new DelayDetail.None());
        }
    }

    /// The maximum cost of the job: counted for a batch whose state stays unknown.
    private Usd worst() {
        try (LandscapeReader reader = context.batch().readers().get()) {
            return reader.jobs().manifest(context.batch().runId(), context.job().job()).stream()
                    .map(JobQueries.BatchItem::worst)
                    .reduce(Usd.ZERO, Usd::plus);
        }
    }

    private void count(FoundBatch duplicate, BatchStatus status) throws InterruptedException, IOException {
        Usd cost = Usd.ZERO;
        long results = 0;
        int place = context.job().duplicates().indexOf(duplicate) + 1;
        for (BatchStatus.ResultPart part : status.results()) {
            String name = "duplicate-" + place + "-" + part.kind().name().toLowerCase(Locale.ROOT) + ".jsonl";
            BatchReply<String> reply;
            try (Faults.Writing _ = context.batch().faults().writing()) {
                Path temporary = context.files().temporary(name);
                reply = context.service().download(status, part, temporary, context.wire());
                if (reply instanceof BatchReply.Done<String>) {
                    context.files().keep(DownloadScan.clean(temporary, context), name);
                }
            }
            if (!(reply instanceof BatchReply.Done<String>)) {
                context.errors().retryLater("the download of a duplicate", reply, new DelayDetail.None());
                return;
            }
            try (var lines = new LineReader(context.files().file(name), LineReader.MAX_LINE_BYTES)) {
                for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                    Optional<Usd> each = line.bytes().flatMap(this::cost);
                    cost = cost.plus(each.orElse(Usd.ZERO));
                    results += each.isPresent() ? 1 : 0;
                }
            }
        }
        addCost(duplicate, cost, results);
    }

    /// The cost of one of our items there.
    private Optional<Usd> cost(byte[] line) {
        return context.service().result(line).flatMap(result -> switch (result) {
            case ItemResult.Replied(var customId, var reply, var _) ->
                CustomId.parse(customId)
                        .filter(id ->
                                id.submission().equals(context.job().plan().submission()))
                        .flatMap(_ -> context.service().receipt(reply).cost());
            case ItemResult.NotExecuted _ -> Optional.empty();
        });
    }

    private void addCost(FoundBatch duplicate, Usd cost, long results) throws InterruptedException {
        var done = new FoundBatch(
                duplicate.batchId(), duplicate.createdAt(), FoundBatch.State.BOOKED, Optional.of(cost.toString()));
        var note = new LinkedHashMap<String, @Nullable Object>();
        note.put("job", context.job().job());
        note.put("batch_id", duplicate.batchId());
        note.put("results", results);
        note.put("cost_usd", cost.toString());
        context.steps()
                .record(
                        new JobStep.DuplicateBooked(done.replaceIn(context.job().duplicates())),
                        List.of(new LogEntry.RunNoted(
                                "batch_duplicate", context.steps().now(), note)));
        context.batch().budget().settle(Usd.ZERO, cost);
    }
}
