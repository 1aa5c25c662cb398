package dev.rowan.web.layout;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.story.RunSummary;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import java.util.ArrayList;
import java.util.List;

/// The head of every page of a run: what it is called, how it stands, and the way to its other pages.
public record RunTabs(RunSummary run, Tab here) {

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

    Html html() {
        var tabs = new ArrayList<Part>(List.of(cls("tabs"), attr("aria-label", "Pages of this run")));
        for (Tab tab : Tab.values()) {
            if (tab == here) {
                tabs.add(a("/runs/" + run.runId() + tab.path, attr("aria-current", "page"), text(tab.label)));
            } else {
                tabs.add(a("/runs/" + run.runId() + tab.path, text(tab.label)));
            }
        }
        return Html.many(
                div(
                        cls("head"),
                        div(cls("crumb"), a("/", text("Runs")), text(" / "), code(text(run.runId()))),
                        div(
                                cls("titleline"),
                                h1(text(run.name())),
                                Badges.status(run.status()),
                                Html.when(run.simulated(), Badges.simulated()))),
                element("nav", tabs.toArray(Part[]::new)));
    }
}
