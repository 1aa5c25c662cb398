package dev.rowan.engine.schedule;

import dev.rowan.api.CallScope;
import dev.rowan.api.Outcome;
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
import dev.rowan.engine.graph.JoinDecision;
import dev.rowan.engine.graph.Merge.Merged;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.schedule.RowScope.Task;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.StopSignal;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs a row through the graph, node by node, on the row's own thread.
///
/// Shared by all rows; stateless. What it knows of a row is in its [RowScope]: where a graph is no
/// chain and has splits, tokens of a row go on at the same time, on threads of the row's own.
final class TokenRunner {
    private static final String NO_ROWS = "no_rows";

    /// How many tokens of a row go on at the same time.
    private static final int MAX_PARALLEL = 8;

    private final String runId;
    private final Graph graph;
    private final BranchMap branches;
    private final List<TransformExecutor> nodes;
    private final CallScope threads;
    private final RejectionSeries rejections;
    private final StopSignal stop;
    private final Time time;

    /// `threads` runs the tokens of rows that go on at the same time.
    TokenRunner(Graph graph, List<TransformExecutor> nodes, CallScope threads, RunComponents parts) {
        this.runId = parts.reportedRunId();
        this.graph = graph;
        this.branches = new BranchMap(graph);
        this.nodes = List.copyOf(nodes);
        this.threads = threads;
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
        var scope = new RowScope(1, recorded, earlier.beyond(), slot);
        var start = TokenPosition.at(graph.start(rowSeq, source), row);
        scope.push(List.of(new Task(new TokenInfo(runId, rowSeq, 0), start, earlier)));
        runAll(scope);
        return scope.result(rowSeq, readAt, time.instant());
    }

    /// Runs on the row's own thread until no token is ready or under way.
    private void runAll(RowScope scope) throws InterruptedException {
        for (Optional<Task> task = scope.take(); task.isPresent(); task = scope.take()) {
            run(task.get(), scope);
            scope.done();
        }
    }

    /// Runs tokens on a thread of its own while some are ready.
    private void help(RowScope scope) {
        try {
            for (Optional<Task> task = scope.poll(); task.isPresent(); task = scope.poll()) {
                run(task.get(), scope);
                scope.done();
            }
        } catch (Throwable broken) {
            scope.fail(broken);
        }
    }

    private void start(List<Task> tasks, RowScope scope) {
        scope.push(tasks);
        if (graph.hasBranches()) {
            for (int more = scope.hire(MAX_PARALLEL); more > 0; more--) {
                threads.start(() -> help(scope));
            }
        }
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
        return resume(row, new EarlierVisits(0, 0, row.calls(), List.of()), slot);
    }

    private TokenResult resume(PendingRow row, EarlierVisits beyond, Window.Slot slot) throws InterruptedException {
        var scope = new RowScope(row.nextPart(), 0, beyond, slot);
        var restart = new RowRestart(graph, branches, row, scope);
        var tasks = new ArrayList<Task>();
        var cause = new TokenInfo(runId, row.rowSeq(), 0);
        restart.openJoins().forEach(decided -> settle(decided, cause, scope).ifPresent(tasks::add));
        for (PendingRow.Token token : row.tokens()) {
            var info = new TokenInfo(runId, row.rowSeq(), token.part());
            switch (restart.of(token)) {
                case WAITS -> {}
                case SPLIT ->
                    ended(info, split(token.part()), Optional.empty(), scope).ifPresent(tasks::add);
                case ENDED -> {}
                case GOES_ON -> resume(info, row, token, scope).ifPresent(tasks::add);
            }
        }
        start(tasks, scope);
        runAll(scope);
        return scope.result(row.rowSeq(), row.readAt(), time.instant());
    }

