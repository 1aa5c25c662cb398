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

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.run.RunPageData;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the record says of a run, and whether it can be believed.
public final class RecordScreen implements Screen {
    private final WebContext around;
    private final RunPageData look;
    private final RecordChecks checks;

    /// `checks` are closed with it.
    public RecordScreen(WebContext around, RunPageData look, RecordChecks checks) {
        this.around = around;
        this.look = look;
        this.checks = checks;
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/record", this::page);
        router.get("/api/runs/{run}/record", request -> new WebReply.Json(RecordJson.of(read(request), checks)));
        router.post("/api/runs/{run}/verify", this::verify);
    }

    /// Ends a check under way.
    @Override
    public void close() {
        checks.close();
    }

    private RunRecordView read(WebRequest request) throws InterruptedException {
        return around.readers().with(reader -> {
            RunSummary run = reader.runs().summary(reader.runs().resolve(request.place("run")));
            return new RunRecordView(
                    run,
                    reader.runs().declared(run.runId()),
                    reader.notes().resumes(run.runId()),
                    look.look(reader, run).told(),
                    reader.runs().head(run.runId()));
        });
    }

    private RunSummary summary(WebRequest request) throws InterruptedException {
        return around.readers()
                .with(reader -> reader.runs().summary(reader.runs().resolve(request.place("run"))));
    }

    private WebReply verify(WebRequest request) throws InterruptedException {
        RunSummary run = summary(request);
        checks.start(run);
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("check", checks.of(run).word());
        json.put("message", "The record is being checked; the result appears here.");
        return new WebReply.Json(202, json);
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        if (request.isFragment()) {
            return new WebReply.Page(check(summary(request)));
        }
        RunRecordView record = read(request);
        var main = new ArrayList<Html>();
        main.add(check(record.run()));
        main.addAll(RecordCards.of(record, around.place()));
        return new WebReply.Page(around.layout()
                .page(
                        "Record of " + record.run().name(),
                        new RunTabs(record.run(), RunTabs.Tab.RECORD),
                        main.toArray(Html[]::new)));
    }

    /// The part that changes: what is known of the record, and the way to have it checked.
    private Html check(RunSummary run) {
        RecordCheckState check = checks.of(run);
        var parts = new ArrayList<Part>(List.of(
                id("verify"),
                cls("card"),
                attr("data-live", "/runs/" + DisplayText.inAddress(run.runId()) + "/record"),
                attr("data-every", check instanceof RecordCheckState.Checking ? "1" : "2")));
        parts.add(h2(text("Is this record as it was written?")));
        parts.add(div(cls("row"), CheckBadge.of(check), element("span", text(CheckBadge.words(check) + "."))));
        if (check instanceof RecordCheckState.Checked checked) {
            parts.add(CheckResult.of(checked));
        }
        parts.add(form(
                cls("row checkform"),
                attr("data-api", "/api/runs/" + DisplayText.inAddress(run.runId()) + "/verify"),
                button(
                        cls("primary"),
                        text(check instanceof RecordCheckState.NotChecked ? "Check now" : "Check again")),
                element("output", attr("data-keep", "1"))));
        parts.add(p(
                cls("sub"),
                text(
                        "Every event is hashed again and held against the chain, the Merkle root and the heads; then the rules"
                                + " I1 to I16. A cut tail shows only against a head that was kept elsewhere: "
                                + around.place().withCommands("rowan verify --head") + ".")));
        return element("section", parts.toArray(Part[]::new));
    }
}
