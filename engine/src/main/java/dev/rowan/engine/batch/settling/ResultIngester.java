package dev.rowan.engine.batch.settling;

import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.batch.ItemAttemptEnds;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.watching.BatchFailureReasons;
import dev.rowan.engine.jobs.JobResultPart;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Turns the results of a job into the ends of its items, one each, with or without a result line.
public final class ResultIngester {
    private final JobContext context;
    private final ItemAttemptEnds ends;
    private final Set<Integer> answered = new HashSet<>();

    public ResultIngester(JobContext context) {
        this.context = context;
        this.ends = new ItemAttemptEnds(
                context.service(),
                context.batch().redaction(),
                OptionalLong.of(context.job().job()));
    }

    /// False if nothing was settled: a file differs from its record and is downloaded again, or the job is held
    /// since no item has an answer.
    public boolean run() throws InterruptedException, IOException {
        for (JobResultPart part : context.job().batch().parts()) {
            if (!isAsRecorded(part)) {
                context.steps().record(new JobStep.FileLost("a file differs from its record"));
                return false;
            }
        }
        var settlement = new JobSettlement(context);
        var lines = new ResultLines(
                context.service(),
                context.job().plan().submission(),
                settlement.manifest().size());
        for (JobResultPart part : context.job().batch().parts()) {
            lines.read(
                    context.files().file(part.stored().orElseThrow().file()),
                    part.name(),
                    (item, result) -> take(item, result, settlement));
        }
        if (lines.found() == 0 && isEverythingMissing(settlement)) {
            context.steps()
                    .hold("the provider has ended the batch and its results have no answer to any of the "
                            + settlement.manifest().size() + " requests, which may have been carried out and billed");
            return false;
        }
        rest(settlement);
        settlement.settle(Optional.of(lines.strayLines()));
        rowsAtFault(answered);
        return true;
    }

    private boolean isAsRecorded(JobResultPart part) throws IOException {
        if (part.stored().isEmpty()) {
            return false;
        }
        Path file = context.files().file(part.stored().get().file());
        return Files.isRegularFile(file)
                && Files.size(file) == part.stored().get().bytes()
                && Sha256.hex(file).equals(part.stored().get().sha256());
    }

    private void take(int number, ItemResult result, JobSettlement settlement) throws InterruptedException {
        BatchItem item = settlement.item(number);
        switch (result) {
            case ItemResult.Replied replied -> {
                WireReply.Complete reply = replied.reply();
                boolean succeeded = reply.status() / 100 == 2;
                if (succeeded) {
                    answered.add(item.key().number());
                }
                settlement.take(
                        number,
                        succeeded ? ItemEnd.SUCCEEDED : ItemEnd.ERRORED,
                        () -> ends.replied(item, replied, context.steps().now()));
            }
            case ItemResult.NotExecuted(var _, var why, var _) ->
                settlement.take(number, end(why), () -> notDone(item, why));
        }
    }

    private CallEnded notDone(BatchItem item, ItemResult.NotExecutedCause why) {
        return why == ItemResult.NotExecutedCause.CANCELLED
                        && context.job().cancel().isByPerson()
                ? ends.withdrawn(item, context.steps().now())
                : ends.notDone(item, why, context.steps().now());
    }

    private static ItemEnd end(ItemResult.NotExecutedCause why) {
        return switch (why) {
            case EXPIRED -> ItemEnd.EXPIRED;
            case CANCELLED -> ItemEnd.CANCELLED;
        };
    }

    /// Items without a line. If the batch expired or was cancelled, and every request that the provider counts
    /// as executed has its line, the others were never executed. Otherwise that is unknown.
    private void rest(JobSettlement settlement) throws InterruptedException {
        Optional<ItemResult.NotExecutedCause> why = whole();
        for (int i = 0; i < settlement.manifest().size(); i++) {
            if (!settlement.isSeen(i)) {
                BatchItem item = settlement.item(i);
                if (why.isPresent() && accountsForAll(settlement)) {
                    settlement.take(i, end(why.get()), () -> notDone(item, why.get()));
                } else {
                    settlement.take(
                            i,
                            ItemEnd.MISSING,
                            () -> ends.missing(item, context.steps().now()));
                }
            }
        }
    }

    /// Whether a completed batch has no answer at all, so that an operator decides whether to pay for it again.
    /// A job of one item is treated like any other missing item.
    private boolean isEverythingMissing(JobSettlement settlement) {
        return whole().isEmpty()
                && settlement.manifest().size() > 1
                && settlement.manifest().stream().allMatch(item -> item.end().isEmpty());
    }

    private boolean accountsForAll(JobSettlement settlement) {
        return context.job().batch().isCounted()
                && settlement.count(ItemEnd.SUCCEEDED) + settlement.count(ItemEnd.ERRORED)
                        >= context.job()
                                .batch()
                                .counts()
                                .map(BatchStatus.Counts::succeeded)
                                .orElse(0L);
    }

    private Optional<ItemResult.NotExecutedCause> whole() {
        BatchStatus.State state = context.job().batch().status().orElse(BatchStatus.State.STRANGE);
        return state == BatchStatus.State.EXPIRED
                ? Optional.of(ItemResult.NotExecutedCause.EXPIRED)
                : state == BatchStatus.State.CANCELLED
                        ? Optional.of(ItemResult.NotExecutedCause.CANCELLED)
                        : Optional.empty();
    }

    /// Ends every item the same way: the job was rejected as a whole, or cancelled before it was created.
    public void endAll(boolean cancelled) throws InterruptedException {
        var settlement = new JobSettlement(context);
        String refused = "the batch was refused: " + context.job().why().orElse("");
        Map<Integer, String> blamed = context.job().batch().blamed();
        for (int i = 0; i < settlement.manifest().size(); i++) {
            BatchItem item = settlement.item(i);
            String why = blamed.getOrDefault(i, refused);
            if (cancelled) {
                settlement.take(i, ItemEnd.CANCELLED, () -> notDone(item, ItemResult.NotExecutedCause.CANCELLED));
            } else {
                settlement.take(
                        i,
                        ItemEnd.ERRORED,
                        () -> ends.invalid(
                                item.key(), item.attempt(), why, context.steps().now()));
            }
        }
        settlement.settle(Optional.empty());
        if (!blamed.isEmpty()
                && blamed.size() < Math.min(settlement.manifest().size(), BatchFailureReasons.MAX_REASONS)) {
            rowsAtFault(settlement.manifest().stream()
                    .map(item -> item.key().number())
                    .collect(Collectors.toSet()));
        }
    }

    /// Rejections of these calls by jobs of the node do not affect every row, since others were answered or not
    /// to blame. Reported before the rows continue.
    private void rowsAtFault(Set<Integer> calls) {
        calls.forEach(
                call -> context.batch().rejections().rowsAtFault(context.node().index(), call));
    }
}
