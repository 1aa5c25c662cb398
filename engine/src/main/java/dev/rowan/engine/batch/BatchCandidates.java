package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.fault.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Batches without a tag that may be a job's: each is left alone until it has ended, and then proven or
/// released by the ids in its results. One whose results name nobody is taken for the job's own when none is
/// proven: to make another would be paid for twice, and unnamed.
final class BatchCandidates {
    private final JobContext desk;

    BatchCandidates(JobContext desk) {
        this.desk = desk;
    }

    void judge(UnrelatedBatch candidate) throws InterruptedException, IOException {
        BatchReply<BatchStatus> reply = desk.service().status(candidate.batchId(), desk.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> {
                if (status.state().isEnd()) {
                    prove(candidate, status);
                } else {
                    int polls = desk.job().polls() + 1;
                    desk.steps()
                            .step(
                                    "looked",
                                    new JobStepFacts()
                                            .with("polls", polls)
                                            .with("fails", 0)
                                            .with("next_poll_at", next(polls)));
                }
            }
            case BatchReply.Gone<BatchStatus> _ -> now(candidate.in(UnrelatedBatch.State.RELEASED));
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                desk.troubles().later("a look at a candidate", reply, new JobStepFacts());
        }
    }

    private java.time.Instant next(int polls) {
        return desk.steps().now().plus(desk.pace().after(polls, desk.chance().nextDouble()));
    }

    private void prove(UnrelatedBatch candidate, BatchStatus status) throws InterruptedException, IOException {
        UnrelatedBatch.State state =
                status.results().isEmpty() ? UnrelatedBatch.State.RELEASED : UnrelatedBatch.State.NAMELESS;
        for (BatchStatus.ResultPart part : status.results()) {
            BatchReply<String> reply;
            Optional<String> found = Optional.empty();
            try (Faults.Writing _ = desk.around().faults().writing()) {
                Path file = desk.files().temporary("candidate.jsonl");
                reply = desk.service().download(status, part, file, desk.wire());
                if (reply instanceof BatchReply.Done<String>) {
                    found = submission(file);
                }
                Files.deleteIfExists(file);
            }
            if (!(reply instanceof BatchReply.Done<String>)) {
                desk.troubles().later("the download of a candidate", reply, new JobStepFacts());
                return;
            }
            if (found.filter(desk.job().submission()::equals).isPresent()) {
                state = UnrelatedBatch.State.PROVEN;
            } else if (found.isPresent() && state != UnrelatedBatch.State.PROVEN) {
                state = UnrelatedBatch.State.RELEASED;
            }
        }
        now(candidate.in(state));
    }

    /// The submission that the first readable line belongs to.
    private Optional<String> submission(Path file) throws IOException {
        try (var lines = new LineReader(file, LineReader.MAX_LINE_BYTES)) {
            for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                Optional<String> found = line.bytes()
                        .flatMap(desk.service()::result)
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

    private void now(UnrelatedBatch judged) throws InterruptedException {
        desk.steps()
                .step(
                        "looked",
                        new JobStepFacts()
                                .with("fails", 0)
                                .with("candidates", put(desk.job().candidates(), judged)));
    }

    static List<UnrelatedBatch> put(List<UnrelatedBatch> batches, UnrelatedBatch changed) {
        return batches.stream()
                .map(each -> each.batchId().equals(changed.batchId()) ? changed : each)
                .toList();
    }

    /// Makes a proven candidate the job's own; further ones are duplicates, which have ended already.
    void adopt(UnrelatedBatch proven) throws InterruptedException {
        BatchReply<BatchStatus> reply = desk.service().status(proven.batchId(), desk.wire());
        if (!(reply instanceof BatchReply.Done<BatchStatus>(var status, var _))) {
            desk.troubles().later("the adoption", reply, new JobStepFacts());
            return;
        }
        List<UnrelatedBatch> duplicates = new ArrayList<>(desk.job().duplicates());
        desk.job().candidates().stream()
                .filter(each -> each.state() == UnrelatedBatch.State.PROVEN
                        && !each.batchId().equals(proven.batchId()))
                .map(each -> each.in(UnrelatedBatch.State.CANCELLED))
                .forEach(duplicates::add);
        desk.room().occupy();
        desk.steps()
                .step(
                        "adopted",
                        Submitter.own(desk, status)
                                .with("duplicates", duplicates)
                                .with("next_poll_at", desk.steps().now()));
    }
}
