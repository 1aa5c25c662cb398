package dev.rowan.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// A table with aligned columns. The widest text column is truncated if the table is too wide. Owned by one thread.
public final class Table {
    private static final String GAP = "  ";
    private static final int NARROWEST = 8;

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<Column> columns) {
        this.columns = columns;
    }

    public static Table of(Column... columns) {
        return new Table(List.of(columns));
    }

    /// A column; `paint` colours a cell after alignment.
    public record Column(String title, Align align, UnaryOperator<String> paint) {

        public static Column left(String title) {
            return new Column(title, Align.LEFT, UnaryOperator.identity());
        }

        public static Column right(String title) {
            return new Column(title, Align.RIGHT, UnaryOperator.identity());
        }

        /// A text column that is truncated in the middle.
        public static Column path(String title) {
            return new Column(title, Align.PATH, UnaryOperator.identity());
        }

        public Column painted(UnaryOperator<String> how) {
            return new Column(title, align, how);
        }
    }

    /// The alignment of a column.
    public enum Align {
        LEFT,
        RIGHT,
        PATH
    }

    public Table row(String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(columns.size() + " columns need as many cells, got " + cells.length);
        }
        rows.add(List.of(cells));
        return this;
    }

    /// The lines, each starting with `indent`; titles first, unless all are empty.
    public List<String> lines(String indent, Terminal screen) {
        int[] widths = widths(screen.width() - indent.length());
        var lines = new ArrayList<String>();
        List<String> titles = columns.stream().map(Column::title).toList();
        if (titles.stream().anyMatch(title -> !title.isEmpty())) {
            lines.add(indent + line(titles, widths, cell -> screen.paint().dim(cell)));
        }
        rows.forEach(row -> lines.add(indent + line(row, widths, UnaryOperator.identity())));
        return lines;
    }

    private int[] widths(int room) {
        int[] widths = IntStream.range(0, columns.size()).map(this::wanted).toArray();
        int total = IntStream.of(widths).sum() + GAP.length() * (columns.size() - 1);
        while (total > room) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> columns.get(i).align() != Align.RIGHT)
                    .reduce((a, b) -> widths[a] > widths[b] ? a : b)
                    .orElse(0);
            if (widths[widest] <= NARROWEST) {
                return widths;
            }
            widths[widest]--;
            total--;
        }
        return widths;
    }

    private int wanted(int column) {
        return Math.max(
                Columns.of(columns.get(column).title()),
                rows.stream().mapToInt(row -> Columns.of(row.get(column))).max().orElse(0));
    }

    private String line(List<String> cells, int[] widths, UnaryOperator<String> paint) {
        var line = new StringBuilder();
        int end = cells.size();
        while (end > 1 && cells.get(end - 1).isEmpty()) {
            end--;
        }
        for (int i = 0; i < end; i++) {
            Column column = columns.get(i);
            String cell = cells.get(i);
            String laid = switch (column.align()) {
                case RIGHT -> Columns.padLeft(cell, widths[i]);
                case LEFT -> Columns.padRight(Columns.cut(cell, widths[i]), i == end - 1 ? 0 : widths[i]);
                case PATH -> Columns.padRight(Columns.cutMiddle(cell, widths[i]), i == end - 1 ? 0 : widths[i]);
            };
            line.append(i == 0 ? "" : GAP).append(paint.apply(column.paint().apply(laid)));
        }
        return line.toString();
    }
}
