package dev.rowan.cli.rows;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.List;

/// Rows as a table, counts by reason, and suggested commands. `filter` are the options that select the same rows,
/// `where` the option that selects the landscape.
record RowsText(
        String runId,
        long count,
        List<RowGroup> groups,
        List<EndedRow> rows,
        String filter,
        String where,
        Shell shell) {

    List<String> lines() {
        if (rows.isEmpty()) {
            return List.of("Run " + runId + " has no matching rows.");
        }
        Terminal screen = shell.screens().out();
        var lines = new ArrayList<>(table(screen).lines("", screen));
        lines.add("");
        lines.add(Figures.counted(count, hasParts() ? "token" : "row")
                + (count > rows.size() ? ", the first " + Figures.count(rows.size()) + " shown" : ""));
        groups.forEach(group -> lines.add("  " + group(group)));
        lines.add("");
        lines.add("Next:");
        String program = shell.program();
        EndedRow first = rows.getFirst();
        lines.add("  " + program + " explain " + runId + " --row " + first.row() + where);
        if (count > rows.size()) {
            lines.add("  " + program + " export " + runId + filter + where);
        }
        return lines;
    }

    /// Whether rows were split into tokens, which are listed one by one.
    private boolean hasParts() {
        return rows.stream().anyMatch(row -> row.part() != 0);
    }

    private Table table(Terminal screen) {
        boolean hasParts = hasParts();
        boolean hasIds = rows.stream().anyMatch(row -> row.sourceId().isPresent());
        boolean hasReasons = rows.stream().anyMatch(row -> row.code().isPresent());
        var columns = new ArrayList<Column>();
        columns.add(Column.right("row"));
        if (hasParts) {
            columns.add(Column.right("part"));
        }
        columns.add(Column.left(hasIds ? "id" : "position"));
        columns.add(Column.left("outcome").painted(screen.paint()::status));
        columns.add(Column.left("node"));
        if (hasReasons) {
            columns.add(Column.left("reason"));
            columns.add(Column.left("message"));
        }
        Table table = Table.of(columns.toArray(Column[]::new));
        for (EndedRow row : rows) {
            var cells = new ArrayList<String>();
            cells.add(Long.toString(row.row()));
            if (hasParts) {
                cells.add(Integer.toString(row.part()));
            }
            cells.add(SafeText.line(hasIds ? row.sourceId().orElse("") : row.position()));
            cells.add(row.outcome());
            cells.add(SafeText.line(row.node().orElse("")));
            if (hasReasons) {
                cells.add(SafeText.line(row.code().orElse("")));
                cells.add(SafeText.line(row.message()));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static String group(RowGroup group) {
        return Figures.count(group.rows()) + " " + group.outcome()
                + group.node().map(node -> " at " + SafeText.line(node)).orElse("")
                + group.reason().map(code -> ": " + SafeText.line(code)).orElse("");
    }
}
