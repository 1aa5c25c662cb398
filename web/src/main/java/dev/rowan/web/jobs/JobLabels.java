package dev.rowan.web.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.JobState;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.text.DisplayText;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How jobs are called on these pages.
final class JobLabels {
    private JobLabels() {}

    /// The name of a state.
    static String stage(JobState.Phase stage) {
        return switch (stage) {
            case PLANNED -> "Planned";
            case UPLOADING -> "Uploading";
            case UPLOADED -> "Uploaded";
            case CREATING -> "Being sent";
            case WATCHED -> "Watching";
            case ENDED -> "Ended";
            case DOWNLOADED -> "Downloaded";
            case SETTLED -> "Settled";
            case HELD -> "Held";
        };
    }

    /// What a state means.
    static String meaning(JobState.Phase stage) {
        return switch (stage) {
            case PLANNED -> "recorded, with its request file";
            case UPLOADING -> "its requests are on their way";
            case UPLOADED -> "waits for room, then it is created";
            case CREATING -> "created, and no reply yet";
            case WATCHED -> "with the provider";
            case ENDED -> "the provider has ended it";
            case DOWNLOADED -> "its results are here";
            case SETTLED -> "every item has its end";
            case HELD -> "waits for a person";
        };
    }

    static Html badge(JobReport job) {
        String kind = switch (job.phase()) {
            case SETTLED -> "good";
            case HELD -> "bad";
            case CANCELLING, QUEUED -> "warn";
            case RUNNING -> "live";
            case SUBMITTING, COLLECTING -> "calm";
        };
        return Badges.badge(kind, job.phase().word());
    }

    static String end(ItemEnd end) {
        return switch (end) {
            case OPEN -> "open";
            case SUCCEEDED -> "answered";
            case ERRORED -> "failed";
            case EXPIRED -> "expired";
            case CANCELLED -> "cancelled";
            case MISSING -> "missing";
        };
    }

    static Html badge(ItemEnd end) {
        String kind = switch (end) {
            case OPEN -> "calm";
            case SUCCEEDED -> "good";
            case ERRORED, MISSING -> "bad";
            case EXPIRED, CANCELLED -> "warn";
        };
        return Badges.badge(kind, end(end));
    }

    /// `500 items = 480 answered + 12 failed + 8 expired`
    static String sum(JobAudit audit) {
        String parts = Stream.of(ItemEnd.values())
                .filter(end -> audit.items(end) > 0)
                .map(end -> DisplayText.count(audit.items(end)) + " " + end(end))
                .collect(Collectors.joining(" + "));
        long items = audit.job().items();
        return DisplayText.count(items)
                + (items == 1 ? " item" : " items")
                + (items == audit.items() ? " = " : " ≠ ")
                + (parts.isEmpty() ? "0" : parts);
    }

    /// `$1.20`, `at most $2.40` while some may cost more, or `unknown`.
    static String cost(JobAudit audit) {
        return audit.atMost().brief(DisplayText::money);
    }

    /// What an item without an end may cost.
    static String worst(Usd worst) {
        return worst.equals(Usd.ZERO) ? "unknown" : "at most " + DisplayText.money(worst);
    }

    static String age(JobReport job, Instant now) {
        return DisplayText.span(positive(Duration.between(job.since(), now)));
    }

    /// `in 48 s`, or `due`.
    static String until(Instant at, Instant now) {
        return at.isAfter(now) ? "in " + DisplayText.span(Duration.between(now, at)) : "due";
    }

    static Duration positive(Duration span) {
        return span.isNegative() ? Duration.ZERO : span;
    }
}
