package dev.rowan.connectors.jdbc;

import dev.rowan.api.plugin.PluginException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The table that a sink writes: its columns, and the statements.
record TargetTable(JdbcSinkSettings settings, JdbcDialect dialect, List<TableColumn> columns) {
    static final String RUN = "_rowan_run";
    static final String ROW_SEQ = "_rowan_row_seq";
    static final String PART = "_rowan_part";
    static final List<String> TRACE = List.of(RUN, ROW_SEQ, PART);

    /// Whether the table can be read.
    static boolean exists(JdbcSinkSettings settings, Connection connection) {
        try (PreparedStatement statement =
                        connection.prepareStatement("select * from " + settings.table() + " where 1 = 0");
                ResultSet none = statement.executeQuery()) {
            return none.getMetaData().getColumnCount() > 0;
        } catch (SQLException _) {
            return false;
        }
    }

    /// Reads the columns of the table, and checks those that the settings name.
    static TargetTable of(JdbcSinkSettings settings, JdbcDialect dialect, Connection connection)
            throws SQLException, PluginException {
        var columns = new ArrayList<TableColumn>();
        try (PreparedStatement statement =
                        connection.prepareStatement("select * from " + settings.table() + " where 1 = 0");
                ResultSet none = statement.executeQuery()) {
            ResultSetMetaData found = none.getMetaData();
            for (int i = 1; i <= found.getColumnCount(); i++) {
                columns.add(new TableColumn(
                        dialect, found.getColumnName(i), found.getColumnType(i), found.getColumnTypeName(i)));
            }
        }
        var table = new TargetTable(settings, dialect, List.copyOf(columns));
        var wanted = new ArrayList<>(settings.columns().keySet());
        wanted.addAll(settings.key());
        wanted.addAll(settings.traceColumns() ? TRACE : List.of());
        for (String name : wanted) {
            if (table.column(name).isEmpty()) {
                throw new PluginException("the table " + settings.table() + " has no column '" + name
                        + "'; its columns are " + table.names());
            }
        }
        return table;
    }

    String names() {
        return columns.stream().map(TableColumn::name).collect(Collectors.joining(", "));
    }

    /// A statement that writes no row, and needs the same rights as one that does, and the same unique constraint where
    /// the upsert names its key. For a `merge` it needs the right to insert alone.
    String probing(List<TableColumn> to) {
        String columns = to.stream().map(column -> "p." + quoted(column)).collect(Collectors.joining(", "));
        String none = " select " + columns + " from " + settings.table() + " p where 1 = 0";
        boolean merges = settings.mode() == JdbcSinkSettings.Mode.UPSERT && dialect.merges();
        return inserting(to) + none + (merges ? "" : onConflict(to));
    }

    /// The column of that name, as written, or else but for the case of its letters.
    Optional<TableColumn> column(String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .or(() -> columns.stream()
                        .filter(column -> column.name().equalsIgnoreCase(name))
                        .findFirst());
    }

    /// The columns for rows with these fields, each with its field, which may have several.
    Map<TableColumn, String> columnsOf(List<String> fields) {
        var chosen = new LinkedHashMap<TableColumn, String>();
        if (settings.columns().isEmpty()) {
            fields.forEach(field -> column(field).ifPresent(column -> chosen.put(column, field)));
        } else {
            settings.columns()
                    .forEach((column, field) -> chosen.put(column(column).orElseThrow(), field));
        }
        return chosen;
    }

    /// Fields of rows that no column takes.
    List<String> unplaced(List<String> fields) {
        return settings.columns().isEmpty()
                ? fields.stream().filter(field -> column(field).isEmpty()).toList()
                : List.of();
    }

    /// The statement that writes one row to these columns.
    String writing(List<TableColumn> to) {
        if (settings.mode() == JdbcSinkSettings.Mode.UPSERT && dialect.merges()) {
            return merging(to);
        }
        String values = to.stream().map(_ -> "?").collect(Collectors.joining(", "));
        return inserting(to) + " values (" + values + ")" + onConflict(to);
    }

    private String inserting(List<TableColumn> to) {
        return "insert into " + settings.table() + " (" + names(to) + ")";
    }

    /// What an upsert does with a row whose key is in the table; empty for an insert.
    private String onConflict(List<TableColumn> to) {
        if (settings.mode() == JdbcSinkSettings.Mode.INSERT) {
            return "";
        }
        List<TableColumn> others = others(to);
        if (dialect == JdbcDialect.MYSQL) {
            return " on duplicate key update "
                    + (others.isEmpty() ? keys() : others)
                            .stream()
                                    .map(this::quoted)
                                    .map(name -> name + " = values(" + name + ")")
                                    .collect(Collectors.joining(", "));
        }
        return " on conflict (" + names(keys()) + ") do "
                + (others.isEmpty() ? "nothing" : "update set " + assigned(others, "excluded."));
    }

    private List<TableColumn> keys() {
        return settings.key().stream().map(name -> column(name).orElseThrow()).toList();
    }

    /// The columns that are not part of the key.
    private List<TableColumn> others(List<TableColumn> to) {
        List<TableColumn> keys = keys();
        return to.stream().filter(column -> !keys.contains(column)).toList();
    }

    private String merging(List<TableColumn> to) {
        List<TableColumn> others = others(to);
        String source = to.stream().map(column -> "? as " + quoted(column)).collect(Collectors.joining(", "));
        String same = keys().stream()
                .map(key -> "t." + quoted(key) + " = s." + quoted(key))
                .collect(Collectors.joining(" and "));
        String values = to.stream().map(column -> "s." + quoted(column)).collect(Collectors.joining(", "));
        return "merge into " + settings.table() + " t using (select " + source + ") s on " + same
                + (others.isEmpty() ? "" : " when matched then update set " + assigned(others, "s."))
                + " when not matched then insert (" + names(to) + ") values (" + values + ")"
                + (dialect == JdbcDialect.SQLSERVER ? ";" : "");
    }

    private String assigned(List<TableColumn> to, String from) {
        return to.stream()
                .map(column -> quoted(column) + " = " + from + quoted(column))
                .collect(Collectors.joining(", "));
    }

    /// Whether a row of a run is in the table; the parameters are run, row number and part.
    String finding() {
        return "select 1 from " + settings.table() + " where "
                + TRACE.stream()
                        .map(name -> quoted(column(name).orElseThrow()) + " = ?")
                        .collect(Collectors.joining(" and "));
    }

    /// The number of a run's rows in the table; the parameter is the run.
    String counting() {
        return "select count(*) from " + settings.table() + " where "
                + quoted(column(RUN).orElseThrow()) + " = ?";
    }

    private String names(List<TableColumn> of) {
        return of.stream().map(this::quoted).collect(Collectors.joining(", "));
    }

    private String quoted(TableColumn column) {
        return dialect.quote(column.name());
    }
}
