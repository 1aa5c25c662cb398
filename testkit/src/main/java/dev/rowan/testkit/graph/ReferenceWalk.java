package dev.rowan.testkit.graph;

import static dev.rowan.testkit.graph.ReferenceModel.DISCARD;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.testkit.graph.ReferenceResult.DerivedRow;
import dev.rowan.testkit.graph.ReferenceResult.Ending;
import dev.rowan.testkit.graph.ReferenceResult.Line;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Walks tokens to their ends. Owned by one thread.
final class ReferenceWalk {
    static final String ERROR = "_error";
    static final String CLOSED = "join_closed";

    final ReferenceModel model;
    final ReferenceChoices choices;
    private final ReferenceScript script;
    /// The next part of the row where parts are counted.
    int nextPart;
    private final ReferenceSplits splits = new ReferenceSplits(this);
    private final Map<GraphToken, TokenEnd> ends = new TreeMap<>();
    private final Map<String, List<Line>> sinks = new TreeMap<>();
    private final Map<String, List<Member>> members = new LinkedHashMap<>();

    ReferenceWalk(ReferenceModel model, ReferenceScript script, ReferenceChoices choices) {
        this.model = model;
        this.script = script;
        this.choices = choices;
    }

    /// A token that entered a group.
    record Member(GraphToken token, String key, Row row) {}

    /// The join around a token, if any, and whether it has closed without the token's branch, so that the token
    /// may be cut.
    record Scope(Optional<String> join, boolean closed) {
        static final Scope NONE = new Scope(Optional.empty(), false);
    }

    /// What a token is to the join around it.
    sealed interface Fate {
        record Arrived(Row row) implements Fate {}

        /// It does not arrive: it ended or went elsewhere.
        record Lost(Optional<Verdict> verdict) implements Fate {}

        record Cut() implements Fate {}
    }

    /// Where a token is: at a target, with a row; `lost` once it cannot reach its join any more.
    record Position(GraphToken token, Row row, String target, Scope scope, Optional<Fate.Lost> lost) {
        Position to(String next, Row carried) {
            return new Position(token, carried, next, scope, lost);
        }

        Position lost(Optional<Verdict> verdict) {
            return new Position(token, row, target, scope, lost.or(() -> Optional.of(new Fate.Lost(verdict))));
        }
    }

    /// A visit's result: the token is somewhere else, or its fate is known.
    sealed interface Move {
        record On(Position position, Optional<Verdict> error) implements Move {}

        record Done(Fate fate) implements Move {}
    }

    void start(long rowSeq, Row row, String target) {
        nextPart = 1;
        walk(new Position(new GraphToken(rowSeq, 0), row, target, Scope.NONE, Optional.empty()));
    }

    /// A derived row that fails at the aggregate that made it; it has no values.
    void startFailed(long rowSeq, ReferenceNode.Aggregate aggregate, Reason reason) {
        var at = new Position(new GraphToken(rowSeq, 0), Row.empty(), aggregate.name(), Scope.NONE, Optional.empty());
        if (fail(at, aggregate, reason, Verdict.FAILED) instanceof Move.On(Position next, var _)) {
            walk(next);
        }
    }

    Fate walk(Position start) {
        Position at = start;
        Optional<Verdict> error = Optional.empty();
        while (true) {
            Optional<String> join = at.scope().join();
            String target = at.target();
            if (target.equals(choices.cut().get(at.token()))) {
                return cut(at);
            }
            if (join.isPresent() && at.lost().isEmpty() && !model.reaches(target, join.get())) {
                at = at.lost(error);
            }
            switch (visit(at)) {
                case Move.Done(Fate fate) -> {
                    return at.lost().map(lost -> (Fate) lost).orElse(fate);
                }
                case Move.On(Position next, var failed) -> {
                    at = next;
                    error = failed;
                }
            }
        }
    }

    private Move visit(Position at) {
        if (at.target().equals(DISCARD)) {
            return end(at, new TokenEnd(Ending.DISCARDED, Optional.empty()), Optional.empty());
        }
        Optional<ReferenceNode> found = model.node(at.target());
        if (found.isEmpty()) {
            Optional<String> error = model.keepsError(at.target()) ? errorOf(at.row()) : Optional.empty();
            line(at.target(), at, error);
            return end(at, TokenEnd.of(Ending.COMPLETED), Optional.empty());
        }
        ReferenceNode node = found.get();
        if (node.name().equals(at.scope().join().orElse(""))) {
            return new Move.Done(new Fate.Arrived(withoutError(at.row())));
        }
        return switch (node) {
            case ReferenceNode.Step step -> step(at, step);
            case ReferenceNode.Gate gate -> gate(at, gate);
            case ReferenceNode.Fork fork -> splits.fork(at, fork);
            case ReferenceNode.Aggregate aggregate -> enter(at, aggregate);
            case ReferenceNode.Join join ->
                throw new ChoiceNotAllowedException(at.token() + " is at '" + join.name() + "', which it cannot join");
        };
    }

