package dev.rowan.engine.schedule;

import dev.rowan.api.CallScope;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
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
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
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
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Failed;
import dev.rowan.landscape.resume.PendingRow.Visited;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Runs a row through the graph, node by node, on the row's own thread.
///
/// Shared by all rows; stateless. What it knows of a row is in its [RowScope]: where a graph is no
/// chain and has splits, tokens of a row go on at the same time, on threads of the row's own.
final class TokenRunner {
    private final String runId;
    private final Graph graph;
    private final BranchMap branches;
    private final JoinResolver joins;
    private final int parallelism;
    private final int maxTokens;
    private final List<TransformExecutor> nodes;
    private final CallScope threads;
    private final JoinTimers timers;
    private final ActiveTime active;
    private final RejectionSeries rejections;
    private final StopSignal stop;
    private final Time time;

    /// `threads` runs the tokens of rows that go on at the same time; `active` measures the age of joins.
    TokenRunner(
            Pipeline pipeline,
            List<TransformExecutor> nodes,
            CallScope threads,
            JoinTimers timers,
            ActiveTime active,
            RunComponents parts) {
        this.runId = parts.reportedRunId();
        this.graph = pipeline.graph();
        this.branches = new BranchMap(graph);
        this.nodes = List.copyOf(nodes);
        this.joins = new JoinResolver(runId, this.nodes);
        this.parallelism = pipeline.run().rowParallelism();
        this.maxTokens = pipeline.maxRowTokens();
        this.threads = threads;
        this.timers = timers;
        this.active = active;
        this.rejections = parts.rejections();
        this.stop = parts.stop();
        this.time = parts.time();
    }

    /// Runs the row until each of its tokens has ended or waits for a batch service.
    TokenResult run(
            long rowSeq,
            Optional<String> source,
            Row row,
            Instant readAt,
            long recorded,
            EarlierVisits earlier,
            Window.Slot slot)
            throws InterruptedException {
        var scope = new RowScope(new RowScope.Start(1, 1, recorded, earlier.beyond()), maxTokens, slot);
        var start = TokenPosition.at(graph.start(rowSeq, source), row);
        scope.push(List.of(new Task(new TokenInfo(runId, rowSeq, 0), start, earlier)));
        runReady(scope);
        scope.awaitSettled();
        if (earlier.replayed().isPresent() && graph.hasBranches()) {
            repeatJoins(rowSeq, scope);
        }
        return scope.result(rowSeq, readAt, time.instant());
    }

    /// Lets the joins of a replay decide as they did, in the same order, each when all tokens are where they were
    /// then.
    private void repeatJoins(long rowSeq, RowScope scope) throws InterruptedException {
        for (Optional<RowJoins.Decided> next = scope.joins().repeat();
                next.isPresent();
                next = scope.joins().repeat()) {
            joins.resolve(rowSeq, next.get(), scope);
            hire(scope, 0);
            scope.awaitSettled();
        }
    }

    /// Runs tokens on the row's own thread: in a chain all of them, else the first, so that this thread is free when
    /// the
    /// row has ended.
    private void runReady(RowScope scope) throws InterruptedException {
        scope.runsItself(true);
        for (Optional<Task> task = scope.next(); task.isPresent(); task = scope.next()) {
            run(task.get(), scope);
            scope.done(task.get().part());
            if (graph.hasBranches()) {
                break;
            }
        }
        scope.runsItself(false);
        hire(scope, 0);
    }

    /// Runs tokens on a thread of its own while some are ready.
    private void help(RowScope scope) {
        try {
            for (Optional<Task> task = scope.poll(); task.isPresent(); task = scope.poll()) {
                run(task.get(), scope);
                boolean goesOn = scope.done(task.get().part());
                hire(scope, goesOn ? 1 : 0);
                if (!goesOn) {
                    return;
                }
            }
        } catch (Throwable broken) {
            scope.fail(broken);
        }
    }

    /// Starts workers for tokens that are ready, except for those that the calling thread takes itself.
    private void hire(RowScope scope, int spare) {
        if (graph.hasBranches()) {
            for (int more = scope.hire(parallelism, spare); more > 0; more--) {
                threads.start(() -> help(scope));
            }
        }
    }

    private void start(List<Task> tasks, RowScope scope) {
        scope.push(tasks);
        hire(scope, 0);
    }

    /// Runs a row that an aggregate made again, with what the run that is replayed did with it.
    TokenResult replay(PendingRow row, EarlierVisits replayed, Window.Slot slot) throws InterruptedException {
        PendingRow.Token token = row.tokens().getFirst();
        return token.visited().isPresent()
                ? resume(row, replayed, slot)
                : run(row.rowSeq(), row.source(), token.row(), row.readAt(), 0, replayed, slot);
    }

    /// Resumes a row where an earlier process of this run left it, or where it was parked.
    TokenResult resume(PendingRow row, Window.Slot slot) throws InterruptedException {
        return resume(row, new EarlierVisits(0, 0, row.calls(), List.of(), Optional.empty()), slot);
    }

