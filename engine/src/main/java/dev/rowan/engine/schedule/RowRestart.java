package dev.rowan.engine.schedule;

import dev.rowan.api.Row;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastJoin;
import dev.rowan.landscape.resume.PendingRow.PastSplit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Rebuilds the joins of a recorded row, and tells what becomes of its tokens. A join that fired or failed is on record
/// and decides nothing again. Owned by the row's thread.
final class RowRestart {
    private final Graph graph;
    private final BranchMap branches;
    private final PendingRow row;
    private final RowScope scope;

    RowRestart(Graph graph, BranchMap branches, PendingRow row, RowScope scope) {
        this.graph = graph;
        this.branches = branches;
        this.row = row;
        this.scope = scope;
    }

    /// What to do with a token.
    enum Action {
        GOES_ON,
        /// It waits for a join.
        WAITS,
        /// It is the parent of a fork that nothing closes.
        SPLIT,
        /// It has ended with its join.
        ENDED
    }

    /// Opens the joins, and ends the tokens of those that have decided, inner ones first. Returns what the others
    /// decide before any arrival.
    List<RowScope.Decided> openJoins() {
        var open = new ArrayList<RowScope.Decided>();
        var closed = new ArrayList<OpenJoin>();
        for (PastSplit split : row.branching().splits()) {
            Optional<GraphNode.Join> join = branches.join(split.node());
            if (join.isPresent()) {
                var opened = new OpenJoin(
                        split.part(), join.get(), split.base(), labels(split), split.children(), required(split));
                RowScope.Decided decided = scope.open(opened);
                if (isDecided(split, join.get())) {
                    closed.add(opened);
                } else {
                    open.add(decided);
                }
            }
        }
        closed.reversed().forEach(this::close);
        return open;
    }

    private List<String> labels(PastSplit split) {
        return graph.nodes().get(split.node()) instanceof GraphNode.Fork fork
                ? List.copyOf(fork.branches().keySet())
                : List.of();
    }

    private BitSet required(PastSplit split) {
        return graph.nodes().get(split.node()) instanceof GraphNode.Fork
                ? branches.required(split.node())
                : branches.required(split.node(), split.children().size());
    }

    /// Whether the parent has visited the join.
    private boolean isDecided(PastSplit split, GraphNode.Join join) {
        return fired(split.part(), join).isPresent()
                || token(split.part())
                        .flatMap(PendingRow.Token::visited)
                        .filter(visited -> visited.node() == join.index()
                                || visited.cause().isPresent())
                        .isPresent();
    }

    private Optional<PastJoin> fired(int part, GraphNode.Join join) {
        return row.branching().joins().stream()
                .filter(past -> past.part() == part && past.node() == join.index())
                .findFirst();
    }

    private Optional<PendingRow.Token> token(int part) {
        return row.tokens().stream().filter(token -> token.part() == part).findFirst();
    }

    /// The tokens that it used are merged; those that could still arrive end; those that had ended or left go on.
    private void close(OpenJoin open) {
        List<Integer> used =
                fired(open.parent(), open.join()).map(PastJoin::used).orElse(List.of());
        for (int part : open.parts()) {
            Optional<TokenPosition> position = token(part).map(token -> TokenPosition.of(graph, row, token));
            boolean arriving = position.map(TokenPosition::at)
                    .filter(at -> at instanceof Target.Node(int index)
                            && (index == open.join().index()
                                    || branches.reaches(index, open.join().index())))
                    .isPresent();
            boolean failed = token(part)
                    .flatMap(PendingRow.Token::visited)
                    .flatMap(PendingRow.Visited::failed)
                    .isPresent();
            if (!used.contains(part)) {
                if (arriving && !failed) {
                    open.arrive(part, Row.empty());
                } else {
                    scope.release(part);
                }
            }
        }
        scope.close(open, used);
    }

    Action of(PendingRow.Token token) {
        int part = token.part();
        if (scope.hasEnded(part)) {
            return Action.ENDED;
        }
        Optional<PastSplit> split = row.branching().splits().stream()
                .filter(past -> past.part() == part
                        && token.visited().isEmpty()
                        && token.passed()
                                .filter(last -> last.node() == past.node())
                                .isPresent())
                .findFirst();
        if (split.isEmpty()) {
            return Action.GOES_ON;
        }
        return branches.join(split.get().node()).isPresent() ? Action.WAITS : Action.SPLIT;
    }
}
