package dev.rowan.engine.schedule;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.engine.graph.Barrier;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastJoin;
import dev.rowan.landscape.resume.PendingRow.PastSplit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Rebuilds the joins of a recorded row, and tells what becomes of its tokens. A join that fired or failed is on
/// record and decides nothing again. Owned by the row's thread.
final class RowRestart {
    /// Why a join lost a token that no failure led away.
    static final Reason LEFT = Reason.of("left", "the branch went another way");

    private final Graph graph;
    private final BranchMap branches;
    private final List<TransformExecutor> nodes;
    private final PendingRow row;
    private final RowScope scope;

    RowRestart(Graph graph, BranchMap branches, List<TransformExecutor> nodes, PendingRow row, RowScope scope) {
        this.graph = graph;
        this.branches = branches;
        this.nodes = nodes;
        this.row = row;
        this.scope = scope;
    }

    /// What to do with a token.
    enum Action {
        GOES_ON,
        /// It waits for a join.
        WAITS,
        /// It is the parent of a fork that nothing closes, or whose branches continued from the join alone.
        SPLIT,
        /// It has ended with its join.
        ENDED
    }

    /// Opens the joins, and ends the tokens of those that have decided, outer ones first. Returns what the others
    /// decide before any arrival; `timers` gets each with the time of its split.
    List<RowJoins.Decided> openJoins(BiConsumer<OpenJoin, Instant> timers) {
        var open = new ArrayList<RowJoins.Decided>();
        for (PastSplit split : row.branching().splits()) {
            Optional<GraphNode.Join> join = branches.join(split.node());
            if (join.isPresent()) {
                var opened = new OpenJoin(
                        split.part(), join.get(), base(split), labels(split), split.children(), required(split));
                Optional<PastJoin> decided = decided(split.part(), join.get());
                if (decided.isPresent()) {
                    close(opened, decided.get());
                } else {
                    open.add(scope.joins().open(opened));
                    timers.accept(opened, split.at());
                }
            }
        }
        return open;
    }

    /// The values at a split. Those on record lack the failure of a node whose error edge leads to it.
    private Row base(PastSplit split) {
        var here = new Target.Node(split.node());
        return row.failures().stream()
                .filter(failure -> failure.part() == split.part())
                .filter(failure -> errorNode(failure).filter(here::equals).isPresent())
                .findFirst()
                .map(failure -> split.base()
                        .with(
                                ErrorField.NAME,
                                ErrorField.of(
                                        graph.nodes().get(failure.node()).name(),
                                        failure.failed().reason())))
                .orElseGet(split::base);
    }

    private Optional<Target> errorNode(PendingRow.PastFailure failure) {
        return nodes.get(failure.node())
                .node()
                .errorNode(failure.failed().reason(), failure.failed().verdict());
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

    private Optional<PastJoin> decided(int part, GraphNode.Join join) {
        return row.branching().joins().stream()
                .filter(past -> past.part() == part && past.node() == join.index())
                .findFirst();
    }

    /// The tokens that it used are merged or continue on their own; those that it lost continue; the others have ended.
    private void close(OpenJoin open, PastJoin decided) {
        List<Integer> lost = decided.lost().stream()
                .filter(loss -> !loss.reason().equals(Barrier.JOIN_TIMEOUT))
                .flatMap(loss -> open.partOf(loss.branch()).stream())
                .toList();
        List<Integer> used = decided.failed() ? List.of() : decided.used();
        scope.joins().close(open, used, lost);
        if (decided.apart()) {
            scope.joins().release(used);
        } else {
            scope.joins().merged(open, used);
        }
    }

    /// What the join of a token decides that can no longer reach it: the failure that led it away is on record.
    Optional<RowJoins.Decided> left(PendingRow.Token token) {
        Optional<OpenJoin> open = scope.joins().of(token.part());
        if (open.isEmpty()) {
            return Optional.empty();
        }
        int join = open.get().join().index();
        for (PendingRow.PastFailure failure : row.failures()) {
            PendingRow.Failed failed = failure.failed();
            boolean led = failure.part() == token.part()
                    && branches.reaches(failure.node(), join)
                    && errorNode(failure).filter(to -> !reaches(to, join)).isPresent()
                    && !isAt(token, failure.node());
            if (led) {
                return scope.joins().lose(token.part(), failed.reason(), Optional.of(failed.verdict()));
            }
        }
        boolean passed = token.passed()
                .filter(last -> !branches.reaches(last.node(), join))
                .isPresent();
        Target at = TokenPosition.of(graph, row, token).at();
        return passed || (at instanceof Target.Node && !reaches(at, join))
                ? scope.joins().lose(token.part(), LEFT, Optional.empty())
                : Optional.empty();
    }

    /// Whether the token may visit the node again.
    private static boolean isAt(PendingRow.Token token, int node) {
        return token.visited().filter(visited -> visited.node() == node).isPresent();
    }

    private boolean reaches(Target to, int join) {
        return to instanceof Target.Node(int index) && branches.reaches(index, join);
    }

    Action of(PendingRow.Token token) {
        int part = token.part();
        if (scope.hasEnded(part)) {
            return Action.ENDED;
        }
        boolean apart = row.branching().joins().stream().anyMatch(past -> past.apart() && past.part() == part);
        if (apart) {
            return Action.SPLIT;
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
