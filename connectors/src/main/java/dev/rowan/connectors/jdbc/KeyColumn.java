package dev.rowan.connectors.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A column of the key that a source reads by. Its values go back into the next query, so they are read without
/// loss: numbers as numbers, anything else as the database's own text. Only the database compares them.
record KeyColumn(String name, int index, Kind kind) {

    enum Kind {
        WHOLE,
        EXACT,
        FLOATING,
        TRUTH,
        TEXT,
        /// By value, as SQLite stores it.
        STORED
    }

    /// Empty if the type has no order that a position could be recorded in.
    static Optional<KeyColumn> of(JdbcDialect dialect, ResultSetMetaData columns, int index) throws SQLException {
        String name = columns.getColumnLabel(index);
        if (dialect == JdbcDialect.SQLITE) {
            return Optional.of(new KeyColumn(name, index, Kind.STORED));
        }
        Kind kind = switch (columns.getColumnType(index)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Kind.WHOLE;
            case Types.NUMERIC, Types.DECIMAL -> Kind.EXACT;
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Kind.FLOATING;
            case Types.BOOLEAN, Types.BIT -> Kind.TRUTH;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB, Types.ARRAY, Types.STRUCT -> null;
            default -> Kind.TEXT;
        };
        return Optional.ofNullable(kind).map(known -> new KeyColumn(name, index, known));
    }

    @Nullable
    Object read(ResultSet row) throws SQLException {
        Object value = switch (kind) {
            case WHOLE, EXACT -> row.getBigDecimal(index);
            case FLOATING -> row.getObject(index);
            case TRUTH -> row.getBoolean(index);
            case TEXT -> row.getString(index);
            case STORED -> row.getObject(index);
        };
        if (row.wasNull() || value == null) {
            return null;
        }
        return value instanceof byte[]
                ? null
                : JdbcValues.of(
                        value instanceof BigDecimal number && number.scale() == 0 ? number.toBigInteger() : value,
                        false);
    }

    void bind(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        switch (value) {
            case Long n -> statement.setLong(at, n);
            case BigInteger n -> statement.setBigDecimal(at, new BigDecimal(n));
            case BigDecimal n
            when kind == Kind.FLOATING || kind == Kind.STORED -> statement.setDouble(at, n.doubleValue());
            case BigDecimal n -> statement.setBigDecimal(at, n);
            case Boolean truth -> statement.setBoolean(at, truth);
            case null, default -> statement.setString(at, String.valueOf(value));
        }
    }
}
