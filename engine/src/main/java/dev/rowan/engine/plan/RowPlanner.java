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
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.GateTransform;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.JoinPolicy;
import dev.rowan.engine.graph.Merge;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.PlannedRow.Alternative;
import dev.rowan.engine.plan.PlannedRow.End;
import dev.rowan.engine.plan.PlannedRow.Part;
import dev.rowan.engine.plan.PlannedRow.Step;
import dev.rowan.engine.transform.LocalTransform;
import dev.rowan.engine.transform.RoutedResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Plans one row without sending anything: local transforms process it, others are asked what they would send, and
/// the row continues as if no answer stopped it. Each branch is planned with the row at its split; behind a gate
/// whose label depends on an answer, all routes are followed. Owned by the planner's thread; one per row.
final class RowPlanner {
    private static final String PLAN = "plan";
    private static final int NO_JOIN = -1;

    /// How many gates behind each other are followed along all their routes.
    private static final int DEEPEST = 5;

    private final Pipeline pipeline;
    private final LocalTransform local;
    private final long rowSeq;
    private final List<Part> parts = new ArrayList<>();
    private int tokens = 1;
    private int depth;

    private RowPlanner(Pipeline pipeline, Time time, long rowSeq) {
        this.pipeline = pipeline;
        this.local = new LocalTransform(time);
        this.rowSeq = rowSeq;
    }

    static List<Part> walk(Pipeline pipeline, Time time, long rowSeq, Optional<String> source, Row row)
            throws InterruptedException {
        var planner = new RowPlanner(pipeline, time, rowSeq);
        planner.whole(Token.ROW, PlanningRow.of(row), pipeline.graph().start(source));
        return List.copyOf(planner.parts);
    }

    /// The step after a node.
    private sealed interface Next {
        record Goes(PlanningRow row, Target to) implements Next {}

        record Splits(List<PlanningRow> rows) implements Next {}

        /// Its route depends on an answer.
        record Chooses(String before) implements Next {}

        record Ends(End end) implements Next {}
    }

    /// A token: its number, and its branch if a join closes it.
    private record Token(int number, String branch) {
        static final Token ROW = new Token(0, "");
    }

    /// Where a token got to: to the join that it belongs to, or to its end.
    private sealed interface Reached {
        record Join(PlanningRow row) implements Reached {}

        record Finish(End end) implements Reached {}
    }

    /// The path of a token: its steps, and those that it takes or not, depending on an answer.
    private record Path(List<Step> steps, List<Alternative> alternatives) {
        static Path empty() {
            return new Path(new ArrayList<>(), new ArrayList<>());
        }
    }

    /// Plans a token to its end.
    private void whole(Token token, PlanningRow row, Target from) throws InterruptedException {
        Path path = Path.empty();
        int at = parts.size();
        Reached reached = follow(token, row, from, NO_JOIN, path);
        parts.add(at, part(token, path, reached, NO_JOIN));
    }

    private Part part(Token token, Path path, Reached reached, int join) {
        End end = switch (reached) {
            case Reached.Finish(var finish) -> finish;
            case Reached.Join _ -> new End.Joins(pipeline.transforms().get(join).name());
        };
        return new Part(token.number(), token.branch(), path.steps(), end, path.alternatives());
    }

    /// Follows a token until the join `until`, or its end.
    private Reached follow(Token token, PlanningRow row, Target from, int until, Path path)
            throws InterruptedException {
        PlanningRow carried = row;
        Target at = from;
        while (at instanceof Target.Node(int index)) {
            if (index == until) {
                return new Reached.Join(carried);
            }
            TransformNode node = pipeline.transforms().get(index);
            Next next = pipeline.graph().nodes().get(index) instanceof GraphNode.Fork fork
                    ? fork(token, fork, carried, path)
                    : visit(node, token.number(), carried, path.steps());
            if (next instanceof Next.Splits(var rows)) {
                Optional<GraphNode.Join> join = pipeline.graph().joinOf(index);
                if (join.isEmpty()) {
                    return expand(token, rows, after(node), until, path);
                }
                next = children(token, node, carried, rows, join.get(), path);
            }
            switch (next) {
                case Next.Goes(var on, var to) -> {
                    carried = on;
                    at = to;
                }
                case Next.Chooses(var before) -> {
                    return choose(token, index, before, carried, until, path);
                }
                case Next.Ends(var end) -> {
                    return new Reached.Finish(end);
                }
                case Next.Splits _ -> throw new IllegalStateException("the rows of " + node.name() + " go nowhere");
            }
        }
        return new Reached.Finish(at instanceof Target.Sink(String sink) ? new End.Arrives(sink) : new End.Discarded());
    }

    /// Plans each branch, and continues after the join if there is one.
    private Next fork(Token token, GraphNode.Fork fork, PlanningRow row, Path path) throws InterruptedException {
        Optional<GraphNode.Join> join = pipeline.graph().joinOf(fork.index());
        var arrived = new LinkedHashMap<String, Reached>();
        int ordinal = 1;
        for (var branch : fork.branches().entrySet()) {
            var child = new Token(number(token, fork.index(), ordinal++), fork.name() + "." + branch.getKey());
            arrived.put(branch.getKey(), branch(child, row, branch.getValue(), join, path));
        }
        return join.isPresent() ? join(join.get(), row, arrived) : new Next.Ends(new End.Splits());
    }

