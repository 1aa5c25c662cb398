package dev.rowan.engine.schedule;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.JoinDecision;
import dev.rowan.engine.graph.JoinDecision.Loss;
import dev.rowan.engine.graph.Merge.Arrival;
import dev.rowan.engine.graph.Merge.Merged;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.engine.schedule.RowJoins.Decided;
import dev.rowan.engine.schedule.RowScope.Task;
import dev.rowan.engine.stop.TokenEndedException;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.record.LogEntry.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Carries out what joins decide: merges, records the visit, and makes the tokens ready that continue. Shared by all
/// rows; stateless.
final class JoinResolver {
    private final String runId;
    private final List<TransformExecutor> nodes;
    private final List<NodeCalls> calls;

    JoinResolver(String runId, List<TransformExecutor> nodes) {
        this.runId = runId;
        this.nodes = nodes;
        this.calls = nodes.stream().flatMap(node -> node.calls().stream()).toList();
    }

    /// The tokens of a row that an event ended or joined.
    private record Joining(OpenJoin open, TokenInfo parent, RowScope scope) {
        TransformExecutor node(List<TransformExecutor> nodes) {
            return nodes.get(open.join().index());
        }
    }

    /// A token has ended: its join loses it.
    void end(long rowSeq, TokenOutcome end, Optional<Verdict> verdict, RowScope scope) throws InterruptedException {
        Optional<Decided> decided = scope.joins().end(end, verdict);
        if (decided.isPresent()) {
            resolve(rowSeq, decided.get(), scope);
        }
    }

    void resolve(long rowSeq, Decided decided, RowScope scope) throws InterruptedException {
        withdraw(rowSeq, decided.cut());
        OpenJoin open = decided.join();
        var joining = new Joining(open, new TokenInfo(runId, rowSeq, open.parent()), scope);
        if (decided.decision() instanceof JoinDecision.Wait || decided.decision() instanceof JoinDecision.Closed) {
            return;
        }
        TokenGate gate = scope.gate(open.parent());
        try {
            gate.enter();
        } catch (TokenEndedException _) {
            withdraw(rowSeq, scope.joins().discard(open));
            return;
        }
        try {
            switch (decided.decision()) {
                case JoinDecision.Wait _, JoinDecision.Closed _ -> {}
                case JoinDecision.Fire fire -> fire(joining, fire);
                case JoinDecision.Fail(var worst, var verdict, var arrived, var lost) ->
                    fail(joining, branchLost(open, worst), verdict, arrived, lost);
            }
        } finally {
            gate.leave();
        }
    }

    /// Calls of tokens that have ended are not sent any more.
    private void withdraw(long rowSeq, List<Integer> parts) throws InterruptedException {
        for (NodeCalls made : calls) {
            for (int part : parts) {
                made.withdraw(rowSeq, part);
            }
        }
    }

    private void fire(Joining joining, JoinDecision.Fire fire) throws InterruptedException {
        OpenJoin open = joining.open();
        RowScope scope = joining.scope();
        List<Integer> used = open.partsOf(fire.used());
        List<Map<String, @Nullable Object>> lost = facts(open, fire.lost());
        List<Arrival> arrivals = open.arrivals(fire.used());
        switch (open.join().merge().merge(ErrorField.drop(open.base()), arrivals)) {
            case Merged.One(Row merged) -> {
                Row row = ErrorField.keep(open.base(), merged);
                record(
                        joining,
                        new Result.Joined(open.base(), row, fire.trigger().word(), used, lost));
                scope.joins().merged(open, used);
                scope.push(List.of(scope.task(
                        joining.parent(), TokenPosition.at(open.join().to(), row))));
            }
            case Merged.Several(var rows) -> {
                record(joining, new Result.Apart(fire.trigger().word(), used, lost));
                scope.joins().release(used);
                var tasks = new ArrayList<Task>();
                for (int i = 0; i < used.size(); i++) {
                    var token = new TokenInfo(runId, joining.parent().rowSeq(), used.get(i));
                    tasks.add(scope.task(token, TokenPosition.at(open.join().to(), rows.get(i))));
                }
                scope.push(tasks);
                end(joining.parent().rowSeq(), TokenEnds.split(joining.parent().part()), Optional.empty(), scope);
            }
            case Merged.Collides(String field, var labels) -> {
                withdraw(joining.parent().rowSeq(), scope.joins().discard(open));
                fail(joining, collision(field, labels), Verdict.FAILED, fire.used(), fire.lost());
            }
        }
    }

    private void record(Joining joining, Result result) {
        joining.scope().recorded(joining.node(nodes).record(joining.parent(), EarlierVisits.NOTHING, result));
    }

    private static Reason collision(String field, List<String> labels) {
        return Reason.of(
                        "merge_collision",
                        "the field '" + field + "' cannot be merged: the branches " + String.join(" and ", labels)
                                + " differ")
                .with("field", field);
    }

    private static Reason branchLost(OpenJoin open, Optional<Loss> worst) {
        return worst.map(loss -> Reason.of(
                                "branch_lost",
                                "the branch '" + open.label(loss.branch()) + "' did not arrive: "
                                        + loss.reason().message())
                        .with("branch", open.label(loss.branch()))
                        .with("cause", loss.reason().code()))
                .orElseGet(() -> Reason.of("branch_lost", "there are fewer branches than the join needs"));
    }

    private static List<Map<String, @Nullable Object>> facts(OpenJoin open, List<Loss> lost) {
        return lost.stream()
                .<Map<String, @Nullable Object>>map(loss -> Map.of(
                        "branch",
                        open.label(loss.branch()),
                        "reason",
                        loss.reason().code()))
                .toList();
    }

    private void fail(Joining joining, Reason reason, Verdict verdict, List<Integer> arrived, List<Loss> lost)
            throws InterruptedException {
        OpenJoin open = joining.open();
        RowScope scope = joining.scope();
        var node = joining.node(nodes).node();
        record(joining, new Result.JoinFailed(reason, verdict, open.partsOf(arrived), facts(open, lost)));
        var position = TokenPosition.at(new Target.Node(open.join().index()), open.base());
        Optional<TokenPosition> next = TokenEnds.afterError(node, position, reason, verdict);
        if (next.isPresent()) {
            scope.push(List.of(scope.task(joining.parent(), next.get())));
        } else {
            TokenOutcome end = TokenEnds.failed(joining.parent().part(), open.base(), node, 1, reason, verdict);
            end(joining.parent().rowSeq(), end, Optional.of(verdict), scope);
        }
    }
}