    /// The outcome of a token that goes on as its branches.
    private static TokenOutcome split(int part) {
        return new TokenOutcome(part, Outcome.SPLIT, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// A token whose last visit failed for good takes its error edge or ends; others go on.
    private Optional<Task> resume(TokenInfo info, PendingRow row, PendingRow.Token token, RowScope scope) {
        TokenPosition position = TokenPosition.of(graph, row, token);
        var earlier = new EarlierVisits(
                token.visited().map(Visited::visits).orElse(0),
                token.visited().map(Visited::failures).orElse(0),
                row.calls(),
                List.of());
        Optional<Visited> ended = token.visited().filter(this::isEnded);
        if (ended.isEmpty()) {
            return Optional.of(new Task(info, position, earlier));
        }
        TransformExecutor node = nodes.get(ended.get().node());
        Failed failed = ended.get().failed().orElseThrow();
        if (failed.reason().code().equals(NO_ROWS)) {
            return ended(info, discarded(info, node.node().index()), Optional.empty(), scope);
        }
        Optional<TokenPosition> next = afterError(node, position, failed.reason(), failed.verdict());
        if (next.isPresent()) {
            return Optional.of(scope.task(info, next.get()));
        }
        int attempts = attempts(row, token.part(), ended.get());
        TokenOutcome end = failed(info, position.row(), node, attempts, failed.reason(), failed.verdict());
        return ended(info, end, Optional.of(failed.verdict()), scope);
    }

    /// Whether the last visit failed for good.
    private boolean isEnded(Visited visited) {
        return visited.failed()
                .map(Failed::reason)
                .filter(reason -> reason.code().equals(NO_ROWS)
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

    /// Runs a token, and those that go on in its place, until it ends, parks, splits or waits at a join.
    private void run(Task first, RowScope scope) throws InterruptedException {
        Optional<Task> next = Optional.of(first);
        while (next.isPresent()) {
            next = runToken(next.get(), scope);
        }
    }

    private Optional<Task> runToken(Task task, RowScope scope) throws InterruptedException {
        TokenInfo token = task.token();
        TokenPosition position = task.position();
        EarlierVisits here = task.earlier();
        while (position.at() instanceof Target.Node(int index)) {
            if (graph.hasBranches()) {
                if (scope.isClosed(token.part())) {
                    TokenPosition nowhere = TokenPosition.at(new Target.Discard(), position.row());
                    return ended(token, end(token.part(), nowhere), Optional.empty(), scope);
                }
                Optional<OpenJoin> join =
                        scope.joinOf(token.part()).filter(open -> open.join().index() == index);
                if (join.isPresent()) {
                    return settle(
                            scope.arrive(join.get(), token.part(), ErrorField.drop(position.row())), token, scope);
                }
                if (graph.nodes().get(index) instanceof GraphNode.Fork fork) {
                    return fork(token, fork, position, here, scope);
                }
            }
            TransformExecutor node = nodes.get(index);
            if (node.node().transform() instanceof AggregateTransform aggregate) {
                return enter(token, node, aggregate, position, here, scope);
            }
            abandonIfStopping(node);
            var parts = new VisitParts(graph, index, token.part(), scope);
            NodeResult visited = node.execute(token, position.row(), position.recorded(), parts, here);
            here = here.beyond();
            scope.recorded(visited.recorded());
            if (!(visited instanceof NodeResult.Finished finished)) {
                scope.park(token.part()); // the row's other tokens continue
                return Optional.empty();
            }
            switch (finished.result()) {
                case TransformResult.Success(var output) -> {
                    scope.carries(position.row(), output);
                    position = TokenPosition.at(graph.after(index, finished.route()), output);
                }
                case TransformResult.SuccessMulti(var outputs) -> {
                    if (outputs.isEmpty()) {
                        return ended(token, discarded(token, index), Optional.empty(), scope);
                    }
                    scope.splits(outputs);
                    Optional<GraphNode.Join> join = branches.join(index);
                    if (join.isPresent()) {
                        return expand(token, position.row(), outputs, parts.allocated(), join.get(), scope);
                    }
                    Target to = graph.after(index, Optional.empty());
                    start(tasks(token, to, outputs.subList(1, outputs.size()), parts.allocated(), scope), scope);
                    position = TokenPosition.at(to, outputs.getFirst());
                }
                case TransformResult.Error(var reason, var verdict) -> {
                    Optional<TokenPosition> next = afterError(node, position, reason, verdict);
                    if (next.isEmpty()) {
                        finished.open().ifPresent(scope::hold);
                        TokenOutcome end = failed(token, position.row(), node, finished.attempts(), reason, verdict);
                        return ended(token, end, Optional.of(verdict), scope);
                    }
                    finished.open().ifPresent(open -> scope.recorded(fail(open)));
                    position = next.get();
                }
            }
            leave(token, position.at(), finished.result(), scope);
        }
        return ended(token, end(token.part(), position), Optional.empty(), scope);
    }

    /// A token ends in a group of an aggregate, or fails there if it belongs to none.
    private Optional<Task> enter(
            TokenInfo token,
            TransformExecutor node,
            AggregateTransform aggregate,
            TokenPosition position,
            EarlierVisits here,
            RowScope scope) {
        return switch (aggregate.key(position.row())) {
            case Evaluation.Value(var key) -> {
                var group = new TokenOutcome.GroupEntry(
                        node.node().index(),
                        new String(RowJson.writeValue(key), StandardCharsets.UTF_8),
                        RowMemory.of(ErrorField.drop(position.row())));
                TokenOutcome member = TokenOutcome.member(token.part(), position.row(), group);
                yield ended(token, member, Optional.empty(), scope);
            }
            case Evaluation.Failed(String message) -> {
                Reason reason = Reason.of("expression_error", message);
                TransformResult.Verdict verdict = TransformResult.Verdict.FAILED;
                scope.recorded(node.record(token, here, new Result.Failed(reason, verdict)));
                Optional<TokenPosition> next = afterError(node, position, reason, verdict);
                yield next.isPresent()
                        ? Optional.of(scope.task(token, next.get()))
                        : ended(
                                token,
                                failed(token, position.row(), node, 1, reason, verdict),
                                Optional.of(verdict),
                                scope);
            }
        };
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
    private Optional<Task> fork(
            TokenInfo token, GraphNode.Fork fork, TokenPosition position, EarlierVisits here, RowScope scope)
            throws InterruptedException {
        List<String> labels = List.copyOf(fork.branches().keySet());
        List<Integer> parts = new VisitParts(graph, fork.index(), token.part(), scope).allocate(labels.size());
        scope.recorded(nodes.get(fork.index()).record(token, here, new Result.Forked(labels, parts)));
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < labels.size(); i++) {
            Target to = graph.after(fork.index(), Optional.of(labels.get(i)));
            tasks.addAll(tasks(token, to, List.of(position.row()), List.of(parts.get(i)), scope));
            scope.splits(List.of(position.row()));
        }
        Optional<GraphNode.Join> join = branches.join(fork.index());
        Optional<Task> next = Optional.empty();
        if (join.isEmpty()) {
            next = ended(token, split(token.part()), Optional.empty(), scope);
        } else {
            var open = new OpenJoin(
                    token.part(), join.get(), position.row(), labels, parts, branches.required(fork.index()));
            next = settle(scope.open(open), token, scope);
        }
        start(tasks, scope);
        return next;
    }

    /// The rows of an expansion that a join closes go on as new tokens; the token itself waits.
    private Optional<Task> expand(
            TokenInfo token, Row base, List<Row> outputs, List<Integer> parts, GraphNode.Join join, RowScope scope)
            throws InterruptedException {
        var open =
                new OpenJoin(token.part(), join, base, List.of(), parts, branches.required(join.of(), outputs.size()));
        Optional<Task> next = settle(scope.open(open), token, scope);
        start(tasks(token, graph.after(join.of(), Optional.empty()), outputs, parts, scope), scope);
        return next;
    }

    /// A token that can reach its join no more is lost to it, with the failure that led it away, and goes on alone.
    private void leave(TokenInfo token, Target to, TransformResult result, RowScope scope) throws InterruptedException {
        if (!graph.hasBranches() || !(to instanceof Target.Node(int index))) {
            return;
        }
        Optional<OpenJoin> join = scope.joinOf(token.part());
        if (join.isPresent() && !branches.reaches(index, join.get().join().index())) {
            Optional<RowScope.Decided> decided = result instanceof TransformResult.Error(var reason, var verdict)
                    ? scope.lose(token.part(), reason, Optional.of(verdict))
                    : scope.lose(token.part(), Reason.of("left", "the branch went another way"), Optional.empty());
            if (decided.isPresent()) {
                settle(decided.get(), token, scope).ifPresent(parent -> start(List.of(parent), scope));
            }
        }
    }

    /// A token has ended: its join loses it. Returns the token that goes on from there, if the join has decided.
    private Optional<Task> ended(
            TokenInfo token, TokenOutcome end, Optional<TransformResult.Verdict> verdict, RowScope scope) {
        return scope.end(end, verdict).flatMap(decided -> settle(decided, token, scope));
    }

    /// Carries out what a join decided; returns the parent token if it goes on.
    private Optional<Task> settle(RowScope.Decided decided, TokenInfo cause, RowScope scope) {
        OpenJoin open = decided.join();
        var parent = new TokenInfo(runId, cause.rowSeq(), open.parent());
        return switch (decided.decision()) {
            case JoinDecision.Wait _, JoinDecision.Closed _ -> Optional.empty();
            case JoinDecision.Fire(var trigger, var used, var lost) -> {
                List<Integer> parts = used.stream()
                        .map(branch -> open.parts().get(branch - 1))
                        .toList();
                yield switch (open.join().merge().merge(ErrorField.drop(open.base()), open.arrivals(used))) {
                    case Merged.One(Row merged) -> {
                        Row row = ErrorField.keep(open.base(), merged);
                        var result = new Result.Joined(
                                open.base(),
                                row,
                                trigger.word(),
                                parts,
                                lost.stream().map(one -> lossFacts(open, one)).toList());
                        scope.recorded(nodes.get(open.join().index()).record(parent, EarlierVisits.NOTHING, result));
                        scope.close(open, parts);
                        yield Optional.of(
                                scope.task(parent, TokenPosition.at(open.join().to(), row)));
                    }
                    case Merged.Collides(String field, var labels) ->
                        failJoin(
                                open,
                                parent,
                                Reason.of(
                                                "merge_collision",
                                                "the field '" + field + "' cannot be merged: the branches "
                                                        + String.join(" and ", labels) + " differ")
                                        .with("field", field),
                                TransformResult.Verdict.FAILED,
                                scope);
                    case Merged.Several _ -> throw new IllegalStateException("the join makes several rows");
                };
            }
            case JoinDecision.Fail(var worst, var verdict, var _, var _) ->
                failJoin(open, parent, branchLost(open, worst), verdict, scope);
        };
    }

    private static Reason branchLost(OpenJoin open, Optional<JoinDecision.Loss> worst) {
        return worst.map(loss -> Reason.of(
                                "branch_lost",
                                "the branch '" + open.label(loss.branch()) + "' did not arrive: "
                                        + loss.reason().message())
                        .with("branch", open.label(loss.branch()))
                        .with("cause", loss.reason().code()))
                .orElseGet(() -> Reason.of("branch_lost", "there are fewer branches than the join needs"));
    }

    private static Map<String, @Nullable Object> lossFacts(OpenJoin open, JoinDecision.Loss loss) {
        return Map.of(
                "branch", open.label(loss.branch()), "reason", loss.reason().code());
    }

    private Optional<Task> failJoin(
            OpenJoin open, TokenInfo parent, Reason reason, TransformResult.Verdict verdict, RowScope scope) {
        TransformExecutor node = nodes.get(open.join().index());
        scope.recorded(node.record(parent, EarlierVisits.NOTHING, new Result.Failed(reason, verdict)));
        scope.close(open, List.of());
        TokenPosition position = TokenPosition.at(new Target.Node(open.join().index()), open.base());
        Optional<TokenPosition> next = afterError(node, position, reason, verdict);
        return next.isPresent()
                ? Optional.of(scope.task(parent, next.get()))
                : ended(parent, failed(parent, open.base(), node, 1, reason, verdict), Optional.of(verdict), scope);
    }

    /// The outcome of a token that has passed its last node.
    private static TokenOutcome end(int part, TokenPosition position) {
        return switch (position.at()) {
            case Target.Sink(String sink) ->
                new TokenOutcome(
                        part, Outcome.COMPLETED, Optional.of(position.row()), Optional.empty(), Optional.of(sink));
            case Target.Discard _ ->
                new TokenOutcome(part, Outcome.DISCARDED, Optional.empty(), Optional.empty(), Optional.empty());
            case Target.Node _ -> throw new IllegalStateException("the token is at " + position.at());
        };
    }

    /// The position behind the error edge of a node, if a token that failed so may take it.
    private static Optional<TokenPosition> afterError(
            TransformExecutor node, TokenPosition position, Reason reason, TransformResult.Verdict verdict) {
        return node.node()
                .errorNode(reason, verdict)
                .map(to -> position.failedAt(node.node().name(), reason, to));
    }

    /// Records a rejected visit of a token that goes on, which cannot be held back.
    private long fail(OpenVisit open) {
        rejections.settled(open.rejection().key());
        return open.close().failed();
    }

    private TokenOutcome discarded(TokenInfo token, int node) {
        var failure = new TokenOutcome.Failure(
                Optional.of(node),
                nodes.get(node).node().name(),
                Reason.of(NO_ROWS, "the transform returned no row"),
                1);
        return new TokenOutcome(
                token.part(), Outcome.DISCARDED, Optional.empty(), Optional.of(failure), Optional.empty());
    }

    /// A stopping run sends nothing new; nodes without calls may still finish the row.
    private void abandonIfStopping(TransformExecutor node) {
        boolean callsOut = node.node().plugin().capabilities().contains(Capability.CALLS_OUT);
        if (stop.isImmediate() || (callsOut && stop.requested())) {
            throw new RowAbandonedException();
        }
    }

    private static TokenOutcome failed(
            TokenInfo token,
            Row row,
            TransformExecutor node,
            int attempts,
            Reason reason,
            TransformResult.Verdict verdict) {
        var failure = new TokenOutcome.Failure(
                Optional.of(node.node().index()), node.node().name(), reason, attempts);
        return end(token.part(), row, failure, node.node().onError(), verdict.outcome());
    }

    /// The outcome of a token that did not pass: in its error sink, discarded, or neither. A token that may have
    /// been paid for stays indeterminate even if discarded.
    static TokenOutcome end(int part, Row row, TokenOutcome.Failure failure, OnError onError, Outcome outcome) {
        return switch (onError) {
            case OnError.ToSink(var sink) ->
                new TokenOutcome(part, outcome, Optional.of(row), Optional.of(failure), Optional.of(sink));
            case OnError.Discard _ ->
                new TokenOutcome(
                        part,
                        outcome == Outcome.INDETERMINATE ? outcome : Outcome.DISCARDED,
                        Optional.empty(),
                        Optional.of(failure),
                        Optional.empty());
            case OnError.Stay _, OnError.ToNode _ ->
                new TokenOutcome(part, outcome, Optional.empty(), Optional.of(failure), Optional.empty());
        };
    }
}
