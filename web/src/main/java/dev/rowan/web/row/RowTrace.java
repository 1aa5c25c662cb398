package dev.rowan.web.row;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramTrace;
import dev.rowan.web.diagram.DiagramTrace.Mark;
import dev.rowan.web.diagram.DiagramTrace.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The way of a row on the picture of its pipeline. Of a row that became several, all ways.
final class RowTrace {
    private final Diagram sketch;
    private final RowHistory history;
    private final Map<String, Mark> marks = new HashMap<>();
    private final Set<Step> steps = new HashSet<>();

    private RowTrace(Diagram sketch, RowHistory history) {
        this.sketch = sketch;
        this.history = history;
    }

    static DiagramTrace of(Diagram sketch, RowHistory history) {
        var trace = new RowTrace(sketch, history);
        trace.follow();
        return new DiagramTrace(trace.marks, trace.steps);
    }

    private void follow() {
        sketch.source()
                .ifPresent(source -> marks.put(
                        source.path(),
                        history.unreadable().isPresent()
                                ? new Mark("bad", "✗ unreadable")
                                : new Mark("good", "✓ read: " + history.position())));
        for (int i = 0; i < sketch.transforms().size(); i++) {
            int node = i;
            List<RowHistory.Visit> visits = history.visits().stream()
                    .filter(visit -> visit.node() == node)
                    .toList();
            if (!visits.isEmpty()) {
                Diagram.Node here = sketch.transforms().get(i);
                marks.put(here.path(), mark(visits));
                before(i).ifPresent(from -> steps.add(new Step(from.path(), here.path())));
            }
        }
        history.ends().forEach(this::end);
    }

    /// The node that rows come from to transform `index`, or to the output if there is none such.
    private Optional<Diagram.Node> before(int index) {
        return index == 0 ? sketch.source() : Optional.of(sketch.transforms().get(index - 1));
    }

    private static Mark mark(List<RowHistory.Visit> visits) {
        RowHistory.Visit last = visits.getLast();
        long parts = visits.stream().mapToInt(RowHistory.Visit::part).distinct().count();
        int attempts = visits.stream().mapToInt(RowTrace::attempts).max().orElse(1);
        String more = (parts > 1 ? ", " + parts + " parts" : "") + (attempts > 1 ? ", " + attempts + " attempts" : "");
        String took = VisitView.took(last);
        boolean awaited = last.calls().stream().anyMatch(CallHistory::isAwaited);
        return switch (last.status()) {
            case "completed" -> new Mark("good", "✓ completed " + took + more);
            case "failed" -> new Mark("bad", "✗ failed" + more);
            default ->
                awaited ? new Mark("calm", "⏸ awaiting results" + more) : new Mark("live", "… in progress" + more);
        };
    }

    /// The number of attempts of the node or its calls.
    private static int attempts(RowHistory.Visit visit) {
        int calls = visit.calls().stream()
                .mapToInt(call -> call.attempts().size())
                .max()
                .orElse(1);
        return Math.max(visit.attempt(), calls);
    }

    private void end(RowHistory.End end) {
        Optional<Diagram.Node> sink = end.sink().flatMap(sketch::sink);
        sink.ifPresent(node -> marks.put(node.path(), new Mark(kind(end.outcome()), label(end, node))));
        Optional<Diagram.Node> from = end.outcome() == Outcome.COMPLETED
                ? before(sketch.transforms().size())
                : end.nodeName()
                        .flatMap(name -> sketch.transforms().stream()
                                .filter(node -> node.name().equals(name))
                                .findFirst())
                        .or(() -> end.outcome() == Outcome.QUARANTINED ? sketch.source() : Optional.empty());
        from.ifPresent(node -> {
            sink.ifPresent(to -> steps.add(new Step(node.path(), to.path())));
            if (end.outcome() == Outcome.DISCARDED) {
                steps.add(Step.discarded(node.path()));
            }
            if (end.outcome() != Outcome.COMPLETED && node.kind() == Diagram.Kind.TRANSFORM) {
                marks.computeIfPresent(
                        node.path(),
                        (_, mark) -> new Mark(kind(end.outcome()), mark.label().replace("failed", label(end))));
            }
        });
    }

    private static String label(RowHistory.End end) {
        return end.outcome().word() + end.reason().map(reason -> ": " + reason).orElse("");
    }

    private String label(RowHistory.End end, Diagram.Node sink) {
        long here = history.ends().stream()
                .filter(other -> other.sink().equals(Optional.of(sink.name())))
                .count();
        return "⚑ " + end.outcome().word() + (here > 1 ? ", " + here + " parts" : "");
    }

    private static String kind(Outcome outcome) {
        return switch (outcome.word()) {
            case "completed" -> "good";
            case "failed", "indeterminate" -> "bad";
            case "blocked", "quarantined" -> "warn";
            default -> "calm";
        };
    }
}
