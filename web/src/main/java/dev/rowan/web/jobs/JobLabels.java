package dev.rowan.web.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Labels of job pages.
final class JobLabels {
    private JobLabels() {}

    /// The name of a state.
    static String stage(JobState.Phase stage) {
        return switch (stage) {
            case PLANNED -> "Planned";
            case UPLOADING -> "Uploading";
            case UPLOADED -> "Uploaded";
            case CREATING -> "Uploading";
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
            case PLANNED -> "request file written";
            case UPLOADING -> "requests are being uploaded";
            case UPLOADED -> "uploaded, to be created";
            case CREATING -> "create request sent, no reply yet";
            case WATCHED -> "in progress at the provider";
            case ENDED -> "ended at the provider";
            case DOWNLOADED -> "results downloaded";
            case SETTLED -> "every item has a result";
            case HELD -> "waiting for your decision";
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
                .map(end -> Figures.count(audit.items(end)) + " " + end(end))
                .collect(Collectors.joining(" + "));
        long items = audit.job().items();
        return Figures.count(items)
                + (items == 1 ? " item" : " items")
                + (items == audit.items() ? " = " : " ≠ ")
                + (parts.isEmpty() ? "0" : parts);
    }

    /// `$1.20`, `at most $2.40` while some may cost more, or `unknown`.
    static String cost(JobAudit audit) {
        return audit.atMost().brief(Figures::dollars);
    }

    /// The worst case of an open item.
    static String worst(Usd worst) {
        return worst.equals(Usd.ZERO) ? "unknown" : "at most " + Figures.dollars(worst);
    }

    static String age(JobReport job, Instant now) {
        return Figures.duration(positive(Duration.between(job.since(), now)));
    }

    /// `in 48 s`, or `due`.
    static String until(Instant at, Instant now) {
        return at.isAfter(now) ? "in " + Figures.duration(Duration.between(now, at)) : "due";
    }

    static Duration positive(Duration span) {
        return span.isNegative() ? Duration.ZERO : span;
    }
}
