package dev.rowan.engine.plan;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.CallPlanner.Plan;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.GateTransform;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.PlannedRow.End;
import dev.rowan.engine.plan.PlannedRow.Part;
import dev.rowan.engine.plan.PlannedRow.Step;
import dev.rowan.engine.transform.LocalTransform;
import dev.rowan.engine.transform.RoutedResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Plans one row without sending anything: local transforms process it, others are asked what they would send, and
/// the row continues as if no answer stopped it. Owned by the planner's thread; one per row.
final class RowPlanner {
    private static final String PLAN = "plan";

    private final Pipeline pipeline;
    private final LocalTransform local;
    private final long rowSeq;
    private final List<Part> parts = new ArrayList<>();
    private int tokens = 1;

    private RowPlanner(Pipeline pipeline, Time time, long rowSeq) {
        this.pipeline = pipeline;
        this.local = new LocalTransform(time);
        this.rowSeq = rowSeq;
    }

    static List<Part> walk(Pipeline pipeline, Time time, long rowSeq, Optional<String> source, Row row)
            throws InterruptedException {
        var walk = new RowPlanner(pipeline, time, rowSeq);
        walk.walk(0, PlanningRow.of(row), pipeline.graph().start(source));
        return List.copyOf(walk.parts);
    }

    /// The step after a node.
    private sealed interface Next {
        record Goes(PlanningRow row, Target to) implements Next {}

        record Splits(List<PlanningRow> rows) implements Next {}

        record Ends(End end) implements Next {}
    }

    /// The branches of a fork that are still to be planned, and its join.
    private record OpenFork(Deque<Target> rest, Optional<GraphNode.Join> join) {}

    /// Branches are planned one after another, each with what those before it added.
    private void walk(int part, PlanningRow row, Target from) throws InterruptedException {
        var steps = new ArrayList<Step>();
        var forks = new ArrayDeque<OpenFork>();
        PlanningRow carried = row;
        Target at = from;
        while (true) {
            Optional<Target> branch = endOfBranch(at, forks);
            if (branch.isPresent()) {
                at = branch.get();
                continue;
            }
            if (!(at instanceof Target.Node(int index))) {
                break;
            }
            if (pipeline.graph().nodes().get(index) instanceof GraphNode.Fork fork) {
                var rest = new ArrayDeque<Target>(fork.branches().values());
                at = rest.removeFirst();
                forks.push(new OpenFork(rest, pipeline.graph().joinOf(index)));
                continue;
            }
            if (part > 0 && isClosing(index)) {
                parts.add(new Part(
                        part,
                        steps,
                        new End.Joins(pipeline.transforms().get(index).name())));
                return;
            }
            TransformNode node = pipeline.transforms().get(index);
            switch (visit(node, part, carried, steps)) {
                case Next.Goes(var on, var to) -> {
                    carried = on;
                    at = to;
                }
                case Next.Ends(var end) -> {
                    parts.add(new Part(part, steps, end));
                    return;
                }
                case Next.Splits(var rows) -> {
                    split(part, rows, after(node), steps);
                    return;
                }
            }
        }
        parts.add(new Part(
                part, steps, at instanceof Target.Sink(String sink) ? new End.Arrives(sink) : new End.Discarded()));
    }

    /// Where to go on from the end of a branch: at the next branch, or behind the join.
    private static Optional<Target> endOfBranch(Target at, Deque<OpenFork> forks) {
        if (forks.isEmpty()) {
            return Optional.empty();
        }
        OpenFork fork = forks.peek();
        boolean joins = fork.join()
                .filter(join -> at.equals(new Target.Node(join.index())))
                .isPresent();
        if (!joins && at instanceof Target.Node) {
            return Optional.empty();
        }
        if (!fork.rest().isEmpty()) {
            return Optional.of(fork.rest().removeFirst());
        }
        forks.pop();
        return fork.join().map(GraphNode.Join::to);
    }

    /// Whether the rows of an expansion end at `node`, but for the first.
    private boolean isClosing(int node) {
        return pipeline.graph().nodes().get(node) instanceof GraphNode.Join join
                && !(pipeline.graph().nodes().get(join.of()) instanceof GraphNode.Fork);
    }

    private Target after(TransformNode node) {
        return pipeline.graph().after(node.index(), Optional.empty());
    }

    /// The first row continues as this part, the others as new ones, as in a run.
    private void split(int part, List<PlanningRow> rows, Target from, List<Step> steps) throws InterruptedException {
        int firstNew = tokens;
        tokens += rows.size() - 1;
        int at = parts.size();
        walk(part, rows.getFirst(), from);
        Part first = parts.get(at);
        steps.addAll(first.steps());
        parts.set(at, new Part(part, steps, first.end()));
        for (int i = 1; i < rows.size(); i++) {
            walk(firstNew + i - 1, rows.get(i), from);
        }
    }

