package dev.rowan.engine.schedule;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.release.TokenOutcome;
import java.util.Optional;

/// The outcomes of tokens.
final class TokenEnds {
    static final String NO_ROWS = "no_rows";

    private TokenEnds() {}

    /// The outcome of a token that continues as its branches.
    static TokenOutcome split(int part) {
        return new TokenOutcome(part, Outcome.SPLIT, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// The outcome of a token that has passed its last node.
    static TokenOutcome passed(int part, TokenPosition position) {
        return switch (position.at()) {
            case Target.Sink(String sink) ->
                new TokenOutcome(
                        part, Outcome.COMPLETED, Optional.of(position.row()), Optional.empty(), Optional.of(sink));
            case Target.Discard _ ->
                new TokenOutcome(part, Outcome.DISCARDED, Optional.empty(), Optional.empty(), Optional.empty());
            case Target.Node _ -> throw new IllegalStateException("the token is at " + position.at());
        };
    }

    /// The outcome of a token of which a transform made no row.
    static TokenOutcome noRows(int part, TransformNode node) {
        var failure = new TokenOutcome.Failure(
                Optional.of(node.index()), node.name(), Reason.of(NO_ROWS, "the transform returned no row"), 1);
        return new TokenOutcome(part, Outcome.DISCARDED, Optional.empty(), Optional.of(failure), Optional.empty());
    }

    /// The outcome of a token that failed at a node.
    static TokenOutcome failed(int part, Row row, TransformNode node, int attempts, Reason reason, Verdict verdict) {
        var failure = new TokenOutcome.Failure(Optional.of(node.index()), node.name(), reason, attempts);
        return failed(part, row, failure, node.onError(), verdict.outcome());
    }

    /// The outcome of a token that did not pass: in its error sink, discarded, or neither. A token that may have
    /// been paid for stays indeterminate even if discarded.
    static TokenOutcome failed(int part, Row row, TokenOutcome.Failure failure, OnError onError, Outcome outcome) {
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

    /// The position behind the error edge of a node, if a token that failed so may take it.
    static Optional<TokenPosition> afterError(
            TransformNode node, TokenPosition position, Reason reason, Verdict verdict) {
        return node.errorNode(reason, verdict).map(to -> position.failedAt(node.name(), reason, to));
    }
}
