package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.read.LandscapeLocation;

/// The inclusion proof of a row. Built on demand: it needs all events of the run.
record ProofView(RowHistory history, LandscapeLocation location) {

    Html html() {
        String run = history.run().runId();
        String file = "row-" + history.rowSeq() + ".proof.json";
        return section(
                cls("card"),
                h2(text("Inclusion proof")),
                p(text("Proves that the events of this row are in the record of its run, without the"
                        + " database: their hashes lead to the root of the run's head. It contains no values.")),
                element(
                        "dl",
                        cls("facts"),
                        div(
                                element("dt", text("events of the run")),
                                element("dd", text(Figures.count(history.run().events())))),
                        div(
                                element("dt", text("root")),
                                element("dd", code(text(history.run().root()))))),
                p(a(
                        "/api/runs/" + Href.encode(run) + "/rows/" + history.rowSeq() + "/proof",
                        cls("button"),
                        text("Download the proof"))),
                p(cls("sub"), text("To check it, and to compare its head with a copy:")),
                pre(
                        attr("tabindex", "0"),
                        attr("role", "group"),
                        attr("aria-label", "Commands that check the proof"),
                        text(location.withCommands("rowan prove --check " + file + "\nrowan prove --check " + file
                                + " --head kept.head.json"))),
                p(
                        cls("sub"),
                        text("On the command line: "
                                + location.command("prove " + run + " --row " + history.rowSeq() + " --out " + file))));
    }
}
