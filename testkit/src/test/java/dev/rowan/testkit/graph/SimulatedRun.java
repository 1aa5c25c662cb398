package dev.rowan.testkit.graph;

import static dev.rowan.testkit.graph.ReferenceModel.DISCARD;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.testkit.graph.ReferenceChoices.JoinChoice;
import dev.rowan.testkit.graph.ReferenceNode.Join;
import dev.rowan.testkit.graph.ReferenceResult.DerivedRow;
import dev.rowan.testkit.graph.ReferenceResult.Ending;
import dev.rowan.testkit.graph.ReferenceResult.Line;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A small engine that takes tokens in random order and time, event by event, and records what it did: the
/// subject that stands in for the real one in tests of the reference. It may have a planted bug.
final class SimulatedRun {
    final ReferenceModel model;
    final ReferenceScript script;
    final Random random;
    final PlantedBug bug;
    final ReferenceChoices.Builder choices = new ReferenceChoices.Builder();
    final Map<Long, DerivedRow> derived = new TreeMap<>();
    final Map<String, Map<GraphToken, Row>> entered = new LinkedHashMap<>();
    private final Map<GraphToken, TokenEnd> ends = new TreeMap<>();
    private final Map<String, List<Line>> sinks = new TreeMap<>();
    private final List<Token> tokens = new ArrayList<>();
    private final List<Closing> joins = new ArrayList<>();
    private long now;

    SimulatedRun(ReferenceGraph graph, Random random, PlantedBug bug) {
        this.model = graph.model();
        this.script = new ScriptedPlugins();
        this.random = random;
        this.bug = bug;
    }

    private static final class Token {
        private final GraphToken id;
        private final @Nullable Closing around;
        private final int branch;
        private Row row;
        private String target;
        private boolean ready = true;
        private boolean done;
        private boolean left;
        private Optional<Verdict> error = Optional.empty();

        Token(GraphToken id, Row row, String target, @Nullable Closing around, int branch) {
            this.id = id;
            this.row = row;
            this.target = target;
            this.around = around;
            this.branch = branch;
        }
    }

    /// A join that waits for the children of one split.
    private static final class Closing {
        private final Token parent;
        private final Join join;
        private final List<Token> children = new ArrayList<>();
        private final Set<Integer> arrived = new TreeSet<>();
        private final Map<Integer, Optional<Verdict>> lost = new TreeMap<>();
        private final Set<Integer> required = new TreeSet<>();
        private List<String> names = List.of();
        private final long splitAt;
        private long since;
        private boolean closed;

        Closing(Token parent, Join join, long since) {
            this.parent = parent;
            this.join = join;
            this.splitAt = since;
            this.since = since;
        }
    }

    ReferenceResult result() {
        sinks.values().forEach(lines -> lines.sort(Comparator.comparing(Line::token)));
        return new ReferenceResult(ends, sinks, derived);
    }

    void row(long rowSeq, Row row, String start) {
        tokens.clear();
        joins.clear();
        now = 0;
        tokens.add(new Token(new GraphToken(rowSeq, 0), row, start, null, 0));
        while (true) {
            List<Token> ready =
                    tokens.stream().filter(token -> token.ready && !token.done).toList();
            if (!ready.isEmpty()) {
                pass(random.nextInt(3));
                Token next = ready.get(random.nextInt(ready.size()));
                if (next.ready && !next.done) {
                    visit(next);
                }
            } else if (joins.stream().anyMatch(join -> !join.closed && !join.parent.done)) {
                pass(1);
                if (now > 1_000) {
                    throw new ChoiceNotAllowedException("row " + rowSeq + " does not end");
                }
            } else {
                return;
            }
        }
    }

    /// Time passes; timers that are due fire at their time.
    private void pass(long seconds) {
        for (long i = 0; i < seconds; i++) {
            now++;
            for (Closing closing : List.copyOf(joins)) {
                Optional<Duration> limit = closing.join.policy().timeout();
                if (!closing.closed
                        && limit.filter(due -> age(closing) >= due.toSeconds()).isPresent()) {
                    expire(closing);
                }
            }
        }
    }

