package dev.rowan.web.index;

/// A query for a page of tokens: filter, order, start and size.
public record PageQuery(RowFilter filter, Sort sort, boolean falling, From from, int limit) {

    /// The sort key; ties are in row order.
    public enum Sort {
        ROW,
        COST,
        LATENCY
    }

    /// The start or end of a page.
    public sealed interface From {
        record First() implements From {}

        record Last() implements From {}

        /// The page after this key, which need not exist.
        record After(OrderKey key) implements From {}

        /// The page before this token.
        record Before(OrderKey key) implements From {}
    }

    /// The sort key of a token: cost or latency, 0 in row order.
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

    /// The sort value of a token.
    long value(TokenColumns columns, int token) {
        return switch (sort) {
            case ROW -> 0;
            case COST -> columns.cost(token);
            case LATENCY -> columns.latency(token);
        };
    }
}