    private Next visit(TransformNode node, int part, PlanningRow row, List<Step> steps) throws InterruptedException {
        boolean callsOut = node.plugin().capabilities().contains(Capability.CALLS_OUT);
        return switch (node.transform()) {
            case RowTransform transform
            when transform instanceof GateTransform || transform instanceof RowSelector -> {
                var token = new TokenInfo(PLAN, rowSeq, part);
                yield route(
                        node,
                        row,
                        local.process(node, transform, token, row.known()),
                        local.process(node, transform, token, row.guessed()));
            }
            case RowTransform transform
            when !callsOut -> {
                var token = new TokenInfo(PLAN, rowSeq, part);
                TransformResult known =
                        local.process(node, transform, token, row.known()).result();
                yield row.certain()
                        ? certain(node, row, known)
                        : uncertain(
                                node,
                                row,
                                known,
                                local.process(node, transform, token, row.guessed())
                                        .result());
            }
            case RowTransform transform
            when transform instanceof CallPlanner planner -> calls(node, planner, row, steps);
            case RowTransform _, BatchTransform _ -> {
                if (callsOut) {
                    steps.add(new Step.Untold(node));
                }
                yield new Next.Ends(new End.Unknown(node.name()));
            }
        };
    }

    /// A route that depends on an answer is that of the guess.
    private Next route(TransformNode node, PlanningRow row, RoutedResult known, RoutedResult guessed) {
        if (guessed.route().isPresent()) {
            return new Next.Goes(row, pipeline.graph().after(node.index(), guessed.route()));
        }
        return known.equals(guessed) && guessed.result() instanceof TransformResult.Error(var reason, var verdict)
                ? stops(node, row, reason, verdict)
                : new Next.Ends(new End.Unknown(row.waitsFor()));
    }

    private Next certain(TransformNode node, PlanningRow row, TransformResult result) {
        return switch (result) {
            case TransformResult.Success(var output) -> new Next.Goes(PlanningRow.of(output), after(node));
            case TransformResult.SuccessMulti(var outputs) when outputs.isEmpty() -> noRows(node);
            case TransformResult.SuccessMulti(var outputs) ->
                new Next.Splits(outputs.stream().map(PlanningRow::of).toList());
            case TransformResult.Error(var reason, var verdict) -> stops(node, row, reason, verdict);
        };
    }

    /// The result of a local node for a row with unknown answers.
    private Next uncertain(TransformNode node, PlanningRow row, TransformResult known, TransformResult guessed) {
        if (known.equals(guessed) && known instanceof TransformResult.Error(var reason, var verdict)) {
            return stops(node, row, reason, verdict);
        }
        return switch (guessed) {
            case TransformResult.Success(var output) -> new Next.Goes(behind(row, known, output), after(node));
            case TransformResult.SuccessMulti(var outputs)
            when !outputs.isEmpty() ->
                new Next.Splits(IntStream.range(0, outputs.size())
                        .mapToObj(i -> row.passed(outputs.get(i)))
                        .toList());
            case TransformResult.SuccessMulti _, TransformResult.Error _ ->
                new Next.Ends(new End.Unknown(row.waitsFor()));
        };
    }

    private static PlanningRow behind(PlanningRow row, TransformResult known, Row output) {
        return known instanceof TransformResult.Success(var sure)
                ? new PlanningRow(sure, output, row.waitsFor())
                : row.passed(output);
    }

    private Next calls(TransformNode node, CallPlanner planner, PlanningRow row, List<Step> steps) {
        Plan known = plan(node, planner, row.known());
        Plan guessed = row.certain() ? known : plan(node, planner, row.guessed());
        boolean same = PlanComparison.of(known, guessed);
        return switch (guessed) {
            case Plan.Ends(var reason) ->
                same ? stops(node, row, reason, Verdict.FAILED) : new Next.Ends(new End.Unknown(row.waitsFor()));
            case Plan.Sends(var calls) -> {
                steps.add(same ? new Step.Sends(node, calls) : new Step.Unknown(node, row.waitsFor(), calls));
                yield new Next.Goes(row.answered(node.name(), planner.adds(), calls), after(node));
            }
        };
    }

    private static Plan plan(TransformNode node, CallPlanner planner, Row row) {
        Optional<Reason> violation = node.schema().check(row);
        return violation.isPresent() ? new Plan.Ends(violation.get()) : planner.plan(row);
    }

    private static Next noRows(TransformNode node) {
        return new Next.Ends(new End.Stops(
                node.name(),
                Reason.of("no_rows", "the transform returned no row"),
                Outcome.DISCARDED,
                Optional.empty()));
    }

    private static Next stops(TransformNode node, PlanningRow row, Reason reason, Verdict verdict) {
        return node.errorNode(reason, verdict)
                .<Next>map(to -> new Next.Goes(row.with(ErrorField.NAME, ErrorField.of(node.name(), reason)), to))
                .orElseGet(() -> new Next.Ends(stopped(node.name(), reason, verdict.outcome(), node.onError())));
    }

    /// The end of a row that does not pass.
    static End stopped(String node, Reason reason, Outcome outcome, OnError onError) {
        return switch (onError) {
            case OnError.ToSink(var sink) -> new End.Stops(node, reason, outcome, Optional.of(sink));
            case OnError.Discard _ -> new End.Stops(node, reason, Outcome.DISCARDED, Optional.empty());
            case OnError.Stay _, OnError.ToNode _ -> new End.Stops(node, reason, outcome, Optional.empty());
        };
    }
}
