package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.JobQueries;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Batches beside the job's own, made by a lost creation or before someone had it made again: cancelled, and
/// what they finished is counted as the cost of a duplicate and said so.
final class DuplicateBatches {
    private final JobContext desk;

    DuplicateBatches(JobContext desk) {
        this.desk = desk;
    }

    /// A list may show a batch before it can be cancelled: while it is that new, it is tried again.
    void cancel(UnrelatedBatch duplicate) throws InterruptedException {
        Instant asked = desk.steps().now();
        BatchReply<BatchStatus> reply = desk.service().cancel(duplicate.batchId(), desk.wire());
        boolean isOver = reply instanceof BatchReply.Done
                || JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER
                || (JobErrorHandler.kind(reply) == JobErrorHandler.Kind.GONE && !mayLag(duplicate, asked));
        if (isOver) {
            put("duplicate_cancelled", duplicate.in(UnrelatedBatch.State.CANCELLED), List.of());
        } else {
            desk.troubles().later("the cancel of a duplicate", reply, new JobStepFacts());
        }
    }

    private static boolean mayLag(UnrelatedBatch duplicate, Instant asked) {
        return JobTransitions.mayLag(duplicate.createdAt().or(() -> Optional.of(Instant.MIN)), asked);
    }

    void book(UnrelatedBatch duplicate) throws InterruptedException, IOException {
        BatchReply<BatchStatus> reply = desk.service().status(duplicate.batchId(), desk.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> {
                if (status.state().isEnd()) {
                    count(duplicate, status);
                } else if (status.state() == BatchStatus.State.STRANGE) {
                    booked(duplicate, worst(), 0);
                } else {
                    desk.steps()
                            .step(
                                    "looked",
                                    new JobStepFacts()
                                            .with(
                                                    "next_poll_at",
                                                    desk.steps()
                                                            .now()
                                                            .plus(desk.pace().interval())));
                }
            }
            case BatchReply.Gone<BatchStatus> _ -> booked(duplicate, Usd.ZERO, 0);
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                desk.troubles().later("a look at a duplicate", reply, JobStepFacts.in(JobState.Phase.SETTLED));
        }
    }

    /// What the job may cost at most: so much is counted for a batch that does not tell whether it has ended.
    private Usd worst() {
        try (LandscapeReader reader = desk.around().readers().get()) {
            return reader.jobs().manifest(desk.around().runId(), desk.job().job()).stream()
                    .map(JobQueries.BatchItem::worst)
                    .reduce(Usd.ZERO, Usd::plus);
        }
    }

    private void count(UnrelatedBatch duplicate, BatchStatus status) throws InterruptedException, IOException {
        Usd cost = Usd.ZERO;
        long results = 0;
        int place = desk.job().duplicates().indexOf(duplicate) + 1;
        for (BatchStatus.ResultPart part : status.results()) {
            String name = "duplicate-" + place + "-" + part.kind().name().toLowerCase(Locale.ROOT) + ".jsonl";
            BatchReply<String> reply;
            try (Faults.Writing _ = desk.around().faults().writing()) {
                Path temporary = desk.files().temporary(name);
                reply = desk.service().download(status, part, temporary, desk.wire());
                if (reply instanceof BatchReply.Done<String>) {
                    desk.files().keep(DownloadScan.clean(temporary, desk), name);
                }
            }
            if (!(reply instanceof BatchReply.Done<String>)) {
                desk.troubles().later("the download of a duplicate", reply, JobStepFacts.in(JobState.Phase.SETTLED));
                return;
            }
            try (var lines = new LineReader(desk.files().file(name), LineReader.MAX_LINE_BYTES)) {
                for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                    Optional<Usd> each = line.bytes().flatMap(this::cost);
                    cost = cost.plus(each.orElse(Usd.ZERO));
                    results += each.isPresent() ? 1 : 0;
                }
            }
        }
        booked(duplicate, cost, results);
    }

    /// What an item of ours has cost there.
    private Optional<Usd> cost(byte[] line) {
        return desk.service().result(line).flatMap(result -> switch (result) {
            case ItemResult.Replied(var customId, var reply, var _) ->
                CustomId.parse(customId)
                        .filter(id -> id.submission().equals(desk.job().submission()))
                        .flatMap(_ -> desk.service().receipt(reply).cost());
            case ItemResult.NotDone _ -> Optional.empty();
        });
    }

    private void booked(UnrelatedBatch duplicate, Usd cost, long results) throws InterruptedException {
        var done = new UnrelatedBatch(
                duplicate.batchId(), duplicate.createdAt(), UnrelatedBatch.State.BOOKED, Optional.of(cost.toString()));
        var note = new JobStepFacts()
                .with("job", desk.job().job())
                .with("batch_id", duplicate.batchId())
                .with("results", results)
                .with("cost_usd", cost.toString());
        put(
                "duplicate_booked",
                done,
                List.of(new LogEntry.RunNoted("batch_duplicate", desk.steps().now(), note.map())));
        desk.around().budget().settle(Usd.ZERO, cost);
    }

    private void put(String step, UnrelatedBatch changed, List<LogEntry> notes) throws InterruptedException {
        desk.steps()
                .step(
                        step,
                        new JobStepFacts()
                                .with("fails", 0)
                                .with(
                                        "duplicates",
                                        BatchCandidates.put(desk.job().duplicates(), changed)),
                        notes);
    }
}
