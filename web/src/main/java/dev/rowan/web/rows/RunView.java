package dev.rowan.web.rows;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.index.TokenPage;
import java.time.Duration;
import java.util.List;

/// The run whose rows are shown, with the names of its nodes.
record RunView(RunSummary run, List<RunStart.Node> nodes) {

    String id() {
        return run.runId();
    }

    String path() {
        return "/runs/" + run.runId() + "/rows";
    }

    String api() {
        return "/api/runs/" + run.runId();
    }

    boolean isLive() {
        return run.status().equals("running") || run.status().equals("waiting");
    }

    /// The age of a page; pages of ended runs are always current.
    Duration age(TokenPage found, long now) {
        return run.status().equals(RunSummary.RUNNING) ? found.progress().age(now) : Duration.ZERO;
    }

    String node(int index) {
        return nodes.stream()
                .filter(node -> node.index() == index)
                .map(RunStart.Node::name)
                .findFirst()
                .orElse("node " + index);
    }
}
