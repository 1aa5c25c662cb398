package dev.rowan.web.runs;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.landscape.story.RunSummary;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Reply;
import dev.rowan.web.http.Request;
import dev.rowan.web.http.Router;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.Surroundings;
import dev.rowan.web.text.Shown;
import java.time.Duration;
import java.util.List;

/// The list of runs, the newest first.
public final class RunsScreen implements Screen {
    private static final int LISTED = 200;

    private final Surroundings around;

    public RunsScreen(Surroundings around) {
        this.around = around;
    }

    @Override
    public void routes(Router router) {
        router.get("/", this::page);
        router.get("/api/runs", request -> new Reply.Json(RunJson.list(runs())));
    }

    private List<RunSummary> runs() throws InterruptedException {
        return around.readers().with(reader -> reader.runs(LISTED));
    }

    private Reply page(Request request) throws InterruptedException {
        Html list = list(runs());
        return new Reply.Page(request.isFragment() ? list : around.layout().page("Runs", h1(text("Runs")), list));
    }

    private Html list(List<RunSummary> runs) {
        if (runs.isEmpty()) {
            return div(
                    id("runs"),
                    cls("empty"),
                    p(text("No run yet in this landscape. Start one: rowan run pipeline.yaml")));
        }
        return div(
                id("runs"),
                attr("data-live", "/"),
                attr("data-every", "2"),
                cls("scroll"),
                table(
                        cls("grid"),
                        element(
                                "thead",
                                tr(
                                        th(text("Run")),
                                        th(text("Status")),
                                        th(cls("num"), text("Rows")),
                                        th(cls("num"), text("Spent")),
                                        th(cls("num"), text("Took")),
                                        th(text("Started")))),
                        element("tbody", Html.many(runs.stream().map(this::line).toList()))));
    }

    private Html line(RunSummary run) {
        Duration took =
                Duration.between(run.started(), run.ended().orElse(around.time().instant()));
        return tr(
                td(a("/runs/" + run.runId(), text(run.name())), div(cls("sub"), text(run.runId()))),
                td(Badges.status(run.status()), Html.when(run.simulated(), Badges.simulated())),
                td(cls("num"), text(Shown.count(run.rowsEnded()) + " of " + Shown.count(run.rowsRead()))),
                td(cls("num"), text(Shown.money(run.calls().spent()))),
                td(cls("num"), text(Shown.span(took))),
                td(text(Shown.time(run.started()))));
    }
}