    /// Plans each row of an expansion until their join, and continues after it.
    private Next children(
            Token token, TransformNode node, PlanningRow row, List<PlanningRow> rows, GraphNode.Join join, Path path)
            throws InterruptedException {
        var arrived = new LinkedHashMap<String, Reached>();
        for (int i = 1; i <= rows.size(); i++) {
            var child = new Token(number(token, node.index(), i), node.name() + "." + i);
            arrived.put(String.valueOf(i), branch(child, rows.get(i - 1), after(node), Optional.of(join), path));
        }
        return join(join, row, arrived);
    }

    /// A branch of a token that may not be taken belongs to what is possible.
    private Reached branch(Token child, PlanningRow row, Target from, Optional<GraphNode.Join> join, Path path)
            throws InterruptedException {
        int until = join.map(GraphNode.Join::index).orElse(NO_JOIN);
        if (depth > 0) {
            return follow(child, row, from, until, path);
        }
        Path own = Path.empty();
        int at = parts.size();
        Reached reached = follow(child, row, from, until, own);
        parts.add(at, part(child, own, reached, until));
        return reached;
    }

    private int number(Token parent, int split, int ordinal) {
        return pipeline.graph().parts().orElseThrow().child(parent.number(), split, ordinal);
    }

    /// What a join makes of the branches that reach it; it fails if all are needed and one ends for sure.
    private Next join(GraphNode.Join join, PlanningRow base, Map<String, Reached> branches) {
        var known = new ArrayList<Merge.Arrival>();
        var guessed = new ArrayList<Merge.Arrival>();
        String waitsFor = base.waitsFor();
        for (var branch : branches.entrySet()) {
            switch (branch.getValue()) {
                case Reached.Join(var row) -> {
                    known.add(new Merge.Arrival(branch.getKey(), row.known()));
                    guessed.add(new Merge.Arrival(branch.getKey(), row.guessed()));
                    waitsFor = row.certain() ? waitsFor : row.waitsFor();
                }
                case Reached.Finish(End.Stops(var _, var reason, var outcome, var _))
                when join.policy() instanceof JoinPolicy.All -> {
                    Reason lost = Reason.of(
                                    "branch_lost",
                                    "the branch '" + branch.getKey() + "' does not arrive: " + reason.message())
                            .with("branch", branch.getKey())
                            .with("cause", reason.code());
                    return stops(
                            pipeline.transforms().get(join.index()),
                            base,
                            lost,
                            outcome == Outcome.BLOCKED ? Verdict.BLOCKED : Verdict.FAILED);
                }
                case Reached.Finish _ -> {
                    // lost to the join
                }
            }
        }
        if (guessed.isEmpty()) {
            return new Next.Ends(new End.Unknown(waitsFor.isEmpty() ? join.name() : waitsFor));
        }
        var merged =
                new PlanningRow(merged(join, base.known(), known), merged(join, base.guessed(), guessed), waitsFor);
        return new Next.Goes(merged, join.to());
    }

    private static Row merged(GraphNode.Join join, Row base, List<Merge.Arrival> arrivals) {
        return join.merge().merge(base, arrivals) instanceof Merge.Merged.One(var row) ? row : base;
    }

    /// Without a join the first row continues as this token, the others as new ones, as in a run.
    private Reached expand(Token token, List<PlanningRow> rows, Target from, int until, Path path)
            throws InterruptedException {
        int firstNew = tokens;
        tokens += rows.size() - 1;
        Reached first = follow(token, rows.getFirst(), from, until, path);
        for (int i = 1; i < rows.size(); i++) {
            whole(new Token(firstNew + i - 1, ""), rows.get(i), from);
        }
        return first;
    }

    /// Follows each route of a gate whose label depends on an answer.
    private Reached choose(Token token, int gate, String before, PlanningRow row, int until, Path path)
            throws InterruptedException {
        Reached reached = new Reached.Finish(new End.Unknown(before));
        if (depth >= DEEPEST) {
            return reached;
        }
        depth++;
        for (Edge edge : pipeline.graph().nodes().get(gate).edges()) {
            if (edge.kind() == Edge.Kind.ROUTE) {
                Path route = Path.empty();
                Reached there = follow(token, row, edge.to(), until, route);
                String name = edge.name(pipeline.transforms().get(gate).name());
                if (route.alternatives().isEmpty()) {
                    path.alternatives()
                            .add(new Alternative(
                                    name,
                                    route.steps(),
                                    part(token, route, there, until).end()));
                }
                for (Alternative inner : route.alternatives()) {
                    var steps = new ArrayList<>(route.steps());
                    steps.addAll(inner.steps());
                    path.alternatives().add(new Alternative(name + ", " + inner.name(), steps, inner.end()));
                }
                reached = there instanceof Reached.Join ? there : reached;
            }
        }
        depth--;
        return reached;
    }

    private Target after(TransformNode node) {
        return pipeline.graph().after(node.index(), Optional.empty());
    }

    private Next visit(TransformNode node, int part, PlanningRow row, List<Step> steps) throws InterruptedException {
        boolean callsOut = node.plugin().capabilities().contains(Capability.CALLS_OUT);
        return switch (node.transform()) {
            case AggregateTransform _ -> new Next.Ends(new End.Collected(node.name()));
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

    /// A route is known if it is the same with and without the answers.
    private Next route(TransformNode node, PlanningRow row, RoutedResult known, RoutedResult guessed) {
        if (guessed.route().isPresent() && guessed.route().equals(known.route())) {
            return new Next.Goes(row, pipeline.graph().after(node.index(), guessed.route()));
        }
        return known.equals(guessed) && guessed.result() instanceof TransformResult.Error(var reason, var verdict)
                ? stops(node, row, reason, verdict)
                : new Next.Chooses(row.waitsFor());
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