    private TokenResult resume(PendingRow row, EarlierVisits beyond, Window.Slot slot) throws InterruptedException {
        var known = new RowScope.Start(row.nextPart(), row.tokens().size(), 0, beyond);
        var scope = new RowScope(known, maxTokens, slot);
        var restart = new RowRestart(graph, branches, nodes, row, scope);
        for (RowJoins.Decided decided :
                restart.openJoins((open, since) -> arm(row.rowSeq(), open, active.since(since), scope))) {
            joins.resolve(row.rowSeq(), decided, scope);
        }
        var tasks = new ArrayList<Task>();
        for (PendingRow.Token token : row.tokens()) {
            var info = new TokenInfo(runId, row.rowSeq(), token.part());
            switch (restart.of(token)) {
                case WAITS, ENDED -> {}
                case SPLIT -> ended(info, TokenEnds.split(token.part()), Optional.empty(), scope);
                case GOES_ON -> {
                    Optional<RowJoins.Decided> left = restart.left(token);
                    if (left.isPresent()) {
                        joins.resolve(row.rowSeq(), left.get(), scope);
                    }
                    resume(info, row, token, scope).ifPresent(tasks::add);
                }
            }
        }
        scope.push(tasks);
        if (graph.hasBranches()) {
            hire(scope, 0);
        } else {
            runReady(scope);
        }
        scope.awaitSettled();
        return scope.result(row.rowSeq(), row.readAt(), time.instant());
    }

    /// A token whose last visit failed for good takes its error edge or ends; others go on.
    private Optional<Task> resume(TokenInfo info, PendingRow row, PendingRow.Token token, RowScope scope)
            throws InterruptedException {
        TokenPosition position = TokenPosition.of(graph, row, token);
        var earlier = new EarlierVisits(
                token.visited().map(Visited::visits).orElse(0),
                token.visited().map(Visited::failures).orElse(0),
                row.calls(),
                List.of(),
                Optional.empty());
        Optional<Visited> ended = token.visited().filter(this::isEnded);
        if (ended.isEmpty()) {
            return Optional.of(new Task(info, position, earlier));
        }
        TransformNode node = nodes.get(ended.get().node()).node();
        Failed failed = ended.get().failed().orElseThrow();
        if (failed.reason().code().equals(TokenEnds.NO_ROWS)) {
            ended(info, TokenEnds.noRows(token.part(), node), Optional.empty(), scope);
            return Optional.empty();
        }
        Optional<TokenPosition> next = TokenEnds.afterError(node, position, failed.reason(), failed.verdict());
        if (next.isPresent()) {
            leave(info, next.get().at(), new TransformResult.Error(failed.reason(), failed.verdict()), scope);
            return Optional.of(scope.task(info, next.get()));
        }
        int attempts = attempts(row, token.part(), ended.get());
        TokenOutcome end =
                TokenEnds.failed(token.part(), position.row(), node, attempts, failed.reason(), failed.verdict());
        ended(info, end, Optional.of(failed.verdict()), scope);
        return Optional.empty();
    }

    /// Whether the last visit failed for good.
    private boolean isEnded(Visited visited) {
        return visited.failed()
                .map(Failed::reason)
                .filter(reason -> reason.code().equals(TokenEnds.NO_ROWS)
                        || graph.nodes().get(visited.node()) instanceof GraphNode.Aggregate
                        || nodes.get(visited.node()).isFinal(reason, visited.failures()))
                .isPresent();
    }

    /// The attempts of a token at a node: of its calls, or its visits if it made none.
    private static int attempts(PendingRow row, int part, Visited visited) {
        int sent = row.calls().stream()
                .filter(call -> call.key().part() == part && call.key().node() == visited.node())
                .mapToInt(PendingRow.PastCall::attempts)
                .sum();
        return sent > 0 ? sent : visited.visits();
    }

    /// Runs a token until it ends, parks, splits or waits at a join.
    private void run(Task task, RowScope scope) throws InterruptedException {
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
                    fork(token, gate, fork, position, here, scope);
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

    /// Where a token goes on after a visit; empty if it has ended or waits.
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
                    expand(token, position.row(), outputs, parts.allocated(), join.get(), scope);
                    return Optional.empty();
                }
                Target to = graph.after(index, Optional.empty());
                start(tasks(token, to, outputs.subList(1, outputs.size()), parts.allocated(), scope), scope);
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

    /// A token ends in a group of an aggregate. If it belongs to none it fails there; returns where it goes on then.
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

    private List<Task> tasks(TokenInfo parent, Target to, List<Row> rows, List<Integer> parts, RowScope scope) {
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < rows.size(); i++) {
            var child = new TokenInfo(runId, parent.rowSeq(), parts.get(i));
            tasks.add(scope.task(child, TokenPosition.at(to, rows.get(i))));
        }
        return tasks;
    }

    /// Sends copies of a token along the branches of a fork. The token itself waits for their join, or ends.
    private void fork(
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
                ended(token, end, Optional.of(TransformResult.Verdict.FAILED), scope);
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
                ended(token, TokenEnds.split(token.part()), Optional.empty(), scope);
                scope.push(tasks);
            }
        } finally {
            gate.leave();
        }
    }

    /// The rows of an expansion that a join closes go on as new tokens; the token itself waits.
    private void expand(
            TokenInfo token, Row base, List<Row> outputs, List<Integer> parts, GraphNode.Join join, RowScope scope)
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

    private void arm(long rowSeq, OpenJoin join, Duration age, RowScope scope) {
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
                joins.resolve(rowSeq, decided.get(), scope);
                scope.done(join.parent());
                hire(scope, 0);
            }
        } catch (Throwable broken) {
            scope.fail(broken);
        }
    }

    /// A token that can reach its join no more is lost to it, with the failure that led it away, and goes on alone.
    private void leave(TokenInfo token, Target to, TransformResult result, RowScope scope) throws InterruptedException {
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
                hire(scope, 0);
            }
        }
    }

    /// A token has ended: its join loses it.
    private void ended(TokenInfo token, TokenOutcome end, Optional<TransformResult.Verdict> verdict, RowScope scope)
            throws InterruptedException {
        joins.end(token.rowSeq(), end, verdict, scope);
    }

    /// Records a rejected visit of a token that goes on, which cannot be held back.
    private long fail(OpenVisit open) {
        rejections.settled(open.rejection().key());
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
