package dev.rowan.testkit.graph;

import static dev.rowan.testkit.graph.ReferenceModel.DISCARD;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
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
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
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
    private final SimulatedJoins closings = new SimulatedJoins(this);
    final List<SimulatedToken> tokens = new ArrayList<>();
    final List<OpenJoin> joins = new ArrayList<>();
    long now;

    SimulatedRun(ReferenceGraph graph, Random random, PlantedBug bug) {
        this.model = graph.model();
        this.script = new ScriptedPlugins();
        this.random = random;
        this.bug = bug;
    }

    ReferenceResult result() {
        sinks.values().forEach(lines -> lines.sort(Comparator.comparing(Line::token)));
        return new ReferenceResult(ends, sinks, derived);
    }

    void row(long rowSeq, Row row, String start) {
        tokens.clear();
        joins.clear();
        now = 0;
        tokens.add(new SimulatedToken(new GraphToken(rowSeq, 0), row, start, null, 0));
        while (true) {
            List<SimulatedToken> ready =
                    tokens.stream().filter(token -> token.ready && !token.done).toList();
            if (!ready.isEmpty()) {
                pass(random.nextInt(3));
                SimulatedToken next = ready.get(random.nextInt(ready.size()));
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
            for (OpenJoin closing : List.copyOf(joins)) {
                Optional<Duration> limit = closing.join.policy().timeout();
                if (!closing.closed
                        && limit.filter(due -> age(closing) >= due.toSeconds()).isPresent()) {
                    closings.expire(closing);
                }
            }
        }
    }

    private long age(OpenJoin closing) {
        return now - closing.since;
    }

    private void visit(SimulatedToken token) {
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

    private void visit(SimulatedToken token, ReferenceNode node) {
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

    void go(SimulatedToken token, String target, Row row) {
        token.target = target;
        token.row = row;
        moved(token);
    }

    /// A token arrives at its join, or is lost to it, as soon as it takes the edge.
    private void moved(SimulatedToken token) {
        OpenJoin around = token.around;
        if (around == null || token.left) {
            return;
        }
        if (token.target.equals(around.join.name())) {
            closings.arrive(token);
        } else if (!model.reaches(token.target, around.join.name())) {
            token.left = true;
            closings.lose(around, token, token.error);
        }
        token.error = Optional.empty();
    }

    private void expand(SimulatedToken token, ReferenceNode.Step step, List<Row> rows) {
        if (rows.isEmpty()) {
            end(token, Ending.DISCARDED, "no_rows", Optional.empty());
            return;
        }
        List<String> targets = rows.stream().map(_ -> step.to()).toList();
        split(token, step, rows, targets, targets);
    }

    private void split(
            SimulatedToken token, ReferenceNode node, List<Row> rows, List<String> targets, List<String> names) {
        Optional<Join> join = model.joinOf(node.name());
        int first = join.isPresent() || node instanceof ReferenceNode.Fork ? 1 : 0;
        long stride = bug == PlantedBug.REUSED_PART ? 1 : model.stride(node);
        Optional<OpenJoin> closing = join.map(found -> new OpenJoin(token, found, now));
        for (int i = first == 0 ? 1 : 0; i < rows.size(); i++) {
            var id = new GraphToken(token.id.row(), token.id.part() + (i + first) * stride);
            var child = new SimulatedToken(id, rows.get(i), targets.get(i), closing.orElse(null), i + 1);
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
            closings.decide(closing.get());
            for (SimulatedToken child : closing.get().children) {
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

    void fail(SimulatedToken token, ReferenceNode node, String code, Verdict verdict) {
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
        var token = new SimulatedToken(new GraphToken(rowSeq, 0), Row.empty(), aggregate.name(), null, 0);
        fail(token, aggregate, code, Verdict.FAILED);
    }

    void end(SimulatedToken token, Ending ending, @Nullable String code, Optional<Verdict> verdict) {
        token.done = true;
        put(token.id, new TokenEnd(ending, Optional.ofNullable(code)));
        if (token.around != null && !token.left && ending != Ending.MERGED) {
            token.left = true;
            closings.lose(token.around, token, verdict);
        }
    }

    void put(GraphToken token, TokenEnd end) {
        if (ends.put(token, end) != null) {
            throw new ChoiceNotAllowedException(token + " ended twice");
        }
    }

    private void line(SimulatedToken token, String sink, Optional<String> error) {
        sinks.computeIfAbsent(sink, _ -> new ArrayList<>()).add(new Line(token.id, clean(token.row), error));
    }

    static Row clean(Row row) {
        return row.without(List.of("_error"));
    }
}
