package dev.rowan.engine.batch.planning;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.ItemAttemptEnds;
import dev.rowan.engine.batch.JobFiles;
import dev.rowan.engine.batch.submitting.RequestFile;
import dev.rowan.engine.batch.submitting.RequestFileStore;
import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.ServiceKey;
import dev.rowan.engine.jobs.JobCodec;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
import dev.rowan.landscape.record.LogEntry.CallIntended;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/// Plans a job from parked calls: writes its request file, and records the job with an intent per item in one
/// transaction. Owned by the queue's thread.
///
/// A call that the service could not accept ends immediately: as an attempt without a job, rejected as invalid
/// with the reason as its reply, at no cost.
public final class JobPlanner {
    private final BatchContext context;
    private final BatchNode node;
    private final BudgetView budget;
    private final LongFunction<String> submissions;

    public JobPlanner(BatchContext context, BatchNode node, BudgetView budget, LongFunction<String> submissions) {
        this.context = context;
        this.node = node;
        this.budget = budget;
        this.submissions = submissions;
    }

    /// The result of planning: a job if it has any calls, the calls that are left, whether they wait for
    /// budget, and the rows that can continue immediately.
    public record Planned(
            Optional<BatchJob> job, List<WaitingCall> left, Optional<WaitingCall> unpaid, List<Long> rows) {}

    private record Refused(WaitingCall call, Payload request, String why) {}

    /// A call of the job; `wireSha256` is the hash of its request as recorded, if that is another than the call's.
    private record Item(WaitingCall call, Optional<String> wireSha256) {
        static Item of(WaitingCall call, Payload request) {
            return new Item(
                    call,
                    Optional.of(request.sha256())
                            .filter(hash -> !hash.equals(call.key().requestSha256())));
        }
    }

    public Planned plan(long number, List<WaitingCall> group) throws InterruptedException, IOException {
        var files = new JobFiles(
                context.artifacts(), number, node.service().limits().provider());
        List<Long> rows = new ArrayList<>();
        List<Item> taken = new ArrayList<>();
        List<WaitingCall> left = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        Optional<WaitingCall> unpaid = Optional.empty();
        String submission = submissions.apply(number);
        RequestFile file;
        try (Faults.Writing _ = context.faults().writing();
                LandscapeReader reader = context.readers().get()) {
            List<WaitingCall> calls = new ParkedCallFilter(context.runId(), reader).of(group, rows);
            Path part = files.temporary(JobFiles.REQUESTS);
            file = new RequestFile(node.service(), submission, part);
            try (file) {
                unpaid = write(file, reader, calls, taken, left, refused);
            }
            if (taken.isEmpty()) {
                Files.deleteIfExists(part);
            } else {
                files.keep(part, JobFiles.REQUESTS);
            }
        }
        rows.addAll(end(refused));
        return new Planned(
                taken.isEmpty() ? Optional.empty() : Optional.of(record(number, submission, file, taken)),
                left,
                unpaid,
                rows);
    }

    /// Writes the calls into the job; returns the first that the budget does not cover now.
    private Optional<WaitingCall> write(
            RequestFile file,
            LandscapeReader reader,
            List<WaitingCall> calls,
            List<Item> taken,
            List<WaitingCall> left,
            List<Refused> refused)
            throws InterruptedException, IOException {
        long max = JobSizeLimits.maxBytes(node);
        List<CallKey> keys = calls.stream().map(WaitingCall::key).toList();
        for (int from = 0; from < calls.size(); ) {
            List<CallKey> page = RequestFileStore.page(reader, context.runId(), keys.subList(from, keys.size()));
            List<Payload> requests = reader.calls().parked(context.runId(), page);
            for (int i = 0; i < page.size(); i++) {
                WaitingCall call = calls.get(from + i);
                byte[] body = AttachmentStore.in(context.artifacts()).body(requests.get(i));
                byte[] line = file.line(body);
                Optional<String> why = node.service().refusal(body).or(() -> tooLarge(line.length, max));
                if (why.isPresent()) {
                    refused.add(new Refused(call, requests.get(i), why.get()));
                    continue;
                }
                boolean fits = file.bytes() + line.length <= max;
                if (!fits || !isGranted(call)) {
                    left.addAll(calls.subList(from + i, calls.size()));
                    return fits ? Optional.of(call) : Optional.empty();
                }
                file.add(line);
                taken.add(Item.of(call, requests.get(i)));
            }
            from += page.size();
        }
        return Optional.empty();
    }

    private boolean isGranted(WaitingCall call) {
        return budget.tryReserve(call.worst())
                .filter(answer -> answer == Budget.Reservation.GRANTED)
                .isPresent();
    }

    private static Optional<String> tooLarge(long bytes, long max) {
        return bytes > max
                ? Optional.of("the request is too large for a batch: it has " + bytes + " bytes, and a whole batch may"
                        + " have " + max)
                : Optional.empty();
    }

    /// Ends calls that cannot be sent; returns their rows.
    private List<Long> end(List<Refused> refused) throws InterruptedException {
        if (refused.isEmpty()) {
            return List.of();
        }
        Instant now = context.time().instant();
        var ends = new ItemAttemptEnds(node.service(), context.redaction(), OptionalLong.empty());
        List<LogEntry> together = new ArrayList<>();
        for (Refused each : refused) {
            int attempt = each.call().attempts() + 1;
            together.add(new CallIntended(
                    each.call().key(),
                    attempt,
                    now,
                    Usd.ZERO,
                    attempt == 1 ? Optional.of(each.request()) : Optional.empty(),
                    Optional.empty()));
            together.add(ends.invalid(each.call().key(), attempt, each.why(), now));
        }
        context.recorder().awaitCommitted(context.recorder().record(together));
        for (LogEntry each : together) {
            if (each instanceof LogEntry.CallEnded end) {
                context.counted().accept(end);
                context.events().publish(() -> node.event(end));
            }
        }
        return refused.stream()
                .map(each -> each.call().key().rowSeq())
                .distinct()
                .toList();
    }

    private BatchJob record(long number, String submission, RequestFile file, List<Item> taken)
            throws InterruptedException {
        context.faults().at(FaultPoint.BATCH_BEFORE_PLAN);
        Instant now = context.time().instant();
        LogEntry.BatchStepped planned =
                JobCodec.encode(number, new JobStep.Planned(planOf(submission, file, taken)), now);
        List<LogEntry> together = new ArrayList<>(taken.size() + 1);
        together.add(planned);
        for (int i = 0; i < taken.size(); i++) {
            WaitingCall call = taken.get(i).call();
            together.add(new CallIntended(
                    call.key(),
                    call.attempts() + 1,
                    now,
                    call.worst(),
                    Optional.empty(),
                    Optional.of(new BatchItemRef(number, i)),
                    taken.get(i).wireSha256()));
        }
        context.recorder().awaitCommitted(context.recorder().record(together));
        context.faults().at(FaultPoint.BATCH_PLANNED);
        return JobCodec.first(planned);
    }

    private JobState.Plan planOf(String submission, RequestFile file, List<Item> taken) {
        return new JobState.Plan(
                node.name(),
                node.service().limits().provider(),
                node.service().model(),
                Optional.of(ServiceKey.of(node.service().account()).address()),
                submission,
                "rowan-" + submission,
                taken.size(),
                file.bytes(),
                taken.stream().mapToLong(item -> item.call().tokens()).sum(),
                file.hash(),
                node.settings().priority());
    }
}
