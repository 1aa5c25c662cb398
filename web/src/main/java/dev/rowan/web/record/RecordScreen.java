package dev.rowan.web.record;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.run.RunReports;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.ArrayList;
import java.util.List;

/// The record of a run and its verification.
public final class RecordScreen implements Screen {
    private final WebContext context;
    private final RunReports reports;
    private final RecordChecks checks;

    /// `checks` are closed with it.
    public RecordScreen(WebContext context, RunReports reports, RecordChecks checks) {
        this.context = context;
        this.reports = reports;
        this.checks = checks;
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/record", this::page);
        router.get("/api/runs/{run}/record", request -> new WebReply.Json(200, RecordJson.of(read(request), checks)));
        router.post("/api/runs/{run}/verify", this::verify);
    }

    /// Cancels a running check.
    @Override
    public void close() {
        checks.close();
    }

    private RunRecordView read(WebRequest request) throws InterruptedException {
        return context.readers().with(reader -> {
            RunSummary run = reader.runs().summary(reader.runs().resolve(request.parameter("run")));
            return new RunRecordView(
                    run,
                    reader.runs().declared(run.runId()),
                    reader.notes().resumes(run.runId()),
                    reports.read(reader, run).history(),
                    reader.runs().head(run.runId()));
        });
    }

    private RunSummary summary(WebRequest request) throws InterruptedException {
        return context.readers()
                .with(reader -> reader.runs().summary(reader.runs().resolve(request.parameter("run"))));
    }

    private WebReply verify(WebRequest request) throws InterruptedException {
        RunSummary run = summary(request);
        checks.start(run);
        var json = JsonObject.object();
        json.put("check", checks.of(run).word());
        json.put("message", "Verifying the record; the result appears here.");
        return new WebReply.Json(202, json);
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        if (request.isFragment()) {
            return new WebReply.Page(200, check(summary(request)));
        }
        RunRecordView record = read(request);
        var main = new ArrayList<Html>();
        main.add(check(record.run()));
        main.addAll(RecordCards.of(record, context.location()));
        return new WebReply.Page(
                200,
                context.layout()
                        .page(
                                "Record of " + record.run().name(),
                                new RunTabs(record.run(), RunTabs.Tab.RECORD, false),
                                main.toArray(Html[]::new)));
    }

    /// The part that changes: what is known of the record, and the way to have it checked.
    private Html check(RunSummary run) {
        RecordCheckState check = checks.of(run);
        var parts = new ArrayList<Part>(List.of(
                id("verify"),
                cls("card"),
                attr("data-live", "/runs/" + Href.encode(run.runId()) + "/record"),
                attr("data-every", check instanceof RecordCheckState.Checking ? "1" : "2")));
        parts.add(h2(text("Integrity")));
        parts.add(div(cls("row"), CheckBadge.of(check), element("span", text(CheckBadge.label(check) + "."))));
        if (check instanceof RecordCheckState.Checked checked) {
            parts.add(CheckResult.of(checked));
        }
        parts.add(form(
                cls("row checkform"),
                attr("data-api", "/api/runs/" + Href.encode(run.runId()) + "/verify"),
                button(cls("primary"), text(check instanceof RecordCheckState.NotChecked ? "Verify" : "Verify again")),
                element("output", attr("data-keep", "1"))));
        parts.add(p(
                cls("sub"),
                text("Recomputes every hash and checks the chain, the Merkle root and the heads, then the rules"
                        + " I1 to I16. A truncated record is only detected with a head kept elsewhere: "
                        + context.location().withCommands("rowan verify --head") + ".")));
        return element("section", parts.toArray(Part[]::new));
    }
}