    private long age(Closing closing) {
        return now - closing.since;
    }

    private void visit(Token token) {
        Optional<ReferenceNode> found = model.node(token.target);
        if (token.target.equals(DISCARD)) {
            end(token, Ending.DISCARDED, null, Optional.empty());
        } else if (found.isEmpty()) {
            Optional<String> kept = model.keepsError(token.target) && token.row.get("_error") instanceof Map<?, ?> error
                    ? Optional.of(String.valueOf(error.get("reason")))
                    : Optional.empty();
            line(token, token.target, kept);
            end(token, Ending.COMPLETED, null, Optional.empty());
        } else {
            visit(token, found.get());
        }
    }

    private void visit(Token token, ReferenceNode node) {
        switch (node) {
            case ReferenceNode.Step step -> {
                switch (script.process(step.plugin(), token.row)) {
                    case TransformResult.Success(Row row) -> go(token, step.to(), row);
                    case TransformResult.SuccessMulti(List<Row> rows) -> expand(token, step, rows);
                    case TransformResult.Error(Reason reason, Verdict verdict) ->
                        fail(token, step, reason.code(), verdict);
                }
            }
            case ReferenceNode.Gate gate -> {
                Optional<String> label = script.evaluate(gate.by(), token.row);
                if (label.isEmpty()) {
                    fail(token, gate, "expression_error", Verdict.FAILED);
                } else if (gate.routes().containsKey(label.get())) {
                    go(token, gate.routes().getOrDefault(label.get(), ""), token.row);
                } else if (gate.otherwise().isPresent()) {
                    go(token, gate.otherwise().get(), token.row);
                } else {
                    fail(token, gate, "no_route", Verdict.FAILED);
                }
            }
            case ReferenceNode.Fork fork -> {
                List<Row> rows =
                        fork.branches().keySet().stream().map(_ -> token.row).toList();
                split(
                        token,
                        fork,
                        rows,
                        List.copyOf(fork.branches().values()),
                        List.copyOf(fork.branches().keySet()));
            }
            case Join join -> throw new ChoiceNotAllowedException(token.id + " cannot join at " + join.name());
            case ReferenceNode.Aggregate aggregate -> {
                if (aggregate
                        .grouping()
                        .by()
                        .filter(by -> script.evaluate(by, token.row).isEmpty())
                        .isPresent()) {
                    fail(token, aggregate, "expression_error", Verdict.FAILED);
                } else {
                    entered.computeIfAbsent(aggregate.name(), _ -> new LinkedHashMap<>())
                            .put(token.id, clean(token.row));
                    end(token, Ending.MERGED, null, Optional.empty());
                }
            }
        }
    }

    private void go(Token token, String target, Row row) {
        token.target = target;
        token.row = row;
        moved(token);
    }

    /// A token arrives at its join, or is lost to it, as soon as it takes the edge.
    private void moved(Token token) {
        Closing around = token.around;
        if (around == null || token.left) {
            return;
        }
        if (token.target.equals(around.join.name())) {
            arrive(token);
        } else if (!model.reaches(token.target, around.join.name())) {
            token.left = true;
            lose(around, token, token.error);
        }
        token.error = Optional.empty();
    }

    private void expand(Token token, ReferenceNode.Step step, List<Row> rows) {
        if (rows.isEmpty()) {
            end(token, Ending.DISCARDED, "no_rows", Optional.empty());
            return;
        }
        List<String> targets = rows.stream().map(_ -> step.to()).toList();
        split(token, step, rows, targets, targets);
    }

