package dev.rowan.web.compare;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.label;
import static dev.rowan.web.html.Tags.option;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.select;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.change.LineDiff;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.compare.RowChange.Kind;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.run.RunReports;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Two runs side by side.
public final class CompareScreen implements Screen {
    private static final int LISTED = 200;
    private static final int PAGE = 20;

    private final WebContext context;
    private final RunReports reports;
    private final Comparisons comparisons;

    public CompareScreen(WebContext context, RunReports reports) {
        this.context = context;
        this.reports = reports;
        this.comparisons = new Comparisons(context.readers());
    }

    /// The runs that are compared.
    private record Pair(RunSummary a, RunSummary b) {}

    /// A page of changes.
    private record Found(
            Comparisons.ComparisonState state, List<ChangedRow> rows, Optional<Kind> kind, int from, boolean more) {}

    @Override
    public void routes(Router router) {
        router.get("/compare", this::page);
        router.get("/api/compare", request -> {
            Found found = found(pair(request.query("a"), request.query("b")), request);
            return context.readers()
                    .with(reader -> new WebReply.Json(
                            200,
                            CompareJson.of(
                                    found.state(), found.rows(), found.more(), run -> reports.brief(reader, run))));
        });
        router.post("/api/compare/cancel", request -> {
            Pair pair = posted(request);
            boolean stopped = comparisons.cancel(pair.a(), pair.b());
            return notice(stopped ? "Stopped." : "It had already ended.", pair);
        });
        router.post("/api/compare/again", request -> {
            Pair pair = posted(request);
            comparisons.of(pair.a(), pair.b(), true);
            return notice("Started.", pair);
        });
    }

    private static WebReply notice(String message, Pair pair) {
        return new WebReply.Json(
                200,
                Map.of(
                        "message",
                        message,
                        "location",
                        "/compare?a=" + pair.a().runId() + "&b=" + pair.b().runId()));
    }

    private Pair posted(WebRequest request) throws InterruptedException {
        var fields = request.fields();
        return pair(
                Optional.ofNullable(fields.get("a")).map(String::valueOf),
                Optional.ofNullable(fields.get("b")).map(String::valueOf));
    }

    private Pair pair(Optional<String> a, Optional<String> b) throws InterruptedException {
        if (a.isEmpty() || b.isEmpty()) {
            throw new WebRequestException(400, "two runs are required: ?a=RUN&b=RUN");
        }
        return context.readers()
                .with(reader -> new Pair(
                        reader.runs().summary(reader.runs().resolve(a.get())),
                        reader.runs().summary(reader.runs().resolve(b.get()))));
    }

    private Found found(Pair pair, WebRequest request) throws InterruptedException {
        Optional<Kind> kind = request.query("kind")
                .map(word -> Kind.of(word)
                        .orElseThrow(() -> new WebRequestException(400, "unknown kind of change '" + word + "'")));
        int from = Math.clamp(request.queryNumber("from").orElse(0), 0, Integer.MAX_VALUE);
        Comparisons.ComparisonState state = comparisons.of(pair.a(), pair.b(), false);
        List<RowChangeList.IndexedChange> placed = state.comparison().changes().from(from, kind, PAGE + 1);
        boolean more = placed.size() > PAGE;
        List<ChangedRow> rows = context.readers()
                .with(reader -> placed.stream()
                        .limit(PAGE)
                        .map(one -> ChangedRow.of(one, pair.a(), pair.b(), reader))
                        .toList());
        return new Found(state, rows, kind, from, more);
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        List<RunSummary> runs = context.readers().with(reader -> reader.runs().newest(LISTED));
        if (request.query("a").isEmpty() || request.query("b").isEmpty()) {
            return new WebReply.Page(
                    200,
                    context.layout()
                            .page(
                                    "Compare",
                                    h1(text("Compare two runs")),
                                    runs.isEmpty()
                                            ? p(cls("empty"), text("No runs yet."))
                                            : choose(runs, request.query("a"), request.query("b"))));
        }
        Pair pair = pair(request.query("a"), request.query("b"));
        Found found = found(pair, request);
        Html totals =
                new TotalsView(pair.a(), pair.b(), found.state().comparison().progress()).html();
        Html compared =
                new ChangesView(found.state(), found.rows(), found.kind(), found.from(), found.more()).under(totals);
        if (request.isFragment()) {
            return new WebReply.Page(200, compared);
        }
        return new WebReply.Page(
                200,
                context.layout()
                        .page(
                                "Compare",
                                h1(text("Compare two runs")),
                                choose(
                                        runs,
                                        Optional.of(pair.a().runId()),
                                        Optional.of(pair.b().runId())),
                                Html.when(
                                        !pair.a().name().equals(pair.b().name()),
                                        div(
                                                cls("notice warn"),
                                                text("Different pipelines: "
                                                        + pair.a().name() + " and "
                                                        + pair.b().name() + "."))),
                                compared,
                                configuration(pair)));
    }

