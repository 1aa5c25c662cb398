package dev.rowan.landscape.history;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How many tokens took each edge of a run's graph so far. `rowsRead` is by source. `failed` and `ended` are the tokens
/// by node that failed
/// there for good, and that have their outcome there.
public record RunFlow(
        Map<String, Long> rowsRead, List<Passed> passed, Map<Integer, Long> failed, Map<Integer, Long> ended) {
    public RunFlow {
        rowsRead = Map.copyOf(rowsRead);
        passed = List.copyOf(passed);
        failed = Map.copyOf(failed);
        ended = Map.copyOf(ended);
    }

    /// The rows read from the source of this name, empty for the only one.
    public long read(String source) {
        return rowsRead.getOrDefault(source, 0L);
    }

    /// The tokens that left a node, by `route` if it is a gate.
    public record Passed(int node, Optional<String> route, long visits, long tokens) {}

    /// The tokens that left a gate by `route`.
    public long passed(int node, String route) {
        return passed.stream()
                .filter(one -> one.node() == node && one.route().equals(Optional.of(route)))
                .mapToLong(Passed::tokens)
                .sum();
    }

    /// The tokens that left a node, and the visits of those that it let pass.
    public Passed passed(int node) {
        List<Passed> here = passed.stream().filter(one -> one.node() == node).toList();
        return new Passed(
                node,
                Optional.empty(),
                here.stream().mapToLong(Passed::visits).sum(),
                here.stream().mapToLong(Passed::tokens).sum());
    }

    /// The tokens that went on from `node` to another one after they failed there.
    public long wentOn(int node) {
        return Math.max(0, failed.getOrDefault(node, 0L) - ended.getOrDefault(node, 0L));
    }
}
