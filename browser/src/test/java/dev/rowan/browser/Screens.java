package dev.rowan.browser;

import java.util.ArrayList;
import java.util.List;

/// The screens of the page over a [World], each with a path that shows much of it.
record Screens(String name, String path) {

    static List<Screens> of(World world) {
        String run = "/runs/" + world.run("moderation");
        String batch = "/runs/" + world.run("batch");
        String failing = "/runs/" + world.run("failing");
        return new ArrayList<>(List.of(
                new Screens("runs", "/"),
                new Screens("overview", run),
                new Screens("overview-batch", batch),
                new Screens("overview-unfinished", "/runs/" + world.run("quickstart")),
                new Screens("rows", run + "/rows"),
                new Screens("rows-filtered", failing + "/rows?outcome=failed"),
                new Screens("rows-search", run + "/search?q=jacket"),
                new Screens("story", run + "/rows/1"),
                new Screens("story-split", failing + "/rows/1"),
                new Screens("story-batch", batch + "/rows/1"),
                new Screens("jobs", batch + "/jobs"),
                new Screens("job", batch + "/jobs/1"),
                new Screens("jobs-none", run + "/jobs"),
                new Screens("compare", "/compare?a=" + world.run("moderation") + "&b=" + world.run("again")),
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
