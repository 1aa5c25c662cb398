package dev.rowan.connectors.jdbc;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes rows in batches within the transaction of its caller. A batch that fails because of a row is halved under
/// savepoints, down to that row. Owned by the sink's thread.
final class TableWriter {
    private final TargetTable table;
    private final String runId;
    private final boolean hasSavepoints;

    TableWriter(TargetTable table, String runId, boolean hasSavepoints) {
        this.table = table;
        this.runId = runId;
        this.hasSavepoints = hasSavepoints;
    }

    /// A row to write; `index` is its number since the last mark.
    record Pending(int index, MarksTable.Token token, Row row) {}

    /// The result of each row, in order.
    interface Results {
        void accepted(Pending row);

        void refused(Pending row, Reason reason) throws SQLException;
    }

    /// Writes `rows`; rows with the same fields go together.
    void write(Connection connection, List<Pending> rows, Results results) throws SQLException {
        for (int from = 0; from < rows.size(); ) {
            Row.Names names = rows.get(from).row().names();
            int to = from + 1;
            while (to < rows.size() && rows.get(to).row().names().equals(names)) {
                to++;
            }
            alike(connection, rows.subList(from, to), results);
            from = to;
        }
    }

    private void alike(Connection connection, List<Pending> rows, Results results) throws SQLException {
        Savepoint before = hasSavepoints ? connection.setSavepoint() : null;
        String why;
        try {
            execute(connection, rows);
            rows.forEach(results::accepted);
            return;
        } catch (SQLException e) {
            if (before == null || !JdbcErrors.isAboutRow(e)) {
                throw e;
            }
            why = JdbcErrors.message(e);
        } catch (IllegalArgumentException unfit) {
            if (before == null) {
                throw new SQLException(unfit.getMessage(), "22000", unfit);
            }
            why = String.valueOf(unfit.getMessage());
        }
        connection.rollback(before);
        if (rows.size() == 1) {
            results.refused(rows.getFirst(), Reason.of("sink_refused", why));
        } else {
            int middle = rows.size() / 2;
            alike(connection, rows.subList(0, middle), results);
            alike(connection, rows.subList(middle, rows.size()), results);
        }
    }

    private void execute(Connection connection, List<Pending> rows) throws SQLException {
        Map<TableColumn, String> columns =
                table.columnsOf(rows.getFirst().row().names().list());
        var to = new ArrayList<>(columns.keySet());
        if (table.settings().traceColumns()) {
            TargetTable.TRACE.forEach(name -> to.add(table.column(name).orElseThrow()));
        }
        try (PreparedStatement statement = connection.prepareStatement(table.writing(to))) {
            for (Pending row : rows) {
                bind(statement, columns, row);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private void bind(PreparedStatement statement, Map<TableColumn, String> columns, Pending row) throws SQLException {
        int at = 1;
        for (var column : columns.entrySet()) {
            try {
                column.getKey().bind(statement, at++, row.row().get(column.getValue()));
            } catch (IllegalArgumentException unfit) {
                throw new IllegalArgumentException(
                        "column '" + column.getKey().name() + "': " + unfit.getMessage(), unfit);
            }
        }
        if (table.settings().traceColumns()) {
            statement.setString(at++, runId);
            statement.setLong(at++, row.token().rowSeq());
            statement.setInt(at, row.token().part());
        }
    }
}
