package dev.rowan.web.jobs;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.li;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;
import static dev.rowan.web.html.Tags.ul;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobHistory;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.JobQueries.ItemCount;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.read.LandscapeLocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The live part of a job's page: its state and history.
record JobView(
        JobAudit audit,
        List<BatchStep> steps,
        Optional<JobDecisionLog.DecisionState> decision,
        boolean simulated,
        LandscapeLocation location,
        Instant now) {

    Html html() {
        JobReport job = audit.job();
        String here = "/runs/" + job.runId() + "/jobs/" + job.number();
        boolean alive = !job.phase().isOver()
                || decision.filter(JobDecisionLog.DecisionState::working).isPresent();
        var parts = new ArrayList<Part>(List.of(id("job")));
        if (alive) {
            parts.add(attr("data-live", here));
            parts.add(attr("data-every", "2"));
        }
        parts.add(Html.maybe(decision.map(JobView::decided)));
        parts.add(Html.maybe(job.held()
                .map(why -> div(
                        cls("notice bad"),
                        attr("role", "alert"),
                        element("strong", text("Held: waiting for your decision.")),
                        p(text(location.withCommands(why)))))));
        parts.add(anomalies());
        parts.add(metrics());
        parts.add(section(
                cls("card"),
                h2(text("Timeline")),
                new JobTimeline(steps, job.phase().isOver(), now).html(),
                history()));
        parts.add(counts());
        return div(parts.toArray(Part[]::new));
    }

    private static Html decided(JobDecisionLog.DecisionState state) {
        String what = "Decided at " + Figures.time(state.since()) + ": "
                + state.decision().choice().word()
                + state.decision().batchId().map(batch -> " " + batch).orElse("") + ". ";
        if (state.working()) {
            return div(
                    cls("notice live"),
                    attr("role", "status"),
                    text(what + "Resuming the run to apply it; this may take a while."));
        }
        return state.problem().isPresent()
                ? div(
                        cls("notice bad"),
                        attr("role", "alert"),
                        text(what + "Failed: " + state.problem().get()))
                : div(cls("notice good"), attr("role", "status"), text(what + "Done."));
    }

    private Html anomalies() {
        List<JobAudit.Anomaly> found = audit.anomalies(now);
        if (found.isEmpty()) {
            return Html.none();
        }
        boolean broken = found.stream().anyMatch(JobAudit.Anomaly::broken);
        return section(
                cls("notice " + (broken ? "bad" : "warn")),
                attr("role", broken ? "alert" : "note"),
                h2(text(broken ? "The counts do not add up" : "Anomalies")),
                ul(found.stream().map(anomaly -> li(text(anomaly.message()))).toArray(Part[]::new)),
                Html.when(
                        broken,
                        p(text("Verify the record: "
                                + location.command("verify " + audit.job().runId())))));
    }

    private Html metrics() {
        JobReport job = audit.job();
        var metrics = new ArrayList<Part>(List.of(cls("figures")));
        metrics.add(figure(
                "State",
                JobLabels.badge(job),
                job.state().batch().word().map(word -> "its word: " + word).orElse("")));
        metrics.add(figure("Provider", text(job.provider()), job.model()));
        metrics.add(figure("Node", text(job.node()), ""));
        metrics.add(figure("Batch", text(job.batchId().orElse("none yet")), ""));
        metrics.add(figure("Items", text(Figures.count(job.items())), provided()));
        metrics.add(figure("Cost", text(JobLabels.cost(audit)), simulated ? "SIMULATED" : ""));
        metrics.add(figure(
                job.phase().isOver() ? "Made" : "Age",
                text(JobLabels.age(job, now)),
                job.phase().isOver() ? "ago" : ""));
        job.nextPoll()
                .ifPresent(at -> metrics.add(figure("Next poll", text(JobLabels.until(at, now)), Figures.time(at))));
        if (!job.phase().isOver()) {
            job.state()
                    .batch()
                    .expiresAt()
                    .ifPresent(at -> metrics.add(figure("Expires", text(JobLabels.until(at, now)), Figures.time(at))));
        }
        return section(cls("card"), attr("aria-label", "Status"), element("dl", metrics.toArray(Part[]::new)));
    }

    /// The provider's own counts, which need not add up.
    private String provided() {
        return audit.job()
                .state()
                .batch()
                .counts()
                .map(counts -> "the provider counts " + Figures.count(counts.succeeded()) + " succeeded, "
                        + Figures.count(counts.failed()) + " failed, " + Figures.count(counts.unfinished())
                        + " unfinished")
                .orElse("");
    }

    private static Html figure(String name, Html value, String more) {
        return div(
                element("dt", text(name)),
                element("dd", value, Html.when(!more.isBlank(), element("small", text(more)))));
    }

    private Html history() {
        List<Html> lines = JobHistory.of(steps).moments().stream()
                .<Html>map(moment -> tr(
                        element("th", attr("scope", "row"), text(moment.text())),
                        td(text(Figures.time(moment.step().at()))),
                        td(text(moment.remark()), facts(moment.step()))))
                .toList();
        return div(
                cls("scroll"),
                attr("tabindex", "0"),
                table(
                        cls("grid"),
                        element("caption", cls("sr"), text("Steps of the job")),
                        element("thead", tr(head("Step"), head("At"), head("Facts"))),
                        element("tbody", Html.many(lines))));
    }

    private static Html facts(BatchStep step) {
        if (step.facts().isEmpty()) {
            return Html.none();
        }
        var facts = new ArrayList<Part>(List.of(cls("stepfacts")));
        for (Map.Entry<String, @Nullable Object> fact : step.facts().entrySet()) {
            facts.add(element("dt", text(fact.getKey())));
            facts.add(element("dd", code(text(String.valueOf(fact.getValue())))));
        }
        return element("details", element("summary", text("Facts")), element("dl", facts.toArray(Part[]::new)));
    }

    /// Recorded items by result, next to the counts stated when the job was settled.
    private Html counts() {
        JobReport job = audit.job();
        Map<ItemEnd, Long> stated = job.state().counts();
        var lines = new ArrayList<Html>();
        for (ItemEnd end : ItemEnd.values()) {
            ItemCount count = audit.counts().get(end);
            lines.add(tr(
                    element("th", attr("scope", "row"), JobLabels.badge(end)),
                    td(
                            cls("num"),
                            audit.items(end) == 0
                                    ? text("0")
                                    : a(
                                            "/runs/" + job.runId() + "/jobs/" + job.number() + "?end=" + end.word()
                                                    + "#items",
                                            text(Figures.count(audit.items(end))))),
                    td(cls("num"), text(stated.isEmpty() ? "–" : Figures.count(stated.getOrDefault(end, 0L)))),
                    td(
                            cls("num"),
                            text(
                                    count == null
                                            ? "$0"
                                            : end == ItemEnd.OPEN
                                                    ? JobLabels.worst(count.worst())
                                                    : count.cost().brief(Figures::dollars)))));
        }
        return section(
                cls("card"),
                h2(text("Items by result")),
                div(
                        cls("scroll"),
                        attr("tabindex", "0"),
                        table(
                                cls("grid"),
                                element("caption", cls("sr"), text("Items by result")),
                                element(
                                        "thead",
                                        tr(
                                                head("Result"),
                                                numHead("Recorded"),
                                                numHead("Stated when settled"),
                                                numHead("Cost"))),
                                element("tbody", Html.many(lines)))),
                p(
                        cls(audit.addsUp() ? "soft" : "held"),
                        text(JobLabels.sum(audit)
                                + (audit.addsUp() ? ": the counts add up" : ": the counts do not add up"))));
    }

    static Html head(String label) {
        return th(attr("scope", "col"), text(label));
    }

    static Html numHead(String label) {
        return th(attr("scope", "col"), cls("num"), text(label));
    }
}
