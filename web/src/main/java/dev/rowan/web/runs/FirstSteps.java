package dev.rowan.web.runs;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.web.html.Html;
import dev.rowan.web.read.LandscapeLocation;

/// The empty list of runs: how to start one.
record FirstSteps(LandscapeLocation location) {

    Html html() {
        return div(
                cls("empty"),
                h2(text("No runs yet")),
                p(
                        text("No runs recorded in "),
                        code(text(location.describe())),
                        text(". Start one in another terminal:")),
                pre(text(location.command("run pipeline.yaml"))),
                p(
                        text("Without a pipeline of your own, "),
                        code(text(location.command("run examples/quickstart/pipeline.yaml"))),
                        text(" works out of the box. This page shows the run as soon as it starts.")));
    }
}
