package dev.rowan.engine.schedule;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.schedule.RowScope.Task;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.stop.TokenEndedException;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.NodeResult;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.expressions.Evaluation;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.record.LogEntry.Result;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Runs a token through the graph, node by node, on its thread. Shared by all rows; stateless.
final class TokenRunner {
    private final Graph graph;
    private final BranchMap branches;
    private final List<TransformExecutor> nodes;
    private final JoinResolver joins;
    private final TokenSplitter splitter;
    private final RowWorkers workers;
    private final RejectionSeries rejections;
    private final StopSignal stop;

    TokenRunner(
            Graph graph,
            BranchMap branches,
            List<TransformExecutor> nodes,
            JoinResolver joins,
            TokenSplitter splitter,
            RowWorkers workers,
            RunComponents parts) {
        this.graph = graph;
        this.branches = branches;
        this.nodes = nodes;
        this.joins = joins;
        this.splitter = splitter;
        this.workers = workers;
        this.rejections = parts.rejections();
        this.stop = parts.stop();
    }

    /// Runs a token until it ends, parks, splits or waits at a join.
    void run(Task task, RowScope scope) throws InterruptedException {
        try {
            runToken(task, scope);
        } catch (TokenEndedException _) {
            // its join has closed without it; the ends of its calls are on record
        }
    }

    private void runToken(Task task, RowScope scope) throws InterruptedException {
        TokenInfo token = task.token();
        TokenGate gate = graph.hasBranches() ? scope.gate(token.part()) : TokenGate.OPEN;
        TokenPosition position = task.position();
        EarlierVisits here = task.earlier();
        while (position.at() instanceof Target.Node(int index)) {
            if (graph.hasBranches()) {
                if (gate.hasEnded()) {
                    return;
                }
                Optional<OpenJoin> join = scope.joins()
                        .of(token.part())
                        .filter(open -> open.join().index() == index);
                if (join.isPresent()) {
                    Row arriving = ErrorField.drop(position.row());
                    joins.resolve(token.rowSeq(), scope.joins().arrive(join.get(), token.part(), arriving), scope);
                    return;
                }
                if (scope.stopsBefore(token.part(), index)) {
                    return;
                }
                if (graph.nodes().get(index) instanceof GraphNode.Fork fork) {
                    splitter.fork(token, gate, fork, position, here, scope);
                    return;
                }
            }
            TransformExecutor node = nodes.get(index);
            if (node.node().transform() instanceof AggregateTransform aggregate) {
                Optional<TokenPosition> next = enter(token, gate, node, aggregate, position, here, scope);
                if (next.isEmpty()) {
                    return;
                }
                here = here.beyond();
                position = next.get();
                continue;
            }
            abandonIfStopping(node);
            var parts = new VisitParts(graph, index, token.part(), scope);
            NodeResult visited = node.execute(token, gate, position.row(), position.recorded(), parts, here);
            here = here.beyond();
            scope.recorded(visited.recorded());
            if (visited instanceof NodeResult.Finished finished && finished.newAnswer()) {
                scope.answeredNewly();
            }
            if (!(visited instanceof NodeResult.Finished finished)) {
                scope.park(token.part()); // the row's other tokens continue
                return;
            }
            try {
                Optional<TokenPosition> next = follow(token, position, node, finished, parts, scope);
                if (next.isEmpty()) {
                    return;
                }
                position = next.get();
            } finally {
                gate.leave();
            }
        }
        ended(token, TokenEnds.passed(token.part(), position), Optional.empty(), scope);
    }

