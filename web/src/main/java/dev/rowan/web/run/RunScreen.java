package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.control.AppliedChangeList;
import dev.rowan.web.control.BackgroundRuns;
import dev.rowan.web.control.ControlPanel;
import dev.rowan.web.control.RestartPanel;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.read.RunStates;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A run, live while it works.
public final class RunScreen implements Screen {
    private static final int MOST_SAMPLES = 1_000;

    private final WebContext around;
    private final RunPageData look;
    private final Optional<BackgroundRuns> background;

    /// `background` does the work that is started from the page; without it the page only shows.
    public RunScreen(WebContext around, RunPageData look, Optional<BackgroundRuns> background) {
        this.around = around;
        this.look = look;
        this.background = background;
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}", this::page);
        router.get("/runs/{run}/head", this::head);
        router.get("/api/runs/{run}", request -> new WebReply.Json(RunFiguresJson.of(figures(request))));
        router.get("/api/runs/{run}/samples", this::samples);
    }

    private RunFigures figures(WebRequest request) throws InterruptedException {
        return around.readers().with(reader -> {
            String run = reader.runs().resolve(request.place("run"));
            RunStates states = around.states();
            return look.look(reader, request.isFragment() ? states.lately(reader, run) : states.now(reader, run));
        });
    }

    private WebReply head(WebRequest request) throws InterruptedException {
        RunFigures figures = around.readers().with(reader -> {
            var run = around.states().lately(reader, reader.runs().resolve(request.place("run")));
            return look.look(reader, run);
        });
        return new WebReply.Page(around.layout().head(tabs(figures)));
    }

    private static RunTabs tabs(RunFigures figures) {
        return new RunTabs(figures.run(), RunTabs.Tab.OVERVIEW, figures.isPaused());
    }

    /// The samples after an event, at most so many; `next` is where to go on, `more` whether there are more
    /// now.
    private WebReply samples(WebRequest request) throws InterruptedException {
        long after = request.queryNumber("after").orElse(0);
        List<Note> notes = around.readers()
                .with(reader ->
                        reader.notes().after(reader.runs().resolve(request.place("run")), after, Set.of(Sample.NOTE)));
        List<Note> given = notes.subList(0, Math.min(MOST_SAMPLES, notes.size()));
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put(
                "samples",
                given.stream()
                        .map(note -> RunFiguresJson.sample(note.event(), note.at(), note.facts()))
                        .toList());
        json.put("next", given.isEmpty() ? after : given.getLast().event());
        json.put("more", notes.size() > given.size());
        return new WebReply.Json(json);
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        RunFigures figures = figures(request);
        Html live = live(
                figures,
                figures.isRunning()
                        ? control(figures).html()
                        : restart(figures.run()).html());
        return new WebReply.Page(
                request.isFragment() ? live : around.layout().page(figures.run().name(), tabs(figures), live));
    }

    private RestartPanel restart(RunSummary run) throws InterruptedException {
        Optional<String> continuation = around.readers()
                .with(reader ->
                        reader.runs().continuations(run.runId()).stream().findFirst());
        return new RestartPanel(
                run,
                continuation,
                around.place(),
                background.isPresent(),
                background.flatMap(runs -> runs.latest(run.runId())));
    }

    /// All of the page that changes while the run works; of a run that is over it is asked for only when its
    /// head tells of a change. What can be done stands at the top.
    private Html live(RunFigures figures, Html actions) {
        var parts = new ArrayList<Part>(List.of(id("run-live")));
        parts.add(
                attr("data-live", "/runs/" + DisplayText.inAddress(figures.run().runId())));
        parts.add(attr("data-every", figures.isRunning() ? "2" : "0"));
        parts.add(ProgressCard.of(figures, around.place()));
        parts.add(actions);
        parts.add(Html.when(figures.told().moments().isEmpty(), untold(figures)));
        parts.add(div(cls("cards charts"), Html.many(cards(figures))));
        return div(parts.toArray(Part[]::new));
    }

    private static Html untold(RunFigures figures) {
        return p(
                cls("notice calm"),
                text(
                        figures.isRunning()
                                ? "The run has told no figures of itself yet; it does so about every second."
                                : "This run has told no figures of itself over time: it was recorded by an older Rowan,"
                                        + " or they were deleted. What its record counts is below."));
    }

    private static List<Html> cards(RunFigures figures) {
        var cards = new ArrayList<Html>();
        if (!figures.told().moments().isEmpty()) {
            boolean calls = figures.nodes().stream().anyMatch(NodeFigures::calls);
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
        if (!figures.told().batchMetrics().isEmpty()) {
            cards.add(BatchMetricsCard.of(figures.told().batchMetrics()));
        }
        cards.add(OutcomeCards.outcomes(figures));
        cards.add(OutcomeCards.reasons(figures));
        cards.add(OutcomeCards.sinks(figures));
        if (!figures.told().changes().isEmpty()) {
            cards.add(Cards.wide(
                    "Changes made while it worked",
                    AppliedChangeList.of(figures.told().changes())));
        }
        return cards;
    }

    private static ControlPanel control(RunFigures figures) {
        return new ControlPanel(
                figures.run().runId(),
                figures.nodes().stream()
                        .filter(NodeFigures::calls)
                        .map(one -> new ControlPanel.Target(
                                one.node().name(), one.node().poolSize()))
                        .toList(),
                figures.cap().map(DisplayText::money),
                figures.isPaused());
    }
}
