package dev.rowan.web.rows;

import dev.rowan.landscape.RowScan.Passage;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The way that a query names: `visited=NODE`, or `edge=NODE`, `edge=NODE.LABEL`, `edge=NODE.error`; the edge of a
/// source
/// is `source`, or `source.NAME`, and that of unreadable records `source.error`, or `source.NAME.error`.
record EdgeName(List<RunStart.Node> nodes) {
    private static final String SOURCE = "source";
    private static final String ERROR = "." + Topology.ERROR;

    Optional<Passage> of(WebRequest request) {
        Optional<Passage> visited = request.query("visited")
                .map(name -> new Passage.Visited(node(name).index()));
        return visited.isPresent() ? visited : request.query("edge").map(this::edge);
    }

    private RunStart.Node node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new WebRequestException(400, "the run has no node '" + name + "'"));
    }

    private Passage edge(String name) {
        Optional<RunStart.Node> from = nodes.stream()
                .filter(node -> name.equals(node.name()) || name.startsWith(node.name() + "."))
                .max(Comparator.comparingInt(node -> node.name().length()));
        if (from.isEmpty() && (name.equals(SOURCE) || name.startsWith(SOURCE + "."))) {
            boolean readable = !name.endsWith(ERROR);
            String source = name.substring(SOURCE.length(), name.length() - (readable ? 0 : ERROR.length()));
            return new Passage.Read(source.isEmpty() ? Optional.empty() : Optional.of(source.substring(1)), readable);
        }
        RunStart.Node node = from.orElseThrow(
                () -> new WebRequestException(400, "the run has no edge '" + name + "'; edges are NODE or NODE.LABEL"));
        String label = name.substring(Math.min(name.length(), node.name().length() + 1));
        if (label.equals(Topology.ERROR)) {
            return new Passage.Failed(node.index());
        }
        return "fork".equals(node.topology().get(Topology.KIND))
                ? new Passage.Forked(node.index(), offset(node, label))
                : new Passage.Passed(node.index(), label.isEmpty() ? Optional.empty() : Optional.of(label));
    }

    /// How far the parts of a branch are from their parents'.
    private static int offset(RunStart.Node fork, String label) {
        Map<?, ?> edges = fork.topology().get(Topology.EDGES) instanceof Map<?, ?> map ? map : Map.of();
        var labels = new ArrayList<Object>(
                edges.get(Topology.ROUTES) instanceof Map<?, ?> routes ? routes.keySet() : List.of());
        long stride = fork.topology().get(Topology.STRIDE) instanceof Long declared ? declared : 1;
        return (int) (stride * (labels.indexOf(label) + 1));
    }
}