    private void split(Token token, ReferenceNode node, List<Row> rows, List<String> targets, List<String> names) {
        Optional<Join> join = model.joinOf(node.name());
        int first = join.isPresent() || node instanceof ReferenceNode.Fork ? 1 : 0;
        long stride = bug == PlantedBug.REUSED_PART ? 1 : model.stride(node);
        Optional<Closing> closing = join.map(found -> new Closing(token, found, now));
        for (int i = first == 0 ? 1 : 0; i < rows.size(); i++) {
            var id = new GraphToken(token.id.row(), token.id.part() + (i + first) * stride);
            var child = new Token(id, rows.get(i), targets.get(i), closing.orElse(null), i + 1);
            closing.ifPresent(found -> found.children.add(child));
            tokens.add(child);
            if (closing.isPresent()
                    && bug != PlantedBug.SKIPPED_SAFETY_BRANCH
                    && model.required(targets.get(i), closing.get().join.name())) {
                closing.get().required.add(i + 1);
            }
        }
        if (closing.isPresent()) {
            closing.get().names = names;
            token.ready = false;
            joins.add(closing.get());
            decide(closing.get());
            for (Token child : closing.get().children) {
                if (!child.done) {
                    moved(child);
                }
            }
        } else if (first == 0) {
            go(token, targets.getFirst(), rows.getFirst());
        } else {
            end(token, Ending.SPLIT, null, Optional.empty());
        }
    }

    private void arrive(Token token) {
        Closing closing = Objects.requireNonNull(token.around);
        token.ready = false;
        token.row = clean(token.row);
        closing.arrived.add(token.branch);
        if (bug == PlantedBug.RESET_TIMER) {
            closing.since = now;
        }
        decide(closing);
    }

    private void lose(Closing closing, Token token, Optional<Verdict> verdict) {
        if (!closing.closed) {
            closing.lost.put(token.branch, verdict);
            decide(closing);
        }
    }

    private void decide(Closing closing) {
        var rules = new ReferenceJoin(closing.join.policy(), closing.children.size(), closing.required);
        rules.decide(closing.arrived, closing.lost.keySet())
                .ifPresent(choice -> close(closing, choice.trigger(), closing.lost.keySet()));
    }

    private void expire(Closing closing) {
        var rules = new ReferenceJoin(closing.join.policy(), closing.children.size(), closing.required);
        Set<Integer> overdue = rules.overdue(closing.arrived, closing.lost.keySet());
        var lost = new TreeSet<>(closing.lost.keySet());
        lost.addAll(overdue);
        overdue.forEach(branch -> closing.lost.put(branch, Optional.of(Verdict.FAILED)));
        close(closing, overdue.isEmpty() ? "timeout" : JoinChoice.FAILED, lost);
    }

    private void close(Closing closing, String trigger, Set<Integer> lost) {
        closing.closed = true;
        var choice = new JoinChoice(
                trigger,
                closing.arrived,
                bug == PlantedBug.UNREPORTED_LOSS ? Set.of() : lost,
                Optional.of(Duration.ofSeconds(now - closing.splitAt)));
        choices.join(closing.parent.id, closing.join.name(), choice);
        if (bug == PlantedBug.DOUBLE_FIRE && random.nextInt(4) == 0) {
            choices.join(closing.parent.id, closing.join.name(), choice);
        }
        for (Token child : closing.children) {
            if (!closing.arrived.contains(child.branch) && !child.done && !child.left) {
                cut(child);
            }
        }
        if (trigger.equals(JoinChoice.FAILED)) {
            closing.arrived.forEach(branch -> discard(closing.children.get(branch - 1)));
            resume(closing.parent);
            fail(closing.parent, closing.join, "branch_lost", worst(closing));
            return;
        }
        merge(closing);
    }

    private static Verdict worst(Closing closing) {
        var verdicts = closing.lost.values().stream().flatMap(Optional::stream).toList();
        return verdicts.contains(Verdict.FAILED) || verdicts.isEmpty() ? Verdict.FAILED : Verdict.BLOCKED;
    }

