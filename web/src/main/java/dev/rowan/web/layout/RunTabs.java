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
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.List;

/// The head of every page of a run: what it is called, how it stands, and the way to its other pages.
public record RunTabs(RunSummary run, Tab here, boolean paused) {

    /// Of a run that is not known to be paused; if it is, the head says so at its next update.
    public RunTabs(RunSummary run, Tab here) {
        this(run, here, false);
    }

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

    /// The tabs; `seal` is the badge that tells whether the run's record was checked.
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

    /// What the run is called and its status. It keeps itself up to date, also after the end of the run, which
    /// someone may resume; `data-state` changes when the run starts, pauses or ends.
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
        return "/runs/" + DisplayText.inAddress(run.runId());
    }
}
