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
                new Screens("story", run + "/rows/1"),
                new Screens("story-split", failing + "/rows/1"),
                new Screens("story-batch", batch + "/rows/1"),
                new Screens("pipeline-run", run + "/pipeline"),
                new Screens("pipeline", "/pipeline")));
    }

    @Override
    public String toString() {
        return name;
    }
}
