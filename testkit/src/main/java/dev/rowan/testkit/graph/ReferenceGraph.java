package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The oracle for runs of graphs: a pure interpreter of a pipeline file, one token after another, without
/// threads, clocks or a record. It shares no code with the engine.
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
