package dev.rowan.engine.schedule;

import dev.rowan.api.Reason;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.transform.TokenParts;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The part numbers of the tokens that a visit makes: counted in a chain, else by the strides of the graph.
/// Owned by the token's thread.
final class VisitParts implements TokenParts {
    private static final String TOO_MANY_TOKENS = "too_many_tokens";

    private final Graph graph;
    private final int node;
    private final int parent;
    private final RowScope scope;
    private List<Integer> allocated = List.of();

    VisitParts(Graph graph, int node, int parent, RowScope scope) {
        this.graph = graph;
        this.node = node;
        this.parent = parent;
        this.scope = scope;
    }

    @Override
    public List<Integer> allocate(int outputs) {
        if (outputs == 0) {
            return List.of();
        }
        if (graph.isSplit(node)) {
            int first = 1;
            int count = isFirstNew() ? outputs : outputs - 1;
            allocated = IntStream.range(first, first + count)
                    .map(ordinal -> graph.parts().orElseThrow().child(parent, node, ordinal))
                    .boxed()
                    .toList();
        } else {
            int first = outputs > 1 ? scope.allocate(outputs - 1) : 0;
            allocated = IntStream.range(first, first + outputs - 1).boxed().toList();
        }
        return allocated;
    }

    /// The parts of the last allocation.
    List<Integer> allocated() {
        return allocated;
    }

    @Override
    public Optional<Reason> refusal(int outputs) {
        if (!graph.isSplit(node)) {
            return countOrRefuse(outputs - 1);
        }
        int most = graph.parts().orElseThrow().mostChildren(node);
        if (outputs > most) {
            return Optional.of(
                    Reason.of("too_many_rows", "the row would become " + outputs + " rows; 'max_rows' is " + most)
                            .with("rows", (long) outputs));
        }
        return countOrRefuse(isFirstNew() ? outputs : outputs - 1);
    }

    /// Which branch comes too late depends on timing, so a replay refuses what was refused.
    private Optional<Reason> countOrRefuse(int more) {
        boolean fits = more <= 0 || scope.count(more);
        if (scope.replayed().isPresent()) {
            return scope.replayedFailure(parent, node)
                    .filter(reason -> reason.code().equals(TOO_MANY_TOKENS));
        }
        return fits
                ? Optional.empty()
                : Optional.of(Reason.of(
                        TOO_MANY_TOKENS,
                        "the row would get " + more + " tokens more; 'run.max_row_tokens' is " + scope.maxTokens()));
    }

    private boolean isFirstNew() {
        return graph.parts().orElseThrow().first(node) == 1;
    }
}
