package dev.rowan.engine.jobs;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.engine.jobs.JobState.Phase;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.record.LogEntry.BatchStepped;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The recorded form of batch jobs: encodes steps to `batch_job` events and decodes the facts of a job, later ones
/// over earlier ones, to its [JobState].
///
/// A job in memory is decoded from what was recorded, so that another process sees the same state. The names of steps
/// and facts are part of the landscape's format.
public final class JobCodec {
    private JobCodec() {}

    public static BatchStepped encode(long job, JobStep step, Instant at) {
        return new BatchStepped(
                job, JobStepFacts.name(step), at, JobStepFacts.of(step).map());
    }

    /// A job by its first step.
    public static BatchJob first(BatchStepped step) {
        return new BatchJob(step.job(), step.step(), step.at(), step.facts());
    }

    /// The job after one more step.
    public static BatchJob after(BatchJob job, BatchStepped step) {
        var facts = new LinkedHashMap<>(job.facts());
        facts.putAll(step.facts());
        return new BatchJob(job.job(), step.step(), step.at(), facts);
    }

    static JobState decode(BatchJob job) {
        JobFacts facts = JobFacts.of(job.facts());
        Phase phase = phase(facts, job.step());
        return new JobState(
                job.job(),
                job.step(),
                job.at(),
                phase,
                plan(facts),
                new JobState.Upload(facts.text("file"), facts.flag("cleaned"), facts.flag("deleted")),
                creation(facts, phase),
                batch(facts),
                new JobState.Retry(
                        (int) facts.number("fails"),
                        facts.time("again_at"),
                        facts.flag("queued"),
                        facts.text("why"),
                        facts.text("short")),
                new JobCancel(
                        facts.flag("cancel"),
                        facts.flag("cancel_sent"),
                        facts.time("cancelled_at"),
                        facts.nonEmpty("cancelled_by"),
                        facts.flag("released"),
                        facts.nonEmpty("cancel_refused"),
                        facts.nonEmpty("cancel_failed")),
                facts.list("duplicates", JobCodec::unrelatedBatch),
                counts(facts.nested("counts")),
                strayLines(facts.nested("anomalies")));
    }

    /// The phase that a single step moved its job to, if it did.
    public static Optional<Phase> phase(Map<String, ?> facts) {
        return JobFacts.of(facts).constant("phase", Phase.values());
    }

    /// A phase that is not known waits for an operator; a record without phases has only its last step.
    private static Phase phase(JobFacts facts, String step) {
        if (facts.has("phase")) {
            return facts.constant("phase", Phase.values()).orElse(Phase.HELD);
        }
        return switch (step) {
            case "created", "polled", "cancel_intent" -> Phase.WATCHED;
            case "requeued" -> Phase.UPLOADED;
            case "ended" -> Phase.ENDED;
            case "downloaded" -> Phase.DOWNLOADED;
            case "settled" -> Phase.SETTLED;
            case "held" -> Phase.HELD;
            default -> Phase.PLANNED;
        };
    }

    private static JobState.Plan plan(JobFacts facts) {
        return new JobState.Plan(
                facts.required("node"),
                facts.required("provider"),
                facts.required("model"),
                facts.text("account"),
                facts.required("submission"),
                facts.required("tag"),
                (int) facts.number("items"),
                facts.number("bytes"),
                facts.number("tokens"),
                facts.required("sha256"),
                (int) facts.number("priority"));
    }

    private static JobState.Creation creation(JobFacts facts, Phase phase) {
        boolean hasListings = facts.has("looks") || phase == Phase.CREATING;
        return new JobState.Creation(
                (int) facts.number("tries"),
                facts.time("first_intended_at"),
                facts.time("intended_at"),
                hasListings ? (int) facts.number("looks") : JobTransitions.LISTINGS.size(),
                facts.time("first_look_at"),
                facts.list("candidates", JobCodec::unrelatedBatch));
    }