    private static Html choose(List<RunSummary> runs, Optional<String> a, Optional<String> b) {
        return form(
                attr("method", "get"),
                attr("action", "/compare"),
                cls("filters"),
                chooser("a", "Run A", runs, a, Math.min(1, runs.size() - 1)),
                chooser("b", "Run B", runs, b, 0),
                button(cls("primary"), text("Compare")));
    }

    /// A select of runs; a selected run that is too old for the list is included.
    private static Html chooser(String name, String label, List<RunSummary> runs, Optional<String> chosen, int usual) {
        var options = new ArrayList<Part>(List.of(attr("name", name)));
        if (chosen.isPresent() && runs.stream().noneMatch(run -> run.runId().equals(chosen.get()))) {
            options.add(option(attr("value", chosen.get()), attr("selected", "selected"), text(chosen.get())));
        }
        for (int i = 0; i < runs.size(); i++) {
            RunSummary run = runs.get(i);
            String shown = run.name() + " · " + run.runId() + " · " + run.status() + " · "
                    + Figures.count(run.rowsRead()) + " rows";
            boolean here = chosen.map(run.runId()::equals).orElse(i == usual);
            options.add(
                    here
                            ? option(attr("value", run.runId()), attr("selected", "selected"), text(shown))
                            : option(attr("value", run.runId()), text(shown)));
        }
        return label(text(label), select(options.toArray(Part[]::new)));
    }

    private Html configuration(Pair pair) throws InterruptedException {
        List<LineDiff.Line> lines = context.readers()
                .with(reader -> LineDiff.all(
                        reader.runs()
                                .declared(pair.a().runId())
                                .configuration()
                                .lines()
                                .toList(),
                        reader.runs()
                                .declared(pair.b().runId())
                                .configuration()
                                .lines()
                                .toList()));
        long changed =
                lines.stream().filter(line -> line.side() != LineDiff.Side.BOTH).count();
        if (changed == 0) {
            return section(
                    cls("card"),
                    h2(text("Configuration")),
                    p(text(lines.isEmpty() ? "Not recorded, or deleted." : "Identical in both runs.")));
        }
        List<Html> shown = lines.stream().<Html>map(CompareScreen::line).toList();
        return section(
                cls("card"),
                h2(text("Configuration")),
                p(cls("soft"), text(Figures.count(changed) + " lines differ: − only in A, + only in B.")),
                pre(
                        cls("lines"),
                        attr("tabindex", "0"),
                        attr("aria-label", "Configuration, line by line"),
                        Html.many(shown)));
    }

    private static Html line(LineDiff.Line line) {
        return switch (line.side()) {
            case BEFORE -> element("del", text(line + "\n"));
            case AFTER -> element("ins", text(line + "\n"));
            case BOTH -> span(text(line + "\n"));
        };
    }

    @Override
    public void close() {
        comparisons.close();
    }
}
