package dev.rowan.testkit.graph;

import java.util.Comparator;

/// A token of a run.
public record GraphToken(long row, long part) implements Comparable<GraphToken> {
    private static final Comparator<GraphToken> ORDER =
            Comparator.comparingLong(GraphToken::row).thenComparingLong(GraphToken::part);

    @Override
    public int compareTo(GraphToken other) {
        return ORDER.compare(this, other);
    }
}