    private void merge(Closing closing) {
        var rows = new TreeMap<Integer, Row>();
        closing.arrived.forEach(branch -> rows.put(branch, closing.children.get(branch - 1).row));
        resume(closing.parent);
        if (closing.join.merge().equals("rows")) {
            rows.keySet().forEach(branch -> {
                Token child = closing.children.get(branch - 1);
                var alone = new Token(child.id, child.row, closing.join.to(), null, 0);
                child.done = true;
                tokens.add(alone);
            });
            end(closing.parent, Ending.SPLIT, null, Optional.empty());
            return;
        }
        Row base = closing.parent.row;
        Optional<Row> merged = new ReferenceMerge(closing.join, closing.names, clean(base), rows).merge();
        if (merged.isEmpty()) {
            closing.arrived.forEach(branch -> discard(closing.children.get(branch - 1)));
            fail(closing.parent, closing.join, "field_collision", Verdict.FAILED);
            return;
        }
        closing.arrived.forEach(branch -> end(closing.children.get(branch - 1), Ending.MERGED, null, Optional.empty()));
        go(
                closing.parent,
                closing.join.to(),
                base.has("_error") ? merged.get().with("_error", base.get("_error")) : merged.get());
    }

    private static void resume(Token parent) {
        parent.ready = true;
    }

    private void discard(Token token) {
        token.done = true;
        put(token.id, new TokenEnd(Ending.DISCARDED, Optional.of("join_closed")));
    }

    /// Ends a token and what it is waiting for.
    private void cut(Token token) {
        for (Closing inner : List.copyOf(joins)) {
            if (inner.parent.id.equals(token.id) && !inner.closed) {
                inner.closed = true;
                token.target = inner.join.name();
                inner.children.forEach(child -> {
                    if (!child.done && !child.left) {
                        if (inner.arrived.contains(child.branch)) {
                            discard(child);
                        } else {
                            cut(child);
                        }
                    }
                });
            }
        }
        choices.cut(token.id, token.target);
        discard(token);
    }

    private void fail(Token token, ReferenceNode node, String code, Verdict verdict) {
        String target = node.onError().orElse("");
        boolean real = verdict == Verdict.BLOCKED || !node.safety() || bug == PlantedBug.SAFETY_ERROR_WALKS_ON;
        if (model.node(target).isPresent() && real) {
            token.error = Optional.of(verdict);
            go(token, target, token.row.with("_error", Map.of("node", node.name(), "reason", code)));
            return;
        }
        if (model.sinks().contains(target)) {
            line(token, target, Optional.of(code));
        }
        Ending ending =
                target.equals(DISCARD) ? Ending.DISCARDED : verdict == Verdict.BLOCKED ? Ending.BLOCKED : Ending.FAILED;
        end(token, ending, code, Optional.of(verdict));
    }

    void failed(long rowSeq, ReferenceNode.Aggregate aggregate, String code) {
        tokens.clear();
        joins.clear();
        var token = new Token(new GraphToken(rowSeq, 0), Row.empty(), aggregate.name(), null, 0);
        fail(token, aggregate, code, Verdict.FAILED);
    }

    private void end(Token token, Ending ending, @Nullable String code, Optional<Verdict> verdict) {
        token.done = true;
        put(token.id, new TokenEnd(ending, Optional.ofNullable(code)));
        if (token.around != null && !token.left && ending != Ending.MERGED) {
            token.left = true;
            lose(token.around, token, verdict);
        }
    }

    private void put(GraphToken token, TokenEnd end) {
        if (ends.put(token, end) != null) {
            throw new ChoiceNotAllowedException(token + " ended twice");
        }
    }

    private void line(Token token, String sink, Optional<String> error) {
        sinks.computeIfAbsent(sink, _ -> new ArrayList<>()).add(new Line(token.id, clean(token.row), error));
    }

    private static Row clean(Row row) {
        return row.without(List.of("_error"));
    }
}
