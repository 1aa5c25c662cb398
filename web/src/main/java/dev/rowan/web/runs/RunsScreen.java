package dev.rowan.web.runs;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.label;
import static dev.rowan.web.html.Tags.option;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.select;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RunJson;
import dev.rowan.engine.report.RunReport;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeNotFoundException;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.record.RecordChecks;
import dev.rowan.web.run.RunReports;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.ArrayList;
import java.util.List;

/// The list of runs: filtered, sorted, live.
public final class RunsScreen implements Screen {
    private final WebContext context;
    private final RunList list;
    private final RecordChecks checks;

    public RunsScreen(WebContext context, RunReports reports, RecordChecks checks) {
        this.context = context;
        this.list = new RunList(reports, context.time());
        this.checks = checks;
    }

    @Override
    public void routes(Router router) {
        router.get("/", this::page);
        router.get("/api/runs", request -> new WebReply.Json(200, json(RunQuery.of(request))));
    }

    private List<RunReport> runs() throws InterruptedException {
        try {
            return context.readers().with(list::all);
        } catch (LandscapeNotFoundException _) {
            return List.of();
        }
    }

    private JsonObject json(RunQuery query) throws InterruptedException {
        List<RunReport> picked = query.pick(runs());
        var json = JsonObject.object();
        json.put("runs", query.onPage(picked).stream().map(this::json).toList());
        json.put("matching", picked.size());
        json.put("page", query.page());
        json.put("pages", pages(picked));
        return json;
    }

    private JsonObject json(RunReport report) {
        var json = RunJson.of(report);
        json.put("check", checks.of(report.run()).word());
        return json;
    }

    private static int pages(List<RunReport> picked) {
        return Math.max(1, (picked.size() + RunQuery.ON_A_PAGE - 1) / RunQuery.ON_A_PAGE);
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        RunQuery query = RunQuery.of(request);
        List<RunReport> all = runs();
        Html live = live(query, all);
        return new WebReply.Page(
                200,
                request.isFragment()
                        ? live
                        : context.layout()
                                .page("Runs", h1(text("Runs")), Html.when(!all.isEmpty(), filters(query)), live));
    }

    private static Html filters(RunQuery query) {
        var states = new ArrayList<Html>();
        states.add(option(attr("value", ""), text("any")));
        for (String state : RunQuery.STATES) {
            var parts = new ArrayList<Part>(List.of(attr("value", state)));
            if (query.status().filter(state::equals).isPresent()) {
                parts.add(attr("selected", "selected"));
            }
            parts.add(text(state));
            states.add(option(parts.toArray(Part[]::new)));
        }
        return form(
                cls("filters above"),
                attr("method", "get"),
                attr("action", "/"),
                attr("role", "search"),
                label(
                        text("Name or id"),
                        input(
                                attr("type", "search"),
                                attr("name", "q"),
                                attr("value", query.search().orElse("")))),
                label(text("Status"), select(attr("name", "status"), Html.many(states))),
                label(
                        text("Started since (UTC)"),
                        input(
                                attr("type", "date"),
                                attr("name", "since"),
                                attr("value", query.since().orElse("")))),
                input(
                        attr("type", "hidden"),
                        attr("name", "sort"),
                        attr("value", query.sort().word())),
                input(attr("type", "hidden"), attr("name", "dir"), attr("value", query.rising() ? "asc" : "desc")),
                button(text("Filter")),
                Html.when(query.isFiltered(), a("/", text("Clear"))));
    }

    private Html live(RunQuery query, List<RunReport> all) {
        List<RunReport> picked = query.pick(all);
        Html inside;
        if (all.isEmpty()) {
            inside = new FirstSteps(context.location()).html();
        } else if (picked.isEmpty()) {
            inside = div(cls("empty"), p(text("No matching runs. "), a("/", text("Show all runs"))));
        } else {
            inside = Html.many(
                    new RunsTable(query, checks).html(query.onPage(picked)), paging(query, picked, all.size()));
        }
        return div(id("runs"), attr("data-live", query.address()), attr("data-every", "2"), inside);
    }

    private static Html paging(RunQuery query, List<RunReport> picked, int all) {
        int pages = pages(picked);
        String counted = picked.size() == all
                ? Figures.count(all) + (all == 1 ? " run" : " runs")
                : Figures.count(picked.size()) + " of " + Figures.count(all) + " runs";
        return element(
                "nav",
                cls("row paging"),
                attr("aria-label", "Pages of the list"),
                span(cls("soft"), text(counted + (all >= RunList.MAX_RUNS ? " (the newest)" : ""))),
                Html.when(
                        pages > 1,
                        Html.many(
                                query.page() > 1
                                        ? a(
                                                query.atPage(query.page() - 1).address(),
                                                attr("rel", "prev"),
                                                text("‹ Newer"))
                                        : Html.none(),
                                span(text("Page " + query.page() + " of " + pages)),
                                query.page() < pages
                                        ? a(
                                                query.atPage(query.page() + 1).address(),
                                                attr("rel", "next"),
                                                text("Older ›"))
                                        : Html.none())));
    }
}