    /// The token ends because the join around it has closed.
    Fate cut(Position at) {
        if (!at.scope().closed() || at.lost().isPresent()) {
            throw new ChoiceNotAllowedException(at.token() + " was cut off at '"
                    + choices.cut().get(at.token()) + "', but no join around it had closed without it");
        }
        put(at.token(), new TokenEnd(Ending.DISCARDED, Optional.of(CLOSED)));
        return new Fate.Cut();
    }

    private Move step(Position at, ReferenceNode.Step step) {
        return switch (script.process(step.plugin(), at.row())) {
            case TransformResult.Success(Row row) -> new Move.On(at.to(step.to(), row), Optional.empty());
            case TransformResult.SuccessMulti(List<Row> rows) ->
                rows.isEmpty()
                        ? end(at, new TokenEnd(Ending.DISCARDED, Optional.of("no_rows")), Optional.empty())
                        : splits.expansion(at, step, rows);
            case TransformResult.Error(Reason reason, Verdict verdict) -> fail(at, step, reason, verdict);
        };
    }

    private Move gate(Position at, ReferenceNode.Gate gate) {
        Optional<String> label = script.evaluate(gate.by(), at.row());
        if (label.isEmpty()) {
            return fail(at, gate, Reason.of("expression_error", "the expression fails"), Verdict.FAILED);
        }
        Optional<String> target =
                Optional.ofNullable(gate.routes().get(label.get())).or(gate::otherwise);
        return target.<Move>map(next -> new Move.On(at.to(next, at.row()), Optional.empty()))
                .orElseGet(() -> fail(at, gate, Reason.of("no_route", "no route has this label"), Verdict.FAILED));
    }

    private Move enter(Position at, ReferenceNode.Aggregate aggregate) {
        Optional<String> key = aggregate
                .grouping()
                .by()
                .map(by -> script.evaluate(by, at.row()))
                .orElse(Optional.of(""));
        if (key.isEmpty()) {
            return fail(at, aggregate, Reason.of("expression_error", "the expression fails"), Verdict.FAILED);
        }
        members.computeIfAbsent(aggregate.name(), _ -> new ArrayList<>())
                .add(new Member(at.token(), key.get(), withoutError(at.row())));
        return end(at, TokenEnd.of(Ending.MERGED), Optional.empty());
    }

    /// A failed token ends, in a sink or not, or continues with its error: never one that may have been paid for,
    /// and from a safety transform only one that it blocked.
    Move fail(Position at, ReferenceNode node, Reason reason, Verdict verdict) {
        Ending ending = switch (verdict) {
            case BLOCKED -> Ending.BLOCKED;
            case FAILED -> Ending.FAILED;
            case INDETERMINATE -> Ending.INDETERMINATE;
        };
        String target = node.onError().orElse("");
        if (target.equals(DISCARD) && verdict != Verdict.INDETERMINATE) {
            ending = Ending.DISCARDED;
        }
        if (model.sinks().contains(target)) {
            line(target, at, Optional.of(reason.code()));
        }
        boolean goesOn = verdict == Verdict.BLOCKED || (verdict == Verdict.FAILED && !node.safety());
        if (model.node(target).isPresent() && goesOn) {
            Row row = at.row().with(ERROR, Map.of("node", node.name(), "reason", reason.code()));
            return new Move.On(at.to(target, row), Optional.of(verdict));
        }
        return end(at, new TokenEnd(ending, Optional.of(reason.code())), Optional.of(verdict));
    }

    Move end(Position at, TokenEnd end, Optional<Verdict> verdict) {
        put(at.token(), end);
        return new Move.Done(new Fate.Lost(verdict));
    }

    void put(GraphToken token, TokenEnd end) {
        if (ends.put(token, end) != null) {
            throw new IllegalStateException(token + " has two ends");
        }
    }

    private void line(String sink, Position at, Optional<String> error) {
        sinks.computeIfAbsent(sink, _ -> new ArrayList<>()).add(new Line(at.token(), withoutError(at.row()), error));
    }

    static Row withoutError(Row row) {
        return row.without(List.of(ERROR));
    }

    private static Optional<String> errorOf(Row row) {
        return row.get(ERROR) instanceof Map<?, ?> error
                ? Optional.of(String.valueOf(error.get("reason")))
                : Optional.empty();
    }

    List<Member> members(String aggregate) {
        return members.getOrDefault(aggregate, List.of());
    }

    ReferenceResult result(Map<Long, DerivedRow> derived) {
        choices.cut().keySet().forEach(token -> {
            if (!new TokenEnd(Ending.DISCARDED, Optional.of(CLOSED)).equals(ends.get(token))) {
                throw new ChoiceNotAllowedException(token + " cannot have been cut off: " + ends.get(token));
            }
        });
        sinks.values().forEach(lines -> lines.sort(Comparator.comparing(Line::token)));
        return new ReferenceResult(ends, sinks, derived);
    }
}
