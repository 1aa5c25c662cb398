package dev.rowan.connectors.jdbc;

import dev.rowan.json.RowJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A column of a table that rows are written to, by its name and type in the database.
record TableColumn(JdbcDialect dialect, String name, int type, String typeName) {

    private boolean isBinary() {
        return switch (type) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> true;
            default -> typeName.equalsIgnoreCase("blob");
        };
    }

    /// Whether text must be sent as a time, because the database does not read RFC 3339.
    private boolean needsTime() {
        return (type == Types.TIMESTAMP || type == Types.TIMESTAMP_WITH_TIMEZONE)
                && switch (dialect) {
                    case MYSQL, SQLSERVER, SNOWFLAKE, STANDARD -> true;
                    case POSTGRESQL, SQLITE, DUCKDB -> false;
                };
    }

    /// Sets a parameter. Throws [IllegalArgumentException] if the column cannot hold the value.
    void bind(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(at, type);
            case String text when isBinary() -> statement.setBytes(at, decoded(text));
            case String text when needsTime() -> bindTime(statement, at, text);
            case String text -> statement.setString(at, text);
            case Boolean truth -> statement.setBoolean(at, truth);
            case Long n -> statement.setLong(at, n);
            case BigInteger n -> bindExact(statement, at, new BigDecimal(n));
            case BigDecimal n -> bindExact(statement, at, n);
            case List<?> items
            when dialect == JdbcDialect.POSTGRESQL && typeName.startsWith("_") ->
                statement.setArray(at, statement.getConnection().createArrayOf(typeName.substring(1), items.toArray()));
            case List<?> _, Map<?, ?> _ ->
                statement.setString(at, new String(RowJson.writeValue(value), StandardCharsets.UTF_8));
            default -> throw new IllegalArgumentException("a row cannot hold a " + value.getClass());
        }
    }

    /// SQLite has no exact type: what a double cannot hold is written as text.
    private void bindExact(PreparedStatement statement, int at, BigDecimal number) throws SQLException {
        if (dialect != JdbcDialect.SQLITE) {
            statement.setBigDecimal(at, number);
            return;
        }
        double nearest = number.doubleValue();
        if (Double.isFinite(nearest) && new BigDecimal(Double.toString(nearest)).compareTo(number) == 0) {
            statement.setDouble(at, nearest);
        } else {
            statement.setString(at, number.toPlainString());
        }
    }

    private static void bindTime(PreparedStatement statement, int at, String text) throws SQLException {
        try {
            statement.setObject(at, OffsetDateTime.parse(text));
        } catch (DateTimeException _) {
            try {
                statement.setObject(at, LocalDateTime.parse(text));
            } catch (DateTimeException notTime) {
                throw new IllegalArgumentException("it needs a time such as 2026-01-31T12:00:00Z", notTime);
            }
        }
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw new IllegalArgumentException("it holds bytes and needs base64", notBase64);
        }
    }
}
