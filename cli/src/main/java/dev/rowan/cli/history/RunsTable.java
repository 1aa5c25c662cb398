package dev.rowan.cli.history;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import java.util.ArrayList;
import java.util.List;

/// Runs as a table, with a cost column if any of them made calls; on a narrow screen it replaces the duration.
record RunsTable(List<RunSummary> runs, Shell shell) {
    /// The width from which all columns fit.
    private static final int WIDE = 100;

    List<String> lines() {
        Terminal screen = shell.screens().out();
        return table(screen).lines("", screen);
    }

    private Table table(Terminal screen) {
        boolean calls = runs.stream().anyMatch(run -> run.calls().calls() > 0);
        boolean wide = screen.width() >= WIDE;
        var columns = new ArrayList<Column>(List.of(
                Column.left("run"),
                Column.left("name"),
                Column.left("status").painted(screen.paint()::status),
                Column.left("started")));
        addIf(!calls || wide, Column.right("took"), columns);
        columns.add(Column.right("rows"));
        addIf(calls && wide, Column.right("calls"), columns);
        addIf(calls, Column.right("cost"), columns);
        Table table = Table.of(columns.toArray(Column[]::new));
        for (RunSummary run : runs) {
            var cells = new ArrayList<String>(List.of(
                    run.runId(),
                    SafeText.line(run.name()),
                    run.statusText(),
                    Figures.time(run.started(), shell.zone()).substring(5)));
            addIf(!calls || wide, run.duration().map(Figures::duration).orElse(""), cells);
            cells.add(Figures.count(run.rowsRead()));
            addIf(calls && wide, Figures.count(run.calls().calls()), cells);
            addIf(calls, cost(run), cells);
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static <T> void addIf(boolean wanted, T item, List<T> items) {
        if (wanted) {
            items.add(item);
        }
    }

    /// The cost of a run, open calls at their worst case; simulated runs cost nothing.
    private static String cost(RunSummary run) {
        CallTotals calls = run.calls();
        return run.simulated()
                ? "SIMULATED"
                : calls.costs()
                        .withOpen(calls.reserved(), calls.jobs().unpriced())
                        .brief(Figures::dollars);
    }
}
