package dev.rowan.engine.batch;

import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.batch.JobSettlement.Kind;
import dev.rowan.engine.batch.JobState.Phase;
import dev.rowan.landscape.JobQueries.BatchItem;
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

/// Turns the results of a job into the ends of its items, each once, whether it has a line or none.
final class ResultIngester {
    private final JobContext desk;
    private final ItemAttemptEnds ends;
    private final Set<Integer> answered = new HashSet<>();

    ResultIngester(JobContext desk) {
        this.desk = desk;
        this.ends = new ItemAttemptEnds(
                desk.service(),
                desk.around().redaction(),
                OptionalLong.of(desk.job().job()));
    }

    /// False when nothing was settled: a file is not there as it was recorded and is downloaded again, or the job is
    /// held since no item has an answer.
    boolean run() throws InterruptedException, IOException {
        for (JobResultPart part : desk.job().parts()) {
            if (!isAsRecorded(part)) {
                desk.steps()
                        .step(
                                "file_lost",
                                JobStepFacts.in(Phase.ENDED).with("why", "a file is not as it was recorded"));
                return false;
            }
        }
        var settlement = new JobSettlement(desk);
        var lines = new ResultLines(
                desk.service(), desk.job().submission(), settlement.manifest().size());
        for (JobResultPart part : desk.job().parts()) {
            lines.read(
                    desk.files().file(part.stored().orElseThrow().file()),
                    JobResultPart.fact(part.kind()),
                    (item, result) -> take(item, result, settlement));
        }
        if (lines.found() == 0 && isEverythingMissing(settlement)) {
            desk.steps()
                    .hold("the provider has ended the batch and its results have no answer to any of the "
                            + settlement.manifest().size() + " requests, which may have been carried out and billed");
            return false;
        }
        rest(settlement);
        settlement.settle(new JobStepFacts().with("anomalies", lines.anomalies().fact()));
        rowsAtFault(answered);
        return true;
    }

    private boolean isAsRecorded(JobResultPart part) throws IOException {
        if (part.stored().isEmpty()) {
            return false;
        }
        Path file = desk.files().file(part.stored().get().file());
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
                        succeeded ? Kind.SUCCEEDED : Kind.ERRORED,
                        () -> ends.replied(item, replied, desk.steps().now()));
            }
            case ItemResult.NotDone(var _, var why, var _) ->
                settlement.take(number, kind(why), () -> notDone(item, why));
        }
    }

    private CallEnded notDone(BatchItem item, ItemResult.Why why) {
        return why == ItemResult.Why.CANCELLED && new JobCancel(desk.job()).isByPerson()
                ? ends.withdrawn(item, desk.steps().now())
                : ends.notDone(item, why, desk.steps().now());
    }

    private static Kind kind(ItemResult.Why why) {
        return switch (why) {
            case EXPIRED -> Kind.EXPIRED;
            case CANCELLED -> Kind.CANCELLED;
        };
    }

    /// Items without a line. Where the batch has expired or was cancelled, and every request that the
    /// provider says it carried out has its line, these were never carried out. Else nobody knows.
    private void rest(JobSettlement settlement) throws InterruptedException {
        Optional<ItemResult.Why> why = whole();
        for (int i = 0; i < settlement.manifest().size(); i++) {
            if (!settlement.isSeen(i)) {
                BatchItem item = settlement.item(i);
                if (why.isPresent() && accountsForAll(settlement)) {
                    settlement.take(i, kind(why.get()), () -> notDone(item, why.get()));
                } else {
                    settlement.take(
                            i,
                            Kind.MISSING,
                            () -> ends.missing(item, desk.steps().now()));
                }
            }
        }
    }

    /// Whether a batch that ran to its end has no answer at all, so that a person decides whether all of it is paid
    /// for again. A job of one item has a missing item like any other job.
    private boolean isEverythingMissing(JobSettlement settlement) {
        return whole().isEmpty()
                && settlement.manifest().size() > 1
                && settlement.manifest().stream().allMatch(item -> item.end().isEmpty());
    }

    private boolean accountsForAll(JobSettlement settlement) {
        return desk.job().isCounted()
                && settlement.count(Kind.SUCCEEDED) + settlement.count(Kind.ERRORED)
                        >= desk.job().succeeded();
    }

    private Optional<ItemResult.Why> whole() {
        BatchStatus.State state = desk.job().status().orElse(BatchStatus.State.STRANGE);
        return state == BatchStatus.State.EXPIRED
                ? Optional.of(ItemResult.Why.EXPIRED)
                : state == BatchStatus.State.CANCELLED ? Optional.of(ItemResult.Why.CANCELLED) : Optional.empty();
    }

    /// Ends every item alike: the job was refused as a whole, or cancelled before it was created.
    void endAll(boolean cancelled) throws InterruptedException {
        var settlement = new JobSettlement(desk);
        String refused = "the batch was refused: " + desk.job().why().orElse("");
        Map<?, ?> blamed = desk.job().facts().get("blamed") instanceof Map<?, ?> map ? map : Map.of();
        for (int i = 0; i < settlement.manifest().size(); i++) {
            BatchItem item = settlement.item(i);
            String why = blamed.get(Integer.toString(i)) instanceof String message ? message : refused;
            if (cancelled) {
                settlement.take(i, Kind.CANCELLED, () -> notDone(item, ItemResult.Why.CANCELLED));
            } else {
                settlement.take(
                        i,
                        Kind.ERRORED,
                        () -> ends.invalid(
                                item.key(), item.attempt(), why, desk.steps().now()));
            }
        }
        settlement.settle(new JobStepFacts().with("looks", JobTransitions.LOOKS.size()));
        if (!blamed.isEmpty()
                && blamed.size() < Math.min(settlement.manifest().size(), BatchFailureReasons.MAX_REASONS)) {
            rowsAtFault(settlement.manifest().stream()
                    .map(item -> item.key().number())
                    .collect(Collectors.toSet()));
        }
    }

    /// What jobs of the node reject of these calls is no mistake that affects every row, since others of them were
    /// answered or were not to blame. Told before the rows go on.
    private void rowsAtFault(Set<Integer> calls) {
        calls.forEach(call -> desk.around().rejections().rowsAtFault(desk.node().index(), call));
    }
}
