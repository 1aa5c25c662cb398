package dev.rowan.engine.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.landscape.resume.PendingRow;

/// Where a token continues, and with which values. `recorded` are the values on record, which lack the `_error` of a
/// failure that the token has just left behind.
public record TokenPosition(Target at, Row row, Row recorded) {

    /// A token at `at` whose values are on record.
    public static TokenPosition at(Target at, Row row) {
        return new TokenPosition(at, row, row);
    }

    /// The position of a token of a recorded row.
    public static TokenPosition of(Graph graph, PendingRow row, PendingRow.Token token) {
        if (token.visited().isEmpty()) {
            return at(
                    token.passed()
                            .map(last -> graph.after(last.node(), last.route()))
                            .orElseGet(() -> graph.start(row.rowSeq(), row.source())),
                    token.row());
        }
        PendingRow.Visited visited = token.visited().get();
        var here = new Target.Node(visited.node());
        return visited.cause()
                .map(cause -> at(here, token.row())
                        .failedAt(
                                graph.nodes().get(cause.node()).name(),
                                cause.failed().reason(),
                                here))
                .orElseGet(() -> at(here, token.row()));
    }

    /// The position at `to`, the target of the error edge of `node`.
    public TokenPosition failedAt(String node, Reason reason, Target to) {
        return new TokenPosition(to, row.with(ErrorField.NAME, ErrorField.of(node, reason)), recorded);
    }
}
