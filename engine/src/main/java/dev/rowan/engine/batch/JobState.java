package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.landscape.JobQueries.BatchJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A job of a batch service by the facts of its steps so far, later ones over earlier ones. A value: each
/// step makes a new one.
///
/// A step that moves the job says so in the fact `phase`, so that the fold needs the facts alone and not the
/// order of the steps.
public final class JobState {
    private final long job;
    private final String step;
    private final Instant at;
    private final Map<String, @Nullable Object> facts;

    /// How far a job has come.
    public enum Phase {
        /// Recorded, with its request file.
        PLANNED,
        /// An upload has begun.
        UPLOADING,
        /// To be created, for the first time or again.
        UPLOADED,
        /// A creation has begun and nobody knows what came of it.
        CREATING,
        /// With the provider.
        WATCHED,
        /// The provider has ended it.
        ENDED,
        /// All that came of it is in files here, with their hashes on record.
        DOWNLOADED,
        SETTLED,
        /// Waits for a person.
        HELD;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Phase of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    private JobState(long job, String step, Instant at, Map<String, @Nullable Object> facts) {
        this.job = job;
        this.step = step;
        this.at = at;
        this.facts = facts;
    }

    public static JobState of(BatchJob job) {
        return of(job.job(), job.step(), job.at(), job.facts());
    }

    static JobState of(long job, String step, Instant at, Map<String, @Nullable Object> facts) {
        return new JobState(job, step, at, Collections.unmodifiableMap(new LinkedHashMap<>(facts)));
    }

    /// The job after one more step.
    JobState then(String next, Instant when, Map<String, @Nullable Object> more) {
        var all = new LinkedHashMap<>(facts);
        all.putAll(more);
        return new JobState(job, next, when, Collections.unmodifiableMap(all));
    }

    public long job() {
        return job;
    }

    public String step() {
        return step;
    }

    public Instant at() {
        return at;
    }

    public Phase phase() {
        return text("phase").map(Phase::of).orElse(Phase.PLANNED);
    }

    public String node() {
        return text("node").orElse("");
    }

    public String provider() {
        return text("provider").orElse("");
    }

    public String submission() {
        return text("submission").orElse("");
    }

    public String tag() {
        return text("tag").orElse("");
    }

    public int items() {
        return (int) number("items");
    }

    public long bytes() {
        return number("bytes");
    }

    public long tokens() {
        return number("tokens");
    }

    public int priority() {
        return (int) number("priority");
    }

    public String sha256() {
        return text("sha256").orElse("");
    }

    /// The provider's name for the uploaded requests.
    public Optional<String> file() {
        return text("file");
    }

    /// How often a creation was begun.
    public int tries() {
        return (int) number("tries");
    }

    /// How many steps in a row did not work.
    public int fails() {
        return (int) number("fails");
    }

    public Optional<Instant> intendedAt() {
        return time("intended_at");
    }

    public Optional<Instant> firstIntendedAt() {
        return time("first_intended_at");
    }

    public Optional<String> batchId() {
        return text("batch_id");
    }

    public Optional<Instant> createdAt() {
        return time("created_at");
    }

    public Optional<Instant> expiresAt() {
        return time("expires_at");
    }

    public Optional<BatchStatus.State> status() {
        return text("status").map(word -> BatchStatus.State.valueOf(word.toUpperCase(Locale.ROOT)));
    }

    /// The provider's own word for its state.
    public Optional<String> word() {
        return text("word");
    }

    public long succeeded() {
        return number("succeeded");
    }

    public long failed() {
        return number("failed");
    }

    /// Whether the provider told, when it had ended, how many of the requests it carried out.
    public boolean isCounted() {
        return isTrue("counted");
    }

    public int polls() {
        return (int) number("polls");
    }

    public Optional<Instant> nextPollAt() {
        return time("next_poll_at");
    }

    /// When a step that did not work, or has no room, is tried again.
    public Optional<Instant> againAt() {
        return time("again_at");
    }

    /// Whether it waits for room at the provider.
    public boolean isQueued() {
        return isTrue("queued");
    }

    public boolean isQuota() {
        return isTrue("quota");
    }

    /// How often the provider's batches were looked through since the last creation.
    public int looks() {
        return (int) number("looks");
    }

    public Optional<Instant> firstLookAt() {
        return time("first_look_at");
    }

    public boolean isCancelled() {
        return isTrue("cancel");
    }

    public boolean isCancelSent() {
        return isTrue("cancel_sent");
    }

    public Optional<Instant> cancelledAt() {
        return time("cancelled_at");
    }

    public boolean isCleaned() {
        return isTrue("cleaned");
    }

    public Optional<String> why() {
        return text("why");
    }

    /// Batches that a lost creation may have made.
    public List<UnrelatedBatch> candidates() {
        return others("candidates");
    }

    /// Further batches: those that a lost creation has made, and those it had before it was made again.
    public List<UnrelatedBatch> duplicates() {
        return others("duplicates");
    }

    /// What there is to download, and where it is once it was.
    public List<JobResultPart> parts() {
        var parts = new ArrayList<JobResultPart>();
        for (ResultPart.Kind kind : ResultPart.Kind.values()) {
            if (facts.get(JobResultPart.fact(kind)) instanceof Map<?, ?> part && !part.isEmpty()) {
                parts.add(JobResultPart.of(kind, part));
            }
        }
        return parts;
    }

    /// How many items came to what, once the job is settled.
    public Map<String, Long> counts() {
        var counts = new LinkedHashMap<String, Long>();
        if (facts.get("counts") instanceof Map<?, ?> given) {
            given.forEach((word, count) -> {
                if (count instanceof Number number) {
                    counts.put(String.valueOf(word), number.longValue());
                }
            });
        }
        return counts;
    }

    public Map<String, @Nullable Object> facts() {
        return facts;
    }

    private List<UnrelatedBatch> others(String fact) {
        return facts.get(fact) instanceof List<?> list
                ? list.stream().map(each -> UnrelatedBatch.of((Map<?, ?>) each)).toList()
                : List.of();
    }

    private Optional<String> text(String fact) {
        return facts.get(fact) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private Optional<Instant> time(String fact) {
        return text(fact).map(Instant::parse);
    }

    private long number(String fact) {
        return facts.get(fact) instanceof Number number ? number.longValue() : 0;
    }

    private boolean isTrue(String fact) {
        return Boolean.TRUE.equals(facts.get(fact));
    }
}
