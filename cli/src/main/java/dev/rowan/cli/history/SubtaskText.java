package dev.rowan.cli.history;

import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.SplitReport;
import dev.rowan.engine.report.SubtaskReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The subtasks of a run as a table: a line for each, after a line about the splits.
public final class SubtaskText {
    /// Narrower screens have shorter titles and no rows.
    private static final int WIDE = 110;

    private SubtaskText() {}

    /// Those that work come first; at most `max` are shown, the others counted.
    public static List<String> lines(SplitReport report, int max, String indent, Terminal screen) {
        var lines = new ArrayList<String>();
        if (report.isEmpty()) {
            return lines;
        }
        lines.add(Columns.cut(indent + report.summary(), screen.width()));
        Table table = table(screen);
        boolean wide = isWide(screen);
        report.subtasks().stream()
                .sorted(Comparator.comparing((SubtaskReport subtask) -> !subtask.works())
                        .thenComparingInt(subtask -> subtask.writer().writer()))
                .limit(max)
                .forEach(subtask -> table.row(cells(subtask, wide)));
        lines.addAll(table.lines(indent, screen));
        int more = report.subtasks().size() - max;
        if (more > 0) {
            lines.add(indent + "and " + Figures.counted(more, "subtask") + " more");
        }
        return lines;
    }

    private static boolean isWide(Terminal screen) {
        return screen.width() >= WIDE;
    }

    private static Table table(Terminal screen) {
        boolean wide = isWide(screen);
        var columns = new ArrayList<Column>(List.of(
                Column.right(wide ? "subtask" : "task"),
                Column.left("status").painted(screen.paint()::status),
                Column.path("host (process)"),
                Column.right("epoch"),
                Column.right("rows/s"),
                Column.right("in flight"),
                Column.right(wide ? "share of limit" : "share"),
                Column.right(wide ? "splits done" : "done"),
                Column.right(wide ? "splits open" : "open")));
        if (wide) {
            columns.add(Column.right("rows done"));
        }
        return Table.of(columns.toArray(Column[]::new));
    }

    private static String[] cells(SubtaskReport subtask, boolean wide) {
        var cells = new ArrayList<String>(List.of(
                Figures.count(subtask.writer().writer()),
                subtask.status(),
                SafeText.line(subtask.process()),
                Figures.count(subtask.writer().epoch()),
                subtask.rate().replace("/s", ""),
                Figures.count(subtask.inFlight()),
                subtask.shares(),
                Figures.count(subtask.writer().splitsDone()),
                Figures.count(subtask.writer().splitsOpen())));
        if (wide) {
            cells.add(Figures.count(subtask.writer().rowsDone()));
        }
        return cells.toArray(String[]::new);
    }
}
