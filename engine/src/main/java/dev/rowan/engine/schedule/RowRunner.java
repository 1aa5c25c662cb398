package dev.rowan.engine.schedule;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.schedule.RowScope.Task;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Failed;
import dev.rowan.landscape.resume.PendingRow.Visited;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs a row through the graph on the row's own thread, from its start or from where an earlier process left it.
///
/// Shared by all rows; stateless. What it knows of a row is in its [RowScope]. Where branches may wait for services or
/// need not all arrive, the tokens of a row run concurrently, on threads of [RowWorkers]; otherwise one after
/// another on the row's own thread.
final class RowRunner {
    private final String runId;
    private final Graph graph;
    private final BranchMap branches;
    private final JoinResolver joins;
    private final TokenSplitter splitter;
    private final TokenRunner tokens;
    private final RowWorkers workers;
    private final boolean concurrent;
    private final int maxTokens;
    private final List<TransformExecutor> nodes;
    private final ActiveTime active;
    private final Time time;
    private final UnchangedRows unchanged;

    /// `threads` runs the tokens of rows that run concurrently; `active` measures the age of joins.
    RowRunner(
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
        this.concurrent = graph.hasBranches()
                && (!graph.joinsAll()
                        || nodes.stream().anyMatch(node -> node.node().waits()));
        this.workers = new RowWorkers(threads, concurrent ? pipeline.run().rowParallelism() : 0, this::runToken);
        this.splitter =
                new TokenSplitter(runId, graph, branches, this.nodes, joins, timers, workers, threads, parts.stop());
        this.tokens = new TokenRunner(graph, branches, this.nodes, joins, splitter, workers, parts);
        this.maxTokens = pipeline.maxRowTokens();
        this.active = active;
        this.time = parts.time();
        this.unchanged = new UnchangedRows(parts.onlyChanged(), runId);
    }

    private void runToken(Task task, RowScope scope) throws InterruptedException {
        tokens.run(task, scope);
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
        return unchanged.apply(scope.result(rowSeq, readAt, time.instant()), scope, earlier.calls());
    }

    /// Lets the joins of a replay decide as they did, in the same order, each when all tokens are where they were
    /// then.
    private void repeatJoins(long rowSeq, RowScope scope) throws InterruptedException {
        for (Optional<RowJoins.Decided> next = scope.joins().repeat();
                next.isPresent();
                next = scope.joins().repeat()) {
            joins.resolve(rowSeq, next.get(), scope);
            runReady(scope);
            scope.awaitSettled();
        }
    }

    /// Runs tokens on the row's own thread: the first, so that this thread is free when the row has ended, and the
    /// others too if they are not concurrent.
    private void runReady(RowScope scope) throws InterruptedException {
        scope.runsItself(true);
        for (Optional<Task> task = scope.next(); task.isPresent(); task = scope.next()) {
            tokens.run(task.get(), scope);
            scope.done(task.get().part());
            if (concurrent) {
                break;
            }
        }
        scope.runsItself(false);
        workers.startWorkers(scope, 0);
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
                restart.openJoins((open, since) -> splitter.arm(row.rowSeq(), open, active.since(since), scope))) {
            joins.resolve(row.rowSeq(), decided, scope);
        }
        var tasks = new ArrayList<Task>();
        for (PendingRow.Token token : row.tokens()) {
            var info = new TokenInfo(runId, row.rowSeq(), token.part());
            switch (restart.of(token)) {
                case WAITS, ENDED -> {}
                case SPLIT -> tokens.ended(info, TokenEnds.split(token.part()), Optional.empty(), scope);
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
        if (concurrent) {
            workers.startWorkers(scope, 0);
        } else {
            runReady(scope);
        }
        scope.awaitSettled();
        return unchanged.apply(scope.result(row.rowSeq(), row.readAt(), time.instant()), scope, row.calls());
    }

    /// A token whose last visit failed for good takes its error edge or ends; others continue.
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
            tokens.ended(info, TokenEnds.noRows(token.part(), node), Optional.empty(), scope);
            return Optional.empty();
        }
        Optional<TokenPosition> next = TokenEnds.afterError(node, position, failed.reason(), failed.verdict());
        if (next.isPresent()) {
            tokens.leave(info, next.get().at(), new TransformResult.Error(failed.reason(), failed.verdict()), scope);
            return Optional.of(scope.task(info, next.get()));
        }
        int attempts = attempts(row, token.part(), ended.get());
        TokenOutcome end =
                TokenEnds.failed(token.part(), position.row(), node, attempts, failed.reason(), failed.verdict());
        tokens.ended(info, end, Optional.of(failed.verdict()), scope);
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
}
