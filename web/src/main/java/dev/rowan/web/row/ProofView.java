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

import dev.rowan.landscape.history.RowHistory;
import dev.rowan.web.html.Html;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.text.DisplayText;

/// How one proves that a row is on record. The proof itself is made when it is asked for: it takes all events
/// of the run.
record ProofView(RowHistory story, LandscapePlace place) {

    Html html() {
        String run = story.run().runId();
        String file = "row-" + story.rowSeq() + ".proof.json";
        return section(
                cls("card"),
                h2(text("Proof of inclusion")),
                p(text("That the events of this row are in the record of its run, for someone who has no"
                        + " database: their hashes lead to the root of the run's head. It holds no values.")),
                element(
                        "dl",
                        cls("facts"),
                        div(
                                element("dt", text("events of the run")),
                                element("dd", text(DisplayText.count(story.run().events())))),
                        div(
                                element("dt", text("root")),
                                element("dd", code(text(story.run().root()))))),
                p(a(
                        "/api/runs/" + DisplayText.inAddress(run) + "/rows/" + story.rowSeq() + "/proof",
                        cls("button"),
                        text("Download the proof"))),
                p(cls("sub"), text("To check it, and to compare its head with one that you kept:")),
                pre(
                        attr("tabindex", "0"),
                        attr("role", "group"),
                        attr("aria-label", "Commands that check the proof"),
                        text(place.withCommands("rowan prove --check " + file + "\nrowan prove --check " + file
                                + " --head kept.head.json"))),
                p(
                        cls("sub"),
                        text("The same proof from the command line: "
                                + place.command("prove " + run + " --row " + story.rowSeq() + " --out " + file))));
    }
}
