package dev.rowan.engine.progress;

import dev.rowan.engine.jobs.JobWait;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// What a run waits for: the row that finished rows wait behind, and batch jobs. `age` is the age of the figures,
/// and `clock` formats a time of day.
public record RunWaits(
        Optional<Sample.HeadRow> head,
        long waitingToLeave,
        List<JobWait> jobs,
        Duration age,
        Function<Instant, String> clock) {
    /// A blocking row is reported after so long.
    private static final Duration LONG = Duration.ofSeconds(5);

    private static final int MAX_JOBS = 3;

    public RunWaits {
        jobs = List.copyOf(jobs);
    }

    /// A sentence for each, such as `12 rows wait for earlier row 5, in back-off for 8 s`; empty if there is none.
    public List<String> sentences() {
        var sentences = new ArrayList<String>();
        head.flatMap(this::text).ifPresent(sentences::add);
        jobs.stream()
                .sorted(Comparator.comparing(JobWait::until).thenComparingLong(JobWait::job))
                .limit(MAX_JOBS)
                .map(wait -> wait.text(clock))
                .forEach(sentences::add);
        if (jobs.size() > MAX_JOBS) {
            sentences.add(String.format(Locale.ROOT, "%,d more batch jobs", jobs.size() - MAX_JOBS));
        }
        return sentences;
    }

    private Optional<String> text(Sample.HeadRow row) {
        Duration since = Duration.ofMillis(row.sinceMillis()).plus(age);
        Duration backoff = Duration.ofMillis(row.backOffMillis().orElse(0)).minus(age);
        String waiting = String.format(
                Locale.ROOT,
                waitingToLeave == 1 ? "%,d row waits for earlier row %,d" : "%,d rows wait for earlier row %,d",
                waitingToLeave,
                row.row());
        if (row.inBatch()) {
            return Optional.of(waiting + ", which awaits a batch");
        }
        if (backoff.isPositive()) {
            return Optional.of(waiting + ", in back-off for " + seconds(backoff));
        }
        return since.compareTo(LONG) >= 0
                ? Optional.of(waiting + ", in progress for " + seconds(since))
                : Optional.empty();
    }

    private static String seconds(Duration time) {
        long seconds = (time.toMillis() + 999) / 1_000;
        return seconds < 120 ? seconds + " s" : String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
    }
}
