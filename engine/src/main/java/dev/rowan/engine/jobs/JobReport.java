package dev.rowan.engine.jobs;

import dev.rowan.engine.batch.JobAnomalies;
import dev.rowan.engine.batch.JobCancel;
import dev.rowan.engine.batch.JobSchedule;
import dev.rowan.engine.batch.JobState;
import dev.rowan.engine.batch.JobWait;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.LandscapeReader;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A job of a run by its recorded facts: what is absent there is absent here.
public record JobReport(String runId, BatchJob recorded) {

    /// The jobs of a run, by number.
    public static List<JobReport> of(LandscapeReader reader, String runId) {
        return reader.jobs().list(runId).stream()
                .map(job -> new JobReport(runId, job))
                .toList();
    }

    public long number() {
        return recorded.job();
    }

    public JobPhase phase() {
        JobPhase phase = JobPhase.after(word("phase").orElse(recorded.step()));
        return switch (phase) {
            case RUNNING -> isTrue("cancel") ? JobPhase.CANCELLING : phase;
            case SUBMITTING -> isTrue("queued") ? JobPhase.QUEUED : phase;
            case CANCELLING, COLLECTING, HELD, QUEUED, SETTLED -> phase;
        };
    }

    /// The step of its way that it is at, as [JobState] tells it; a word that is not known there is none of
    /// ours, and the job waits for a person.
    public JobState.Phase stage() {
        String word = word("phase").orElse("planned");
        return Stream.of(JobState.Phase.values())
                .filter(phase -> phase.word().equals(word))
                .findFirst()
                .orElse(JobState.Phase.HELD);
    }

    public String node() {
        return word("node").orElse("");
    }

    public String provider() {
        return word("provider").orElse("");
    }

    public String model() {
        return word("model").orElse("");
    }

    public Optional<String> batchId() {
        return word("batch_id");
    }

    public long items() {
        return number("items").orElse(0);
    }

    /// How many items are known to have an end: by our own count where the job is settled, else by the
    /// provider's.
    public long done() {
        return phase().isOver()
                ? items()
                : number("succeeded").orElse(0) + number("failed").orElse(0);
    }

    /// Since when it is at the provider, or else since when it stands where it is.
    public Instant since() {
        return time("created_at").orElse(recorded.at());
    }

    /// When its provider is asked next: how it stands, or whether there is capacity for it by then.
    public Optional<Instant> nextPoll() {
        return switch (phase()) {
            case RUNNING, CANCELLING, QUEUED -> nextStep();
            case SUBMITTING, COLLECTING, HELD, SETTLED -> Optional.empty();
        };
    }

    /// When its next step is due: a poll, another try, a look for what a lost creation made.
    public Optional<Instant> nextStep() {
        return JobSchedule.nextStep(JobState.of(recorded));
    }

    /// What it waits for, and until when.
    public Optional<JobWait> waits() {
        return JobWait.of(JobState.of(recorded));
    }

    /// What its provider got wrong about it.
    public JobAnomalies anomalies() {
        return JobAnomalies.of(JobState.of(recorded));
    }

    /// Why its last step did not work: it is tried again at [#nextStep].
    public Optional<String> trouble() {
        JobState job = JobState.of(recorded);
        return switch (phase()) {
            case SUBMITTING, RUNNING, CANCELLING, COLLECTING ->
                job.fails() > 0 ? job.why() : new JobCancel(job).failure();
            case QUEUED -> job.fails() > 0 ? job.why() : Optional.of(withoutCapacity(job));
            case HELD, SETTLED -> Optional.empty();
        };
    }

    private static String withoutCapacity(JobState job) {
        return "the provider had no capacity for it"
                + job.why().map(why -> ": " + why).orElse("");
    }

    /// Whether there is anything left to do for it.
    public boolean isOpen() {
        return !phase().isOver() || nextStep().isPresent();
    }

    /// Whether a person cancelled it and has not asked for its rows to be submitted again.
    public boolean isWithdrawn() {
        return new JobCancel(JobState.of(recorded)).isWithdrawn();
    }

    /// Why it is held.
    public Optional<String> held() {
        return phase() == JobPhase.HELD ? word("why") : Optional.empty();
    }

    private boolean isTrue(String fact) {
        return Boolean.TRUE.equals(recorded.facts().get(fact));
    }

    public Optional<String> word(String fact) {
        return Optional.ofNullable(recorded.facts().get(fact)).map(String::valueOf);
    }

    public OptionalLong number(String fact) {
        return numberOf(recorded.facts().get(fact));
    }

    public static OptionalLong numberOf(@Nullable Object value) {
        return value instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    public Optional<Instant> time(String fact) {
        return Optional.ofNullable(recorded.facts().get(fact)).flatMap(JobReport::time);
    }

    private static Optional<Instant> time(Object value) {
        if (value instanceof Instant instant) {
            return Optional.of(instant);
        }
        try {
            return Optional.of(Instant.parse(String.valueOf(value)));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /// Facts that are a mapping of their own, such as `counts`; empty where there is none.
    public Map<?, ?> part(String fact) {
        return recorded.facts().get(fact) instanceof Map<?, ?> map ? map : Map.of();
    }
}
