package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The oracle for runs of graphs: a pure interpreter of a pipeline file, one token after another, without
/// threads, clocks or a record. It shares no code with the engine.
///
/// Where the design leaves a choice, it reads it so:
/// - A required branch counts as an arrival: `any` fires with it alone. At the timeout of `best_effort`, a
/// required branch that is missing is lost, and so is every branch if none has arrived: the join fails.
/// - The verdict of `branch_lost` is the worst of the losses that have one, else a failure. A merge that
/// collides fails the join's visit with `merge_collision`; its arrived branches end discarded, as after a
/// loss.
/// - A token that can no longer reach its join is lost as it takes the edge, and walks on to its own end: only
/// tokens that could still arrive are cut off. A token arrives as it takes the edge to the join.
/// - With `merge: rows` the parent ends `split`, and its split stays open for joins around it.
/// - `_error` is no part of merges and groups; the row at the split keeps its own.
/// - From a safety transform only a blocked row continues by an error edge to a node.
/// - Paths behind a split are all paths in the graph, those along error edges included, up to an aggregate.
/// - A refused member is a derived row without values that fails at the aggregate, numbered before the group's
/// rows.
///
/// What timing decides, it takes from [ReferenceChoices] and checks; what is not allowed throws a
/// [ChoiceNotAllowedException].
public final class ReferenceGraph {
    private final ReferenceModel model;
    private final ReferenceScript script;

    private ReferenceGraph(ReferenceModel model, ReferenceScript script) {
        this.model = model;
        this.script = script;
    }

    /// A row of a source.
    public record SourceRow(long rowSeq, String source, Row row) {}

    /// Reads the settings of a pipeline file; an invalid one throws an `IllegalArgumentException`.
    public static ReferenceGraph parse(Map<String, Object> settings, ReferenceScript script) {
        return new ReferenceGraph(ReferenceParser.parse(settings, script), script);
    }

    public ReferenceModel model() {
        return model;
    }

    public ReferenceResult interpret(List<SourceRow> rows, ReferenceChoices choices) {
        var walk = new ReferenceWalk(model, script, choices);
        for (SourceRow row : rows) {
            String start = model.starts().get(row.source());
            if (start == null) {
                throw new IllegalArgumentException("there is no source '" + row.source() + "'");
            }
            walk.start(row.rowSeq(), row.row(), start);
        }
        var groups = new ReferenceGroups(model, script, choices, walk);
        for (ReferenceNode.Aggregate aggregate : aggregates()) {
            groups.close(aggregate);
        }
        return walk.result(groups.derived());
    }

    /// The aggregates so that each is behind those whose rows reach it.
    private List<ReferenceNode.Aggregate> aggregates() {
        var open = new ArrayList<ReferenceNode.Aggregate>();
        for (ReferenceNode node : model.nodes()) {
            if (node instanceof ReferenceNode.Aggregate aggregate) {
                open.add(aggregate);
            }
        }
        var sorted = new ArrayList<ReferenceNode.Aggregate>();
        while (!open.isEmpty()) {
            ReferenceNode.Aggregate first = open.stream()
                    .filter(one -> open.stream().noneMatch(other -> !other.equals(one) && leads(other, one)))
                    .findFirst()
                    .orElseThrow();
            sorted.add(first);
            open.remove(first);
        }
        return sorted;
    }

    private boolean leads(ReferenceNode.Aggregate from, ReferenceNode.Aggregate to) {
        return model.reaches(from.to(), to.name())
                || from.onError()
                        .filter(target -> model.reaches(target, to.name()))
                        .isPresent();
    }
}
