package dev.rowan.engine.schedule;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.NodeResult;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Failed;
import dev.rowan.landscape.resume.PendingRow.Visited;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs a row through the graph, node by node, on the row's own thread.
///
/// Shared by all rows; stateless.
final class TokenRunner {
    private static final String NO_ROWS = "no_rows";

    private final String runId;
    private final Graph graph;
    private final List<TransformExecutor> nodes;
    private final RejectionSeries rejections;
    private final StopSignal stop;
    private final Time time;

    TokenRunner(Graph graph, List<TransformExecutor> nodes, RunComponents parts) {
        this.runId = parts.reportedRunId();
        this.graph = graph;
        this.nodes = List.copyOf(nodes);
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
        var progress = new Progress(new ArrayList<>(1), new AtomicInteger(1), recorded, slot);
        run(new TokenInfo(runId, rowSeq, 0), TokenPosition.at(graph.start(source), row), earlier, progress);
        return progress.result(rowSeq, readAt, time.instant());
    }

    /// Resumes a row where an earlier process of this run left it, or where it was parked.
    TokenResult resume(PendingRow row, Window.Slot slot) throws InterruptedException {
        var progress = new Progress(new ArrayList<>(1), new AtomicInteger(row.nextPart()), 0, slot);
        for (PendingRow.Token token : row.tokens()) {
            var info = new TokenInfo(runId, row.rowSeq(), token.part());
            resume(info, row, token, progress);
        }
        return progress.result(row.rowSeq(), row.readAt(), time.instant());
    }

    /// A token whose last visit failed for good takes its error edge or ends; others go on.
    private void resume(TokenInfo info, PendingRow row, PendingRow.Token token, Progress progress)
            throws InterruptedException {
        TokenPosition position = TokenPosition.of(graph, row.source(), token);
        var earlier = new EarlierVisits(
                token.visited().map(Visited::visits).orElse(0),
                token.visited().map(Visited::failures).orElse(0),
                row.calls(),
                List.of());
        Optional<Visited> ended = token.visited().filter(this::isEnded);
        if (ended.isEmpty()) {
            run(info, position, earlier, progress);
            return;
        }
        TransformExecutor node = nodes.get(ended.get().node());
        Failed failed = ended.get().failed().orElseThrow();
        if (failed.reason().code().equals(NO_ROWS)) {
            progress.ends.add(discarded(info, node.node().index()));
            return;
        }
        Optional<TokenPosition> next = afterError(node, position, failed.reason(), failed.verdict());
        if (next.isPresent()) {
            run(info, next.get(), earlier.beyond(), progress);
        } else {
            int attempts = attempts(row, token.part(), ended.get());
            progress.ends.add(failed(info, position.row(), node, attempts, failed.reason(), failed.verdict()));
        }
    }

    /// Whether the last visit failed for good.
    private boolean isEnded(Visited visited) {
        return visited.failed()
                .map(Failed::reason)
                .filter(reason -> reason.code().equals(NO_ROWS)
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

    /// The state of one row's run; owned by its thread.
    private static final class Progress {
        private final List<TokenOutcome> ends;
        private final AtomicInteger parts;
        private final Window.Slot slot;
        private long recorded;
        private boolean parked;
        private final List<OpenVisit> open = new ArrayList<>(0);

        Progress(List<TokenOutcome> ends, AtomicInteger parts, long recorded, Window.Slot slot) {
            this.ends = ends;
            this.parts = parts;
            this.recorded = recorded;
            this.slot = slot;
        }

        /// Counts the growth of a token's values; the same row is not measured again.
        @SuppressWarnings("ReferenceEquality")
        void carries(Row before, Row after) {
            if (before != after) {
                slot.grow(RowMemory.inFlight(after) - RowMemory.inFlight(before));
            }
        }

        void splits(List<Row> outputs) {
            for (Row output : outputs) {
                slot.grow(RowMemory.of(output));
            }
        }

        TokenResult result(long rowSeq, Instant readAt, Instant endedAt) {
            if (parked) {
                return new TokenResult.Parked(recorded, List.copyOf(open));
            }
            ends.sort(Comparator.comparingInt(TokenOutcome::part)); // parts made of parts come last
            var finished = new FinishedRow.Detailed(rowSeq, readAt, endedAt, recorded, List.copyOf(ends));
            return open.isEmpty()
                    ? new TokenResult.Ended(finished)
                    : new TokenResult.Rejected(finished, List.copyOf(open));
        }
    }

    private void run(TokenInfo token, TokenPosition from, EarlierVisits earlier, Progress progress)
            throws InterruptedException {
        TokenPosition position = from;
        EarlierVisits here = earlier;
        while (position.at() instanceof Target.Node(int index)) {
            TransformExecutor node = nodes.get(index);
            abandonIfStopping(node);
            int firstNewPart = progress.parts.get();
            NodeResult visited = node.execute(token, position.row(), position.recorded(), progress.parts, here);
            here = earlier.beyond();
            progress.recorded = Math.max(progress.recorded, visited.recorded());
            if (!(visited instanceof NodeResult.Finished finished)) {
                progress.parked = true; // the row's other tokens continue
                return;
            }
            switch (finished.result()) {
                case TransformResult.Success(var output) -> {
                    progress.carries(position.row(), output);
                    position = TokenPosition.at(graph.after(index, finished.route()), output);
                }
                case TransformResult.SuccessMulti(var outputs) -> {
                    progress.splits(outputs);
                    split(token, outputs, firstNewPart, index, here, progress);
                    return;
                }
                case TransformResult.Error(var reason, var verdict) -> {
                    Optional<TokenPosition> next = afterError(node, position, reason, verdict);
                    if (next.isEmpty()) {
                        finished.open().ifPresent(progress.open::add);
                        progress.ends.add(failed(token, position.row(), node, finished.attempts(), reason, verdict));
                        return;
                    }
                    finished.open().ifPresent(open -> progress.recorded = Math.max(progress.recorded, fail(open)));
                    position = next.get();
                }
            }
        }
        progress.ends.add(end(token.part(), position));
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
    private long fail(NodeResult.OpenVisit open) {
        rejections.settled(open.rejection().key());
        return open.close().failed();
    }

    /// The first row continues as this token, the others as new ones; no row at all ends the token here.
    private void split(
            TokenInfo token, List<Row> outputs, int firstNewPart, int node, EarlierVisits earlier, Progress progress)
            throws InterruptedException {
        if (outputs.isEmpty()) {
            progress.ends.add(discarded(token, node));
            return;
        }
        Target to = graph.after(node, Optional.empty());
        run(token, TokenPosition.at(to, outputs.getFirst()), earlier, progress);
        for (int i = 1; i < outputs.size(); i++) {
            var child = new TokenInfo(runId, token.rowSeq(), firstNewPart + i - 1);
            run(child, TokenPosition.at(to, outputs.get(i)), earlier, progress);
        }
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
