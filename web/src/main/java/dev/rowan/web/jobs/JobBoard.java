package dev.rowan.web.jobs;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.h3;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.li;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.ul;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.read.LandscapeLocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The board of a run's jobs: a column per state, a card per job, and totals.
record JobBoard(
        RunSummary run, List<JobAudit> jobs, Optional<JobState.Phase> only, LandscapeLocation location, Instant now) {
    /// Maximum cards per column.
    private static final int CARDS = 24;

    Html html() {
        String here = "/runs/" + run.runId() + "/jobs"
                + only.map(stage -> "?state=" + stage.word()).orElse("");
        if (jobs.isEmpty()) {
            return div(
                    id("jobs"),
                    attr("data-live", here),
                    attr("data-every", every()),
                    cls("empty"),
                    p(text("No batch jobs. Transforms with mode: batch or mode: auto create them.")));
        }
        return div(
                id("jobs"),
                attr("data-live", here),
                attr("data-every", every()),
                sums(),
                anomalies(),
                only.map(this::column).orElseGet(this::board));
    }

    private String every() {
        return run.status().equals(RunSummary.RUNNING) ? "2" : "10";
    }

    private Html sums() {
        long items = jobs.stream().mapToLong(audit -> audit.job().items()).sum();
        var metrics = new ArrayList<Part>(List.of(cls("figures")));
        metrics.add(figure("Jobs", Figures.count(jobs.size()), openText()));
        metrics.add(figure("Items", Figures.count(items), ""));
        for (ItemEnd end : ItemEnd.values()) {
            long count = count(end);
            if (count > 0 || end == ItemEnd.SUCCEEDED || end == ItemEnd.OPEN) {
                metrics.add(figure(capital(JobLabels.end(end)), Figures.count(count), ""));
            }
        }
        CallCost cost = jobs.stream().map(JobAudit::cost).reduce(CallCost.NONE, CallCost::plus);
        long unpriced = jobs.stream().mapToLong(JobAudit::unpriced).sum();
        Usd reserved = jobs.stream().map(JobAudit::reserved).reduce(Usd.ZERO, Usd::plus);
        metrics.add(figure(
                "Cost",
                cost.withOpen(Usd.ZERO, unpriced).brief(Figures::dollars),
                (reserved.equals(Usd.ZERO) ? "" : "and at most " + Figures.dollars(reserved) + " more")
                        + (run.simulated() ? " SIMULATED" : "")));
        metrics.add(figure("Rows waiting", Figures.count(run.awaiting()), ""));
        return section(
                cls("card"),
                attr("aria-label", "All jobs"),
                element("dl", metrics.toArray(Part[]::new)),
                p(cls("soft sumline"), text(sumText(items))));
    }

    private String sumText(long items) {
        long recorded = jobs.stream().mapToLong(JobAudit::items).sum();
        var parts = new ArrayList<String>();
        for (ItemEnd end : ItemEnd.values()) {
            if (count(end) > 0) {
                parts.add(Figures.count(count(end)) + " " + JobLabels.end(end));
            }
        }
        boolean sound = jobs.stream().allMatch(JobAudit::addsUp);
        return String.join(" + ", parts) + " = " + Figures.count(recorded)
                + (sound
                        ? ": the counts add up, per job and in total"
                        : recorded == items
                                ? ", but the counts of some jobs do not add up: see below"
                                : ", but the jobs state " + Figures.count(items) + ": see below");
    }

    private long count(ItemEnd end) {
        return jobs.stream().mapToLong(audit -> audit.items(end)).sum();
    }

    private String openText() {
        long open = jobs.stream().filter(audit -> !audit.job().phase().isOver()).count();
        return open == 0 ? "all settled" : Figures.count(open) + " not settled";
    }

    private static Html figure(String name, String value, String more) {
        return div(
                element("dt", text(name)),
                element("dd", text(value), Html.when(!more.isBlank(), element("small", text(more.strip())))));
    }

    private static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /// The anomalies of all jobs.
    private Html anomalies() {
        var lines = new ArrayList<Part>();
        boolean broken = false;
        for (JobAudit audit : jobs) {
            for (JobAudit.Anomaly anomaly : audit.anomalies(now)) {
                broken |= anomaly.broken();
                if (lines.size() < CARDS) {
                    lines.add(li(link(audit.job()), text(": " + anomaly.message())));
                }
            }
        }
        if (lines.isEmpty()) {
            return Html.none();
        }
        return section(
                cls("notice " + (broken ? "bad" : "warn")),
                attr("role", broken ? "alert" : "note"),
                h2(text(broken ? "The counts do not add up" : "Anomalies")),
                Html.when(
                        broken,
                        p(text("The record is inconsistent. Verify it: " + location.command("verify " + run.runId())))),
                ul(lines.toArray(Part[]::new)));
    }

    private Html link(JobReport job) {
        return a("/runs/" + run.runId() + "/jobs/" + job.number(), text("Job " + job.number()));
    }

    private Html.Element board() {
        var columns =
                new ArrayList<Part>(List.of(cls("board"), attr("role", "list"), attr("aria-label", "Jobs by state")));
        for (JobState.Phase stage : JobState.Phase.values()) {
            columns.add(column(stage));
        }
        return div(columns.toArray(Part[]::new));
    }

    private Html.Element column(JobState.Phase stage) {
        List<JobAudit> here = jobs.stream()
                .filter(audit -> audit.job().state().phase() == stage)
                .sorted(Comparator.comparing(
                                (JobAudit audit) -> audit.job().state().at())
                        .reversed())
                .toList();
        int shown = only.isPresent() ? here.size() : Math.min(CARDS, here.size());
        var parts = new ArrayList<Part>(List.of(
                cls("lane" + (here.isEmpty() ? " none" : "") + (only.isPresent() ? " alone" : "")),
                attr("role", "listitem"),
                h2(text(JobLabels.stage(stage)), text(" "), span(cls("soft"), text(Figures.count(here.size())))),
                p(cls("sub"), text(JobLabels.meaning(stage)))));
        here.subList(0, shown).forEach(audit -> parts.add(card(audit)));
        if (shown < here.size()) {
            parts.add(p(a(
                    "/runs/" + run.runId() + "/jobs?state=" + stage.word(),
                    text("All " + Figures.count(here.size())))));
        }
        if (only.isPresent()) {
            parts.add(p(a("/runs/" + run.runId() + "/jobs", text("Show all states"))));
        }
        return section(parts.toArray(Part[]::new));
    }

    private Html card(JobAudit audit) {
        JobReport job = audit.job();
        List<JobAudit.Anomaly> anomalies = audit.anomalies(now);
        return element(
                "article",
                cls("job" + (anomalies.stream().anyMatch(JobAudit.Anomaly::broken) ? " broken" : "")),
                h3(link(job), text(" "), JobLabels.badge(job)),
                div(cls("sub"), text(job.provider() + (job.model().isEmpty() ? "" : " · " + job.model()))),
                div(cls("sub"), text("node " + job.node())),
                bar(audit),
                div(text(JobLabels.sum(audit))),
                div(cls("soft"), text(JobLabels.cost(audit) + " · " + JobLabels.age(job, now) + " old")),
                Html.maybe(job.nextPoll().map(at -> div(cls("soft"), text("next poll " + JobLabels.until(at, now))))),
                Html.maybe(job.held().or(job::trouble).map(why -> div(cls("held"), text(location.withCommands(why))))),
                Html.when(
                        !anomalies.isEmpty(),
                        div(cls("held"), text(anomalies.size() == 1 ? "1 anomaly" : anomalies.size() + " anomalies"))));
    }

    /// Progress: by our own count once it is settled, by the provider's before.
    private static Html bar(JobAudit audit) {
        long items = Math.max(1, audit.job().items());
        long done = audit.job().phase().isOver()
                ? audit.items() - audit.items(ItemEnd.OPEN)
                : audit.job().done();
        return element(
                "progress",
                attr("max", String.valueOf(items)),
                attr("value", String.valueOf(Math.min(items, done))),
                attr("aria-label", "done of job " + audit.job().number()),
                text(Figures.percent(done / (double) items)));
    }
}
