package dev.rowan.landscape.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// A table of a SQLite database as the database describes it. `uniqueKeys` has the primary key first; an index
/// over a part of the rows is not among them.
record SchemaTable(String name, List<Column> columns, List<List<String>> uniqueKeys) {

    /// A column; `keyPosition` is its place in the primary key from 1, or 0.
    record Column(String name, String type, boolean nullable, int keyPosition) {}

    private record Index(String name, boolean unique, boolean partial, boolean primary) {}

    static List<SchemaTable> readAll(Connection connection) throws SQLException {
        List<String> names = query(
                connection,
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
                row -> row.getString("name"));
        var tables = new ArrayList<SchemaTable>();
        for (String name : names) {
            tables.add(read(connection, name));
        }
        return List.copyOf(tables);
    }

    private static SchemaTable read(Connection connection, String table) throws SQLException {
        List<Column> columns = query(
                connection,
                "PRAGMA table_info(" + table + ")",
                row -> new Column(
                        row.getString("name"),
                        row.getString("type"),
                        row.getInt("notnull") == 0 && row.getInt("pk") == 0,
                        row.getInt("pk")));
        var keys = new ArrayList<List<String>>();
        keys.add(columns.stream()
                .filter(column -> column.keyPosition() > 0)
                .sorted(Comparator.comparingInt(Column::keyPosition))
                .map(Column::name)
                .toList());
        List<Index> indexes = query(
                connection,
                "PRAGMA index_list(" + table + ")",
                row -> new Index(
                        row.getString("name"),
                        row.getInt("unique") == 1,
                        row.getInt("partial") == 1,
                        row.getString("origin").equals("pk")));
        for (Index index : indexes) {
            if (index.unique() && !index.partial() && !index.primary()) {
                keys.add(query(connection, "PRAGMA index_info(" + index.name() + ")", row -> row.getString("name")));
            }
        }
        return new SchemaTable(table, columns, List.copyOf(keys));
    }

    Optional<Column> column(String wanted) {
        return columns.stream().filter(column -> column.name().equals(wanted)).findFirst();
    }

    /// Whether at most one row has the same values in these columns.
    boolean isUniqueBy(List<String> names) {
        return uniqueKeys.stream().anyMatch(key -> new HashSet<>(names).containsAll(key));
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private static <T> List<T> query(Connection connection, String sql, RowReader<T> reader) throws SQLException {
        var rows = new ArrayList<T>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(reader.read(result));
            }
        }
        return List.copyOf(rows);
    }
}
