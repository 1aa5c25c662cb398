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
        source().ifPresent(source -> {
            marks.put(
                    source.path(),
                    history.unreadable().isPresent()
                            ? new Mark("bad", "✗ unreadable")
                            : new Mark("good", "✓ read: " + history.position()));
            if (history.unreadable().isEmpty() && !history.visits().isEmpty()) {
                steps.add(Step.next(source.path()));
            }
        });
        for (int i = 0; i < sketch.transforms().size(); i++) {
            int node = i;
            List<RowHistory.Visit> visits = history.visits().stream()
                    .filter(visit -> visit.node() == node)
                    .toList();
            if (!visits.isEmpty()) {
                Diagram.Node here = sketch.transforms().get(i);
                marks.put(here.path(), mark(visits));
                visits.forEach(visit -> left(here, visit));
            }
        }
        history.ends().forEach(this::end);
    }

    private Optional<Diagram.Node> source() {
        return sketch.sources().stream()
                .filter(node -> history.sourceName().isEmpty()
                        || history.sourceName().get().equals(node.name()))
                .findFirst();
    }

    /// The edges by which a token left a node.
    private void left(Diagram.Node node, RowHistory.Visit visit) {
        switch (visit.status()) {
            case "completed" -> {
                if (node.kind() == Diagram.Kind.FORK) {
                    visit.branching().children().forEach(child -> steps.add(new Step(node.path(), child.label())));
                } else if (node.kind() == Diagram.Kind.GATE) {
                    visit.route().ifPresent(label -> steps.add(new Step(node.path(), label)));
                } else if (!visit.outputs().isEmpty() || history.deleted().isPresent()) {
                    steps.add(Step.next(node.path()));
                }
            }
            case "failed" -> {
                if (hasGoneOn(visit)) {
                    steps.add(Step.error(node.path()));
                }
            }
            default -> {
                // it is still there
            }
        }
    }

    /// Whether the token visited another node after it failed.
    private boolean hasGoneOn(RowHistory.Visit failed) {
        return history.visits().stream()
                .filter(visit -> visit.part() == failed.part())
                .dropWhile(visit -> !visit.stateId().equals(failed.stateId()))
                .anyMatch(visit -> visit.node() != failed.node());
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
        if (end.outcome() == Outcome.COMPLETED) {
            if (sketch.transforms().isEmpty()) {
                source().ifPresent(node -> steps.add(Step.next(node.path())));
            }
            return;
        }
        Optional<Diagram.Node> from = end.nodeName()
                .flatMap(name -> sketch.transforms().stream()
                        .filter(node -> node.name().equals(name))
                        .findFirst())
                .or(() -> end.outcome() == Outcome.QUARANTINED ? source() : Optional.empty());
        from.ifPresent(node -> {
            if (sink.isPresent() || end.outcome() == Outcome.DISCARDED) {
                steps.add(Step.error(node.path()));
            }
            if (node.kind().isStep() && end.part() == 0) {
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
