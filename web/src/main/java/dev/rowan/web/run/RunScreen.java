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
        router.get("/api/runs/{run}", request -> new WebReply.Json(RunJson.detailed(figures(request))));
        router.get("/api/runs/{run}/samples", this::samples);
    }

    private RunReport figures(WebRequest request) throws InterruptedException {
        return context.readers().with(reader -> {
            String run = reader.runs().resolve(request.parameter("run"));
            RunStates states = context.states();
            return reports.read(reader, request.isFragment() ? states.lately(reader, run) : states.now(reader, run));
        });
    }

    private WebReply head(WebRequest request) throws InterruptedException {
        RunReport figures = context.readers().with(reader -> {
            var run = context.states().lately(reader, reader.runs().resolve(request.parameter("run")));
            return reports.read(reader, run);
        });
        return new WebReply.Page(context.layout().head(tabs(figures)));
    }

    private static RunTabs tabs(RunReport figures) {
        return new RunTabs(figures.run(), RunTabs.Tab.OVERVIEW, figures.isPaused());
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
        return new WebReply.Json(json);
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        RunReport figures = figures(request);
        Html live = live(
                figures,
                figures.isRunning()
                        ? control(figures).html()
                        : restart(figures.run()).html());
        return new WebReply.Page(
                request.isFragment()
                        ? live
                        : context.layout().page(figures.run().name(), tabs(figures), live));
    }

    private RestartPanel restart(RunSummary run) throws InterruptedException {
        Optional<String> continuation = context.readers()
                .with(reader ->
                        reader.runs().continuations(run.runId()).stream().findFirst());
        return new RestartPanel(
                run,
                continuation,
                context.place(),
                background.isPresent(),
                background.flatMap(runs -> runs.latest(run.runId())));
    }

    /// The live part of the page; after the end of the run it is refreshed only when the run's header changes.
    private Html live(RunReport figures, Html actions) {
        var parts = new ArrayList<Part>(List.of(id("run-live")));
        parts.add(attr("data-live", "/runs/" + Href.encode(figures.run().runId())));
        parts.add(attr("data-every", figures.isRunning() ? "2" : "0"));
        parts.add(ProgressCard.of(figures, context.place()));
        parts.add(actions);
        parts.add(Html.when(figures.history().samples().isEmpty(), untold(figures)));
        parts.add(div(cls("cards charts"), Html.many(cards(figures))));
        return div(parts.toArray(Part[]::new));
    }

    private static Html untold(RunReport figures) {
        return p(
                cls("notice calm"),
                text(
                        figures.isRunning()
                                ? "No samples recorded yet; the run records one about every second."
                                : "No samples recorded: the run was made by an older version,"
                                        + " or they were deleted. The totals are below."));
    }

    private static List<Html> cards(RunReport figures) {
        var cards = new ArrayList<Html>();
        if (!figures.history().samples().isEmpty()) {
            boolean calls = figures.nodes().stream().anyMatch(NodeReport::calls);
            cards.add(NodeCard.of(figures));
            cards.add(PaceCards.throughput(figures));
            cards.add(WaitCard.of(figures));
            if (calls) {
                cards.add(CostCard.of(figures));
                cards.add(LatencyCard.of(figures));
                cards.add(LimitCard.of(figures));
                cards.add(PaceCards.refused(figures));
                cards.add(LimitCard.changes(figures));
            }
            cards.add(OutcomeCards.problems(figures));
        }
        if (!figures.history().batchMetrics().isEmpty()) {
            cards.add(BatchMetricsCard.of(figures.history().batchMetrics()));
        }
        cards.add(OutcomeCards.outcomes(figures));
        cards.add(OutcomeCards.reasons(figures));
        cards.add(OutcomeCards.sinks(figures));
        if (!figures.history().changes().isEmpty()) {
            cards.add(Cards.wide(
                    "Changes while running",
                    AppliedChangeList.of(figures.history().changes())));
        }
        return cards;
    }

    private static ControlPanel control(RunReport figures) {
        return new ControlPanel(
                figures.run().runId(),
                figures.nodes().stream()
                        .filter(NodeReport::calls)
                        .map(one -> new ControlPanel.Target(
                                one.node().name(), one.node().poolSize()))
                        .toList(),
                figures.cap().map(Figures::dollars),
                figures.isPaused());
    }
}
