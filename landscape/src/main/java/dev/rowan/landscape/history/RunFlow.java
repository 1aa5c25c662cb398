package dev.rowan.landscape.history;

import java.util.List;
import java.util.Map;

/// How many tokens took each edge of a run's graph so far. `rowsRead` and `unreadable` are records by source, empty
/// for the only one.
public record RunFlow(
        Map<String, Long> rowsRead, Map<String, Long> unreadable, List<Visits> visits, List<Ended> ended) {
    public RunFlow {
        rowsRead = Map.copyOf(rowsRead);
        unreadable = Map.copyOf(unreadable);
        visits = List.copyOf(visits);
        ended = List.copyOf(ended);
    }

    /// The visits of a node by `route`, empty if it has none, that `completed` or failed: how many, the tokens that
    /// they
    /// made, and how many were the first of their token.
    public record Visits(int node, String route, boolean completed, long count, long tokens, long first) {}

    /// The tokens that failed at a node and ended there, in a sink or, if empty, in none.
    public record Ended(int node, String sink, long count) {}

    /// The rows from the source of this name.
    public long read(String source) {
        return rowsRead.getOrDefault(source, 0L);
    }

    /// Its records that could not be read.
    public long unreadable(String source) {
        return unreadable.getOrDefault(source, 0L);
    }

    /// The tokens that left a gate by `route`.
    public long passed(int node, String route) {
        return visits.stream()
                .filter(one ->
                        one.node() == node && one.completed() && one.route().equals(route))
                .mapToLong(Visits::tokens)
                .sum();
    }

    /// The tokens that left a node.
    public long tokens(int node) {
        return visits.stream()
                .filter(one -> one.node() == node && one.completed())
                .mapToLong(Visits::tokens)
                .sum();
    }

    /// The visits that a node completed.
    public long completed(int node) {
        return visits.stream()
                .filter(one -> one.node() == node && one.completed())
                .mapToLong(Visits::count)
                .sum();
    }

    /// The tokens that visited a node and have left it or failed there.
    public long visited(int node) {
        return visits.stream()
                .filter(one -> one.node() == node)
                .mapToLong(Visits::first)
                .sum();
    }

    /// The tokens that failed at a node and are in `sink`, or in none.
    public long ended(int node, String sink) {
        return ended.stream()
                .filter(one -> one.node() == node && one.sink().equals(sink))
                .mapToLong(Ended::count)
                .sum();
    }

    /// The tokens that continued from a node to another one after they failed there; of a run that is in progress, also
    /// those that are being retried.
    public long continuedFrom(int node) {
        long ends = ended.stream()
                .filter(one -> one.node() == node)
                .mapToLong(Ended::count)
                .sum();
        return Math.max(0, visited(node) - completed(node) - ends);
    }
}