    /// Where a token continues after a visit; empty if it has ended or waits.
    private Optional<TokenPosition> follow(
            TokenInfo token,
            TokenPosition position,
            TransformExecutor node,
            NodeResult.Finished finished,
            VisitParts parts,
            RowScope scope)
            throws InterruptedException {
        int index = node.node().index();
        TokenPosition next;
        switch (finished.result()) {
            case TransformResult.Success(var output) -> {
                scope.carries(position.row(), output);
                next = TokenPosition.at(graph.after(index, finished.route()), output);
            }
            case TransformResult.SuccessMulti(var outputs) -> {
                if (outputs.isEmpty()) {
                    ended(token, TokenEnds.noRows(token.part(), node.node()), Optional.empty(), scope);
                    return Optional.empty();
                }
                scope.splits(outputs);
                Optional<GraphNode.Join> join = branches.join(index);
                if (join.isPresent()) {
                    splitter.expand(token, position.row(), outputs, parts.allocated(), join.get(), scope);
                    return Optional.empty();
                }
                Target to = graph.after(index, Optional.empty());
                workers.start(
                        splitter.tasks(token, to, outputs.subList(1, outputs.size()), parts.allocated(), scope), scope);
                next = TokenPosition.at(to, outputs.getFirst());
            }
            case TransformResult.Error(var reason, var verdict) -> {
                Optional<TokenPosition> behind = TokenEnds.afterError(node.node(), position, reason, verdict);
                if (behind.isEmpty()) {
                    finished.open().ifPresent(scope::hold);
                    TokenOutcome end = TokenEnds.failed(
                            token.part(), position.row(), node.node(), finished.attempts(), reason, verdict);
                    ended(token, end, Optional.of(verdict), scope);
                    return Optional.empty();
                }
                finished.open().ifPresent(open -> scope.recorded(fail(open)));
                next = behind.get();
            }
        }
        leave(token, next.at(), finished.result(), scope);
        return Optional.of(next);
    }

    /// A token ends in a group of an aggregate. If it belongs to none it fails there; returns where it continues then.
    private Optional<TokenPosition> enter(
            TokenInfo token,
            TokenGate gate,
            TransformExecutor node,
            AggregateTransform aggregate,
            TokenPosition position,
            EarlierVisits here,
            RowScope scope)
            throws InterruptedException {
        gate.enter();
        try {
            return switch (aggregate.key(position.row())) {
                case Evaluation.Value(var key) -> {
                    var group = new TokenOutcome.GroupEntry(
                            node.node().index(),
                            new String(RowJson.writeValue(key), StandardCharsets.UTF_8),
                            RowMemory.of(ErrorField.drop(position.row())));
                    ended(token, TokenOutcome.member(token.part(), position.row(), group), Optional.empty(), scope);
                    yield Optional.empty();
                }
                case Evaluation.Failed(String message) -> {
                    Reason reason = Reason.of("expression_error", message);
                    TransformResult.Verdict verdict = TransformResult.Verdict.FAILED;
                    scope.recorded(node.record(token, here, new Result.Failed(reason, verdict)));
                    Optional<TokenPosition> next = TokenEnds.afterError(node.node(), position, reason, verdict);
                    if (next.isEmpty()) {
                        TokenOutcome end =
                                TokenEnds.failed(token.part(), position.row(), node.node(), 1, reason, verdict);
                        ended(token, end, Optional.of(verdict), scope);
                    }
                    yield next;
                }
            };
        } finally {
            gate.leave();
        }
    }

    /// A token that can no longer reach its join is lost to it, with the failure that led it away, and continues on its
    /// own.
    void leave(TokenInfo token, Target to, TransformResult result, RowScope scope) throws InterruptedException {
        if (!graph.hasBranches() || !(to instanceof Target.Node(int index))) {
            return;
        }
        Optional<OpenJoin> join = scope.joins().of(token.part());
        if (join.isPresent() && !branches.reaches(index, join.get().join().index())) {
            Optional<RowJoins.Decided> decided = result instanceof TransformResult.Error(var reason, var verdict)
                    ? scope.joins().lose(token.part(), reason, Optional.of(verdict))
                    : scope.joins().lose(token.part(), RowRestart.LEFT, Optional.empty());
            if (decided.isPresent()) {
                joins.resolve(token.rowSeq(), decided.get(), scope);
                workers.startWorkers(scope, 0);
            }
        }
    }

    /// A token has ended: its join loses it.
    void ended(TokenInfo token, TokenOutcome end, Optional<TransformResult.Verdict> verdict, RowScope scope)
            throws InterruptedException {
        joins.end(token.rowSeq(), end, verdict, scope);
    }

    /// Records a rejected visit of a token that continues, which cannot be held back.
    private long fail(OpenVisit open) {
        rejections.settled(open.rejection());
        return open.close().failed();
    }

    /// A stopping run sends nothing new; nodes without calls may still finish the row.
    private void abandonIfStopping(TransformExecutor node) {
        boolean callsOut = node.node().plugin().capabilities().contains(Capability.CALLS_OUT);
        if (stop.isImmediate() || (callsOut && stop.requested())) {
            throw new RowAbandonedException();
        }
    }
}
