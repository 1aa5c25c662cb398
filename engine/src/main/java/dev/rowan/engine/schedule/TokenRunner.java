package dev.rowan.engine.schedule;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.NodeResult;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.resume.PendingRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs a row through the transforms, node by node, on the row's own thread.
///
/// Shared by all rows; stateless.
final class TokenRunner {
    private static final String NO_ROWS = "no_rows";

    private final String runId;
    private final List<TransformExecutor> nodes;
    private final String outputSink;
    private final StopSignal stop;
    private final Time time;

    TokenRunner(String runId, List<TransformExecutor> nodes, String outputSink, StopSignal stop, Time time) {
        this.runId = runId;
        this.nodes = List.copyOf(nodes);
        this.outputSink = outputSink;
        this.stop = stop;
        this.time = time;
    }

    /// Runs the row until each of its tokens has ended or waits for a batch service.
    TokenResult run(long rowSeq, Row row, Instant readAt, long recorded, EarlierVisits earlier, Window.Slot slot)
            throws InterruptedException {
        var progress = new Progress(new ArrayList<>(1), new AtomicInteger(1), recorded, slot);
        run(new TokenInfo(runId, rowSeq, 0), row, 0, earlier, progress);
        return progress.result(rowSeq, readAt, time.instant());
    }

    /// Resumes a row where an earlier process of this run left it, or where it was parked.
    TokenResult resume(PendingRow row, Window.Slot slot) throws InterruptedException {
        var progress = new Progress(new ArrayList<>(1), new AtomicInteger(row.nextPart()), 0, slot);
        for (PendingRow.Token token : row.tokens()) {
            var info = new TokenInfo(runId, row.rowSeq(), token.part());
            Optional<TokenOutcome> end = token.failed().flatMap(failed -> endOf(info, row, token, failed));
            if (end.isPresent()) {
                progress.ends.add(end.get());
            } else {
                var earlier = new EarlierVisits(token.visits(), token.failures(), row.calls(), List.of());
                run(info, token.row(), token.node(), earlier, progress);
            }
        }
        return progress.result(row.rowSeq(), row.readAt(), time.instant());
    }

    /// The outcome of a token whose last visit failed for good; empty if it may be visited again.
    private Optional<TokenOutcome> endOf(
            TokenInfo info, PendingRow row, PendingRow.Token token, PendingRow.Failed failed) {
        TransformExecutor node = nodes.get(token.node());
        if (failed.reason().code().equals(NO_ROWS)) {
            return Optional.of(discarded(info, token.node()));
        }
        return node.isFinal(failed.reason(), token.failures())
                ? Optional.of(failed(info, token.row(), node, attempts(row, token), failed.reason(), failed.verdict()))
                : Optional.empty();
    }

    /// The attempts of the token at its node: of its calls, or its visits if it made none.
    private static int attempts(PendingRow row, PendingRow.Token token) {
        int sent = row.calls().stream()
                .filter(call -> call.key().part() == token.part() && call.key().node() == token.node())
                .mapToInt(PendingRow.PastCall::attempts)
                .sum();
        return sent > 0 ? sent : token.visits();
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

    private void run(TokenInfo token, Row row, int from, EarlierVisits earlier, Progress progress)
            throws InterruptedException {
        Row carried = row;
        for (int i = from; i < nodes.size(); i++) {
            TransformExecutor node = nodes.get(i);
            abandonIfStopping(node);
            int firstNewPart = progress.parts.get();
            EarlierVisits here = i == from ? earlier : earlier.beyond();
            NodeResult visited = node.execute(token, carried, progress.parts, here);
            progress.recorded = Math.max(progress.recorded, visited.recorded());
            if (!(visited instanceof NodeResult.Finished finished)) {
                progress.parked = true; // the row's other tokens continue
                return;
            }
            finished.open().ifPresent(progress.open::add);
            switch (finished.result()) {
                case TransformResult.Success(var output) -> {
                    progress.carries(carried, output);
                    carried = output;
                }
                case TransformResult.SuccessMulti(var outputs) -> {
                    progress.splits(outputs);
                    split(token, outputs, firstNewPart, i, earlier.beyond(), progress);
                    return;
                }
                case TransformResult.Error(var reason, var verdict) -> {
                    progress.ends.add(failed(token, carried, node, finished.attempts(), reason, verdict));
                    return;
                }
            }
        }
        progress.ends.add(new TokenOutcome(
                token.part(), Outcome.COMPLETED, Optional.of(carried), Optional.empty(), Optional.of(outputSink)));
    }

    /// The first row continues as this token, the others as new ones; no row at all ends the token here.
    private void split(
            TokenInfo token, List<Row> outputs, int firstNewPart, int node, EarlierVisits earlier, Progress progress)
            throws InterruptedException {
        if (outputs.isEmpty()) {
            progress.ends.add(discarded(token, node));
            return;
        }
        run(token, outputs.getFirst(), node + 1, earlier, progress);
        for (int i = 1; i < outputs.size(); i++) {
            var child = new TokenInfo(runId, token.rowSeq(), firstNewPart + i - 1);
            run(child, outputs.get(i), node + 1, earlier, progress);
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
            case OnError.Stay _ ->
                new TokenOutcome(part, outcome, Optional.empty(), Optional.of(failure), Optional.empty());
        };
    }
}
