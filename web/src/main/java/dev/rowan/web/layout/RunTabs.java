package dev.rowan.web.layout;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import java.util.ArrayList;
import java.util.List;

/// The header of a run's pages: name, status and tabs.
public record RunTabs(RunSummary run, Tab here, boolean paused) {

    /// The pages of a run.
    public enum Tab {
        OVERVIEW("Overview", ""),
        ROWS("Rows", "/rows"),
        JOBS("Batch jobs", "/jobs"),
        PIPELINE("Pipeline", "/pipeline"),
        RECORD("Record", "/record");

        private final String label;
        private final String path;

        Tab(String label, String path) {
            this.label = label;
            this.path = path;
        }
    }

    /// The tabs; `seal` is the verification badge.
    Html html(Html seal) {
        var tabs = new ArrayList<Part>(List.of(cls("tabs"), attr("aria-label", "Pages of this run")));
        for (Tab tab : Tab.values()) {
            if (tab == here) {
                tabs.add(a(address() + tab.path, attr("aria-current", "page"), text(tab.label)));
            } else {
                tabs.add(a(address() + tab.path, text(tab.label)));
            }
        }
        return Html.many(head(seal), element("nav", tabs.toArray(Part[]::new)));
    }

    /// Name and status. It refreshes also after the end of the run, which may be resumed; `data-state` changes when
    /// the run starts, pauses or ends.
    Html head(Html seal) {
        var parts = new ArrayList<Part>(List.of(id("run-head"), cls("head")));
        parts.add(attr("data-live", address() + "/head"));
        parts.add(attr("data-every", "3"));
        parts.add(attr("data-state", run.status() + (paused ? " paused " : " ") + run.resumed()));
        parts.add(div(cls("crumb"), a("/", text("Runs")), text(" / "), code(text(run.runId()))));
        parts.add(div(
                cls("titleline"),
                h1(text(run.name())),
                Badges.status(run),
                Html.when(paused, Badges.badge("warn", "paused")),
                Html.when(run.simulated(), Badges.simulated()),
                seal));
        return div(parts.toArray(Part[]::new));
    }

    private String address() {
        return "/runs/" + Href.encode(run.runId());
    }
}
