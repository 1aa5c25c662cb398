package dev.rowan.cli.rows;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.record.RunStart;
import java.util.List;
import java.util.Optional;

/// The number of rows with the same outcome, node and reason.
record RowGroup(String outcome, Optional<String> node, Optional<String> reason, long rows) {

    static List<RowGroup> of(RowMatches matches, List<RunStart.Node> nodes) {
        return matches.groups().stream()
                .map(group -> new RowGroup(
                        group.getKey().outcome(),
                        nodes.stream()
                                .filter(node -> group.getKey().node().isPresent()
                                        && node.index() == group.getKey().node().getAsInt())
                                .map(RunStart.Node::name)
                                .findFirst(),
                        group.getKey().reason(),
                        group.getValue()))
                .toList();
    }

    JsonObject json() {
        return JsonObject.object()
                .put("outcome", outcome)
                .put("node", node)
                .put("reason", reason)
                .put("rows", rows);
    }
}
