package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.NodeReport;
import dev.rowan.engine.report.RunJson;
import dev.rowan.engine.report.RunReport;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.control.AppliedChangeList;
import dev.rowan.web.control.BackgroundRuns;
import dev.rowan.web.control.ControlPanel;
import dev.rowan.web.control.RestartPanel;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.read.RunStates;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A run, live while it works.
public final class RunScreen implements Screen {
    private static final int MAX_SAMPLES = 1_000;

    private final WebContext context;
    private final RunReports reports;
    private final Optional<BackgroundRuns> background;

    /// `background` does the work that is started from the page; without it the page only shows.
    public RunScreen(WebContext context, RunReports reports, Optional<BackgroundRuns> background) {
        this.context = context;
        this.reports = reports;
        this.background = background;
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}", this::page);
        router.get("/runs/{run}/head", this::head);
        router.get("/api/runs/{run}", request -> new WebReply.Json(200, RunJson.detailed(report(request))));
        router.get("/api/runs/{run}/samples", this::samples);
    }

    private RunReport report(WebRequest request) throws InterruptedException {
        return context.readers().with(reader -> {
            String run = reader.runs().resolve(request.parameter("run"));
            RunStates states = context.states();
            return reports.read(reader, request.isFragment() ? states.lately(reader, run) : states.now(reader, run));
        });
    }

    private WebReply head(WebRequest request) throws InterruptedException {
        RunReport report = context.readers().with(reader -> {
            var run = context.states().lately(reader, reader.runs().resolve(request.parameter("run")));
            return reports.read(reader, run);
        });
        return new WebReply.Page(200, context.layout().head(tabs(report)));
    }

    private static RunTabs tabs(RunReport report) {
        return new RunTabs(report.run(), RunTabs.Tab.OVERVIEW, report.isPaused());
    }

    /// The samples after an event; continue after `next` while `more` is true.
    private WebReply samples(WebRequest request) throws InterruptedException {
        long after = request.queryNumber("after").orElse(0);
        List<Note> notes = context.readers()
                .with(reader -> reader.notes()
                        .after(reader.runs().resolve(request.parameter("run")), after, Set.of(Sample.NOTE)));
        List<Note> given = notes.subList(0, Math.min(MAX_SAMPLES, notes.size()));
        var json = JsonObject.object();
        json.put(
                "samples",
                given.stream()
                        .map(note -> JsonObject.object()
                                .put("event", note.event())
                                .put("at", note.at())
                                .put("sample", note.facts()))
                        .toList());
        json.put("next", given.isEmpty() ? after : given.getLast().event());
        json.put("more", notes.size() > given.size());
        return new WebReply.Json(200, json);
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        RunReport report = report(request);
        Html live = live(
                report,
                report.isRunning()
                        ? control(report).html()
                        : restart(report.run()).html());
        return new WebReply.Page(
                200,
                request.isFragment() ? live : context.layout().page(report.run().name(), tabs(report), live));
    }

    private RestartPanel restart(RunSummary run) throws InterruptedException {
        Optional<String> continuation = context.readers()
                .with(reader ->
                        reader.runs().continuations(run.runId()).stream().findFirst());
        return new RestartPanel(
                run,
                continuation,
                context.location(),
                background.isPresent(),
                background.flatMap(runs -> runs.latest(run.runId())));
    }

    /// The live part of the page; after the end of the run it is refreshed only when the run's header changes.
    private Html live(RunReport report, Html actions) {
        var parts = new ArrayList<Part>(List.of(id("run-live")));
        parts.add(attr("data-live", "/runs/" + Href.encode(report.run().runId())));
        parts.add(attr("data-every", report.isRunning() ? "2" : "0"));
        parts.add(ProgressCard.of(report, context.location()));
        parts.add(actions);
        parts.add(Html.when(report.history().samples().isEmpty(), withoutSamples(report)));
        parts.add(div(cls("cards charts"), Html.many(cards(report))));
        return div(parts.toArray(Part[]::new));
    }

    private static Html withoutSamples(RunReport report) {
        return p(
                cls("notice calm"),
                text(
                        report.isRunning()
                                ? "No samples recorded yet; the run records one about every second."
                                : "No samples recorded: the run was made by an older version,"
                                        + " or they were deleted. The totals are below."));
    }

    private static List<Html> cards(RunReport report) {
        var cards = new ArrayList<Html>();
        cards.add(SubtaskCard.of(report.splits()));
        if (!report.history().samples().isEmpty()) {
            boolean calls = report.nodes().stream().anyMatch(NodeReport::calls);
            cards.add(NodeCard.of(report));
            cards.add(PaceCards.throughput(report));
            cards.add(WaitCard.of(report));
            if (calls) {
                cards.add(CostCard.of(report));
                cards.add(LatencyCard.of(report));
                cards.add(LimitCard.of(report));
                cards.add(PaceCards.refused(report));
                cards.add(LimitCard.changes(report));
            }
            cards.add(OutcomeCards.problems(report));
        }
        if (!report.history().batchMetrics().isEmpty()) {
            cards.add(BatchMetricsCard.of(report.history().batchMetrics()));
        }
        cards.add(OutcomeCards.outcomes(report));
        cards.add(OutcomeCards.reasons(report));
        cards.add(OutcomeCards.sinks(report));
        if (!report.history().changes().isEmpty()) {
            cards.add(Cards.wide(
                    "Changes while running",
                    AppliedChangeList.of(report.history().changes())));
        }
        return cards;
    }

    private static ControlPanel control(RunReport report) {
        return new ControlPanel(
                report.run().runId(),
                report.nodes().stream()
                        .filter(NodeReport::calls)
                        .map(one -> new ControlPanel.Target(
                                one.node().name(), one.node().poolSize()))
                        .toList(),
                report.cap().map(Figures::dollars),
                report.isPaused());
    }
}
