package dev.rowan.connectors.jdbc;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The columns of a query: their names, how to read them, and those of the key.
record QueryColumns(Row.Names names, List<ColumnReader> readers, List<KeyColumn> key, boolean isKeyNullable) {

    /// From a result of the query. Throws a [PluginException] that names each column that does not fit.
    static QueryColumns of(JdbcDialect dialect, ResultSetMetaData columns, List<String> key)
            throws SQLException, PluginException {
        var names = new ArrayList<String>();
        var readers = new ArrayList<ColumnReader>();
        var problems = new ArrayList<String>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String name = columns.getColumnLabel(i);
            if (names.contains(name)) {
                problems.add("two columns are called '" + name + "'; rename one with 'as'");
            }
            names.add(name);
            Optional<ColumnReader> reader = ColumnReader.of(dialect, columns, i);
            if (reader.isEmpty()) {
                problems.add("column '" + name + "' has the type " + columns.getColumnTypeName(i)
                        + ", which does not map to a value of a row; cast it in 'query', such as to text");
            }
            reader.ifPresent(readers::add);
        }
        var keys = new ArrayList<KeyColumn>();
        for (String wanted : key) {
            key(dialect, columns, wanted, names)
                    .ifPresentOrElse(
                            keys::add,
                            () -> problems.add("'key' needs a column of numbers, text or times, unlike '" + wanted
                                    + "'; the columns are " + String.join(", ", names)));
        }
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("; ", problems));
        }
        boolean nullable = false;
        for (KeyColumn column : keys) {
            nullable |= columns.isNullable(column.index()) != ResultSetMetaData.columnNoNulls;
        }
        return new QueryColumns(Row.Names.of(names), readers, keys, nullable);
    }

    /// The column of that name, as written, or else but for the case of its letters.
    private static Optional<KeyColumn> key(
            JdbcDialect dialect, ResultSetMetaData columns, String wanted, List<String> names) throws SQLException {
        int at = names.indexOf(wanted);
        for (int i = 0; at < 0 && i < names.size(); i++) {
            at = names.get(i).equalsIgnoreCase(wanted) ? i : -1;
        }
        return at < 0 ? Optional.empty() : KeyColumn.of(dialect, columns, at + 1);
    }

    List<String> keyNames() {
        return key.stream().map(KeyColumn::name).toList();
    }

    /// The key of the current row. Throws a [PluginException] if a part of it is null.
    Row key(ResultSet row) throws SQLException, PluginException {
        var values = new ArrayList<@Nullable Object>();
        for (KeyColumn column : key) {
            Object value = column.read(row);
            if (value == null) {
                throw new PluginException("key_not_ascending: column '" + column.name()
                        + "' of the key has a null or binary value; choose columns that have none, or exclude such rows"
                        + " in 'query'");
            }
            values.add(value);
        }
        return Row.of(Row.Names.of(keyNames()), values);
    }

    /// The values of the current row. Throws [IllegalArgumentException] if a row cannot hold one of them.
    Row values(ResultSet row) throws SQLException {
        var values = new ArrayList<@Nullable Object>(readers.size());
        for (int i = 0; i < readers.size(); i++) {
            try {
                values.add(readers.get(i).read(row, i + 1));
            } catch (IllegalArgumentException unmappable) {
                throw new IllegalArgumentException(
                        "column '" + names.at(i) + "': " + unmappable.getMessage(), unmappable);
            }
        }
        return Row.of(names, values);
    }
}
