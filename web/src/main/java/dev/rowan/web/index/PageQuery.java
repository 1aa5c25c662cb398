package dev.rowan.web.index;

/// A page of tokens: which, in what order, from where, and how many at most.
public record PageQuery(RowFilter filter, Sort sort, boolean falling, From from, int limit) {

    /// What the order goes by. Tokens that are the same in it are in the order of rows.
    public enum Sort {
        ROW,
        COST,
        LATENCY
    }

    /// Where a page begins or ends.
    public sealed interface From {
        record First() implements From {}

        record Last() implements From {}

        /// The page behind this token, which need not be there.
        record After(OrderKey key) implements From {}

        /// The page before this token.
        record Before(OrderKey key) implements From {}
    }

    /// A token's place in an order: the cost or latency, 0 in the order of rows.
    public record OrderKey(long value, long row, int part) {}

    public PageQuery {
        if (limit < 1) {
            throw new IllegalArgumentException("a page must have at least one line, got " + limit);
        }
    }

    /// Negative when the token with these comes before `other`.
    int compare(long value, long row, int part, OrderKey other) {
        int rows = row != other.row() ? Long.compare(row, other.row()) : Integer.compare(part, other.part());
        if (sort == Sort.ROW) {
            return falling ? -rows : rows;
        }
        int values = Long.compare(value, other.value());
        return values == 0 ? rows : falling ? -values : values;
    }

    /// What the order goes by, of a token.
    long value(TokenColumns columns, int token) {
        return switch (sort) {
            case ROW -> 0;
            case COST -> columns.cost(token);
            case LATENCY -> columns.latency(token);
        };
    }
}
