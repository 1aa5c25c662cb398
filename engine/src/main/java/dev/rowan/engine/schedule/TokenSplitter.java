package dev.rowan.engine.schedule;

import dev.rowan.api.CallScope;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.schedule.RowScope.Task;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.record.LogEntry.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Splits tokens at forks and expansions, and opens their joins with their timeouts. Shared by all rows; stateless.
final class TokenSplitter {
    private final String runId;
    private final Graph graph;
    private final BranchMap branches;
    private final List<TransformExecutor> nodes;
    private final JoinResolver joins;
    private final JoinTimers timers;
    private final RowWorkers workers;
    private final CallScope threads;
    private final StopSignal stop;

    TokenSplitter(
            String runId,
            Graph graph,
            BranchMap branches,
            List<TransformExecutor> nodes,
            JoinResolver joins,
            JoinTimers timers,
            RowWorkers workers,
            CallScope threads,
            StopSignal stop) {
        this.runId = runId;
        this.graph = graph;
        this.branches = branches;
        this.nodes = nodes;
        this.joins = joins;
        this.timers = timers;
        this.workers = workers;
        this.threads = threads;
        this.stop = stop;
    }

    List<Task> tasks(TokenInfo parent, Target to, List<Row> rows, List<Integer> parts, RowScope scope) {
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < rows.size(); i++) {
            var child = new TokenInfo(runId, parent.rowSeq(), parts.get(i));
            tasks.add(scope.task(child, TokenPosition.at(to, rows.get(i))));
        }
        return tasks;
    }

    /// Sends copies of a token along the branches of a fork. The token itself waits for their join, or ends.
    void fork(
            TokenInfo token,
            TokenGate gate,
            GraphNode.Fork fork,
            TokenPosition position,
            EarlierVisits here,
            RowScope scope)
            throws InterruptedException {
        List<String> labels = List.copyOf(fork.branches().keySet());
        TransformExecutor node = nodes.get(fork.index());
        gate.enter();
        try {
            var numbers = new VisitParts(graph, fork.index(), token.part(), scope);
            Optional<Reason> refusal = numbers.refusal(labels.size());
            if (refusal.isPresent()) {
                Reason reason = refusal.get();
                scope.recorded(node.record(token, here, new Result.Failed(reason, TransformResult.Verdict.FAILED)));
                TokenOutcome end = TokenEnds.failed(
                        token.part(), position.row(), node.node(), 1, reason, TransformResult.Verdict.FAILED);
                joins.end(token.rowSeq(), end, Optional.of(TransformResult.Verdict.FAILED), scope);
                return;
            }
            List<Integer> parts = numbers.allocate(labels.size());
            scope.recorded(
                    node.record(token, here, new Result.Forked(position.recorded(), position.row(), labels, parts)));
            var tasks = new ArrayList<Task>();
            for (int i = 0; i < labels.size(); i++) {
                Target to = graph.after(fork.index(), Optional.of(labels.get(i)));
                tasks.addAll(tasks(token, to, List.of(position.row()), List.of(parts.get(i)), scope));
                scope.splits(List.of(position.row()));
            }
            Optional<GraphNode.Join> join = branches.join(fork.index());
            if (join.isPresent()) {
                BitSet required = branches.required(fork.index());
                open(
                        token,
                        new OpenJoin(token.part(), join.get(), position.row(), labels, parts, required),
                        tasks,
                        scope);
            } else {
                joins.end(token.rowSeq(), TokenEnds.split(token.part()), Optional.empty(), scope);
                scope.push(tasks);
            }
        } finally {
            gate.leave();
        }
    }

    /// The rows of an expansion that a join closes continue as new tokens; the token itself waits.
    void expand(TokenInfo token, Row base, List<Row> outputs, List<Integer> parts, GraphNode.Join join, RowScope scope)
            throws InterruptedException {
        BitSet required = branches.required(join.of(), outputs.size());
        var open = new OpenJoin(token.part(), join, base, List.of(), parts, required);
        open(token, open, tasks(token, graph.after(join.of(), Optional.empty()), outputs, parts, scope), scope);
    }

    private void open(TokenInfo token, OpenJoin join, List<Task> tasks, RowScope scope) throws InterruptedException {
        scope.replayed().ifPresent(join::repeat);
        RowJoins.Decided decided = scope.joins().open(join);
        arm(token.rowSeq(), join, Duration.ZERO, scope);
        scope.push(tasks); // those that have ended are left out
        joins.resolve(token.rowSeq(), decided, scope);
    }

    void arm(long rowSeq, OpenJoin join, Duration age, RowScope scope) {
        if (join.timeout().isPresent()) {
            scope.joins().arm(join, age, left -> {
                JoinTimers.Timer timer = timers.start(left, () -> expire(rowSeq, join, scope));
                return () -> timers.cancel(timer);
            });
        }
    }

    /// Runs on the thread of the timers; a stopping run lets no join expire.
    private void expire(long rowSeq, OpenJoin join, RowScope scope) {
        if (!stop.requested()) {
            threads.start(() -> expireNow(rowSeq, join, scope));
        }
    }

    private void expireNow(long rowSeq, OpenJoin join, RowScope scope) {
        try {
            Optional<RowJoins.Decided> decided = scope.joins().expire(join);
            if (decided.isPresent()) {
                try {
                    joins.resolve(rowSeq, decided.get(), scope);
                } finally {
                    scope.gate(join.parent()).leave();
                }
                workers.startWorkers(scope, 0);
            }
        } catch (Throwable broken) {
            scope.fail(broken);
        }
    }
}
