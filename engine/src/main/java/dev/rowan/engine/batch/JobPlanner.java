package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchTerms;
import dev.rowan.api.call.Payload;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.ServiceKey;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.Entry;
import dev.rowan.landscape.record.Entry.BatchPlace;
import dev.rowan.landscape.record.Entry.CallIntended;
import dev.rowan.landscape.record.Entry.CallKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/// Makes a job of parked calls: writes its request file, and records the job with an intent for each item in
/// one transaction. Owned by the lane's thread.
///
/// A call that the service could not take is ended at once instead: an attempt without a job, refused as
/// invalid with the reason as its reply, which costs nothing.
final class JobPlanner {
    private final BatchSurroundings around;
    private final BatchNode node;
    private final Purse purse;
    private final LongFunction<String> submissions;

    JobPlanner(BatchSurroundings around, BatchNode node, Purse purse, LongFunction<String> submissions) {
        this.around = around;
        this.node = node;
        this.purse = purse;
        this.submissions = submissions;
    }

    /// What came of planning: a job if anything went into one, the calls that are left, whether they wait for
    /// money, and the rows that can go on at once.
    record Planned(Optional<JobFold> job, List<Waiting> left, Optional<Waiting> unpaid, List<Long> rows) {}

    private record Refused(Waiting call, Payload request, String why) {}

    Planned plan(long number, List<Waiting> group) throws InterruptedException, IOException {
        var files =
                new JobFiles(around.artifacts(), number, node.service().terms().provider());
        List<Long> rows = new ArrayList<>();
        List<Waiting> taken = new ArrayList<>();
        List<Waiting> left = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        Optional<Waiting> unpaid = Optional.empty();
        String submission = submissions.apply(number);
        RequestFile file;
        try (Faults.Writing _ = around.faults().writing();
                LandscapeReader reader = around.readers().get()) {
            List<Waiting> calls = new StillWaiting(around.runId(), reader).of(group, rows);
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

    /// Writes what goes into the job; gives the first call that there is no money for now.
    private Optional<Waiting> write(
            RequestFile file,
            LandscapeReader reader,
            List<Waiting> calls,
            List<Waiting> taken,
            List<Waiting> left,
            List<Refused> refused)
            throws InterruptedException, IOException {
        long most = Lanes.maxBytes(node);
        List<CallKey> keys = calls.stream().map(Waiting::key).toList();
        for (int from = 0; from < calls.size(); ) {
            List<CallKey> page = Requests.page(reader, around.runId(), keys.subList(from, keys.size()));
            List<Payload> requests = reader.parked(around.runId(), page);
            for (int i = 0; i < page.size(); i++) {
                Waiting call = calls.get(from + i);
                byte[] body = RequestFile.body(requests.get(i));
                byte[] line = file.line(body);
                Optional<String> why = node.service().refusal(body).or(() -> tooLarge(line.length, most));
                if (why.isPresent()) {
                    refused.add(new Refused(call, requests.get(i), why.get()));
                    continue;
                }
                boolean fits = file.bytes() + line.length <= most;
                if (!fits || !isGranted(call)) {
                    left.addAll(calls.subList(from + i, calls.size()));
                    return fits ? Optional.of(call) : Optional.empty();
                }
                file.add(line);
                taken.add(call);
            }
            from += page.size();
        }
        return Optional.empty();
    }

    private boolean isGranted(Waiting call) {
        return purse.tryReserve(call.worst())
                .filter(leave -> leave == Budget.Leave.GRANTED)
                .isPresent();
    }

    private static Optional<String> tooLarge(long bytes, long most) {
        return bytes > most
                ? Optional.of("the request is too large for a batch: it has " + bytes + " bytes, and a whole batch may"
                        + " have " + most)
                : Optional.empty();
    }

    /// Ends calls that cannot be sent, and gives their rows.
    private List<Long> end(List<Refused> refused) throws InterruptedException {
        if (refused.isEmpty()) {
            return List.of();
        }
        Instant now = around.time().instant();
        var ends = new ItemEnds(node.service(), around.redaction(), OptionalLong.empty());
        List<Entry> together = new ArrayList<>();
        for (Refused each : refused) {
            int attempt = each.call().attempts() + 1;
            together.add(new CallIntended(
                    each.call().key(),
                    attempt,
                    now,
                    dev.rowan.api.call.Usd.ZERO,
                    attempt == 1 ? Optional.of(each.request()) : Optional.empty()));
            together.add(ends.invalid(each.call().key(), attempt, each.why(), now));
        }
        around.recorder().awaitCommitted(around.recorder().record(together));
        for (Entry each : together) {
            if (each instanceof Entry.CallEnded end) {
                around.counted().accept(end);
                around.telling().tell(() -> node.seen(end));
            }
        }
        return refused.stream()
                .map(each -> each.call().key().rowSeq())
                .distinct()
                .toList();
    }

    private JobFold record(long number, String submission, RequestFile file, List<Waiting> taken)
            throws InterruptedException {
        around.faults().at(FaultPoint.BATCH_BEFORE_PLAN);
        Instant now = around.time().instant();
        Facts facts = facts(submission, file, taken);
        List<Entry> together = new ArrayList<>(taken.size() + 1);
        together.add(new Entry.BatchStepped(number, "planned", now, facts.map()));
        for (int i = 0; i < taken.size(); i++) {
            Waiting call = taken.get(i);
            together.add(new CallIntended(
                    call.key(),
                    call.attempts() + 1,
                    now,
                    call.worst(),
                    Optional.empty(),
                    Optional.of(new BatchPlace(number, i))));
        }
        around.recorder().awaitCommitted(around.recorder().record(together));
        around.faults().at(FaultPoint.BATCH_PLANNED);
        return JobFold.of(number, "planned", now, facts.map());
    }

    private Facts facts(String submission, RequestFile file, List<Waiting> taken) {
        BatchTerms terms = node.service().terms();
        return Facts.in(JobFold.Phase.PLANNED)
                .with("node", node.name())
                .with("provider", terms.provider())
                .with("model", node.service().model())
                .with("account", ServiceKey.of(node.service().account()).address())
                .with("submission", submission)
                .with("tag", "rowan-" + submission)
                .with("items", taken.size())
                .with("bytes", file.bytes())
                .with("tokens", taken.stream().mapToLong(Waiting::tokens).sum())
                .with("sha256", file.hash())
                .with("priority", node.settings().priority())
                .with("tries", 0)
                .with("looks", JobPlan.LOOKS.size());
    }
}
