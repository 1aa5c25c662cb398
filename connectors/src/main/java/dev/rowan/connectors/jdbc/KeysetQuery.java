package dev.rowan.connectors.jdbc;

import dev.rowan.api.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The statements that read `query` page by page, in the order of its key.
record KeysetQuery(JdbcDialect dialect, String query) {
    private static final String NAME = "rowan_rows";

    private String from(String condition) {
        return "select * from (" + query + "\n) " + NAME + condition;
    }

    /// A query with the same columns and no rows.
    PreparedStatement columns(Connection connection) throws SQLException {
        return connection.prepareStatement(from(" where 1 = 0"));
    }

    /// The rows without a complete key.
    PreparedStatement nulls(Connection connection, List<KeyColumn> key) throws SQLException {
        String condition = key.stream().map(this::name).map(k -> k + " is null").collect(Collectors.joining(" or "));
        PreparedStatement statement = connection.prepareStatement(from(" where " + condition));
        statement.setMaxRows(1);
        return statement;
    }

    /// The next `rows` rows behind `last`, or the first ones.
    PreparedStatement page(Connection connection, List<KeyColumn> key, Optional<Row> last, int rows)
            throws SQLException {
        List<String> names = key.stream().map(this::name).toList();
        String where = last.isPresent() ? " where " + dialect.after(names) : "";
        PreparedStatement statement = connection.prepareStatement(
                from(where + " order by " + String.join(", ", names) + dialect.limit(rows)));
        if (last.isPresent()) {
            int at = 1;
            for (int column : dialect.parameters(key.size())) {
                key.get(column).bind(statement, at++, last.get().valueAt(column));
            }
        }
        return statement;
    }

    private String name(KeyColumn column) {
        return dialect.quote(column.name());
    }
}
