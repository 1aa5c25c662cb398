package dev.rowan.browser;

import java.util.ArrayList;
import java.util.List;

/// The screens over a [TestLandscape].
record Screens(String name, String path) {

    static List<Screens> of(TestLandscape runs) {
        String run = "/runs/" + runs.run("moderation");
        String batch = "/runs/" + runs.run("batch");
        String failing = "/runs/" + runs.run("failing");
        return new ArrayList<>(List.of(
                new Screens("runs", "/"),
                new Screens("overview", run),
                new Screens("overview-batch", batch),
                new Screens("overview-unfinished", "/runs/" + runs.run("quickstart")),
                new Screens("rows", run + "/rows"),
                new Screens("rows-filtered", failing + "/rows?outcome=failed"),
                new Screens("rows-search", run + "/search?q=jacket"),
                new Screens("story", run + "/rows/1"),
                new Screens("story-split", failing + "/rows/1"),
                new Screens("story-batch", batch + "/rows/1"),
                new Screens("jobs", batch + "/jobs"),
                new Screens("job", batch + "/jobs/1"),
                new Screens("jobs-none", run + "/jobs"),
                new Screens("compare", "/compare?a=" + runs.run("moderation") + "&b=" + runs.run("again")),
                new Screens("compare-choose", "/compare"),
                new Screens("pipeline-run", run + "/pipeline"),
                new Screens("pipeline", "/pipeline"),
                new Screens("record", run + "/record"),
                new Screens("api", "/api")));
    }

    @Override
    public String toString() {
        return name;
    }
}