    private static JobState.Batch batch(JobFacts facts) {
        return new JobState.Batch(
                facts.text("batch_id"),
                facts.time("created_at"),
                facts.time("expires_at"),
                facts.constant("status", BatchStatus.State.values()),
                facts.text("word"),
                Stream.of("succeeded", "failed", "unfinished").anyMatch(facts::has)
                        ? Optional.of(new BatchStatus.Counts(
                                facts.number("succeeded"), facts.number("failed"), facts.number("unfinished")))
                        : Optional.empty(),
                facts.flag("counted"),
                facts.flag("quota"),
                blamed(facts.nested("blamed")),
                Stream.of(ResultPart.Kind.values())
                        .flatMap(kind -> part(kind, facts.nested(JobResultPart.name(kind))).stream())
                        .toList(),
                (int) facts.number("polls"),
                facts.time("next_poll_at"));
    }

    static JobFacts encode(FoundBatch batch) {
        return JobFacts.empty()
                .with("batch_id", batch.batchId())
                .with("created_at", batch.createdAt())
                .with("state", batch.state())
                .with("cost_usd", batch.costUsd());
    }

    private static FoundBatch unrelatedBatch(JobFacts facts) {
        return new FoundBatch(
                facts.required("batch_id"),
                facts.time("created_at"),
                facts.constant("state", FoundBatch.State.values()).orElse(FoundBatch.State.RELEASED),
                facts.text("cost_usd"));
    }

    static JobFacts encode(JobResultPart part) {
        JobFacts facts = JobFacts.empty().with("ref", part.ref());
        part.stored()
                .ifPresent(file -> facts.with("file", file.file())
                        .with("bytes", file.bytes())
                        .with("sha256", file.sha256())
                        .with("lines", file.lines()));
        return facts;
    }

    private static Optional<JobResultPart> part(ResultPart.Kind kind, JobFacts facts) {
        return facts.map().isEmpty()
                ? Optional.empty()
                : Optional.of(new JobResultPart(
                        kind,
                        facts.required("ref"),
                        facts.text("sha256")
                                .map(sha256 -> new JobResultPart.Stored(
                                        facts.required("file"),
                                        facts.number("bytes"),
                                        sha256,
                                        facts.number("lines")))));
    }

    static JobFacts encode(StrayLines lines) {
        return JobFacts.empty()
                .with("duplicate", lines.duplicate())
                .with("unknown", lines.unknown())
                .with("malformed", lines.malformed())
                .with("examples", lines.examples());
    }

    private static StrayLines strayLines(JobFacts facts) {
        return new StrayLines(
                facts.number("duplicate"), facts.number("unknown"), facts.number("malformed"), facts.texts("examples"));
    }

    static JobFacts encode(Map<ItemEnd, Long> counts) {
        JobFacts facts = JobFacts.empty();
        Stream.of(ItemEnd.values())
                .filter(end -> end != ItemEnd.OPEN)
                .forEach(end -> facts.with(end.word(), counts.getOrDefault(end, 0L)));
        return facts;
    }

    private static Map<ItemEnd, Long> counts(JobFacts facts) {
        var counts = new EnumMap<ItemEnd, Long>(ItemEnd.class);
        for (ItemEnd end : ItemEnd.values()) {
            if (facts.has(end.word())) {
                counts.put(end, facts.number(end.word()));
            }
        }
        return counts;
    }

    static JobFacts encodeBlamed(Map<Integer, String> blamed) {
        JobFacts facts = JobFacts.empty();
        blamed.forEach((item, message) -> facts.with(Integer.toString(item), message));
        return facts;
    }

    private static Map<Integer, String> blamed(JobFacts facts) {
        var blamed = new TreeMap<Integer, String>();
        facts.map().keySet().forEach(item -> blamed.put(Integer.parseInt(item), facts.required(item)));
        return blamed;
    }
}
