package dev.rowan.cli.rows;

import dev.rowan.landscape.RowScan;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/// The tokens of a run that match: the first `limit` by row, and counts by reason. Owned by one thread.
final class RowMatches implements RowScan.Fold {
    private static final int SPAN = 1 << 16;

    private final Set<String> outcomes;
    private final Set<String> reasons;
    private final int limit;
    private final TreeMap<Token, RowScan.Ending> first =
            new TreeMap<>(Comparator.comparingLong(Token::row).thenComparingInt(Token::part));
    private final Map<Group, Long> groups = new LinkedHashMap<>();

    /// A row, and its part if a transform split it.
    record Token(long row, int part) {}

    /// A group of rows.
    record Group(String outcome, OptionalInt node, Optional<String> reason) {}

    RowMatches(Set<String> outcomes, Set<String> reasons, int limit) {
        this.outcomes = outcomes;
        this.reasons = reasons;
        this.limit = limit;
    }

    RowMatches scan(RowScan scan, String runId) {
        RowScan.Reached reached = scan.scan(runId, RowScan.Position.START, SPAN, this);
        while (!reached.isCaughtUp()) {
            reached = scan.scan(runId, reached.position(), SPAN, this);
        }
        return this;
    }

    @Override
    public void read(long row) {}

    @Override
    public void parked(long row, int part) {}

    @Override
    public void called(long row, int part, long picoUsd, boolean known, boolean awaited) {}

    @Override
    public void ended(long row, int part, String ending, long totalMicros) {
        RowScan.Ending end = RowScan.Ending.of(ending);
        boolean isWanted = (outcomes.isEmpty() || outcomes.contains(end.outcome()))
                && (reasons.isEmpty() || end.reason().filter(reasons::contains).isPresent());
        if (!isWanted) {
            return;
        }
        groups.merge(new Group(end.outcome(), end.node(), end.reason()), 1L, Long::sum);
        first.put(new Token(row, part), end);
        if (first.size() > limit) {
            first.pollLastEntry();
        }
    }

    /// The first matches in row order.
    List<Map.Entry<Token, RowScan.Ending>> first() {
        return List.copyOf(first.entrySet());
    }

    /// The groups, most frequent first.
    List<Map.Entry<Group, Long>> groups() {
        return groups.entrySet().stream()
                .sorted(Map.Entry.<Group, Long>comparingByValue().reversed())
                .toList();
    }

    long count() {
        return groups.values().stream().mapToLong(Long::longValue).sum();
    }
}
