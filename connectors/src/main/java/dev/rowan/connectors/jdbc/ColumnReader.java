package dev.rowan.connectors.jdbc;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns the values of one column into values of a row.
@FunctionalInterface
interface ColumnReader {

    /// The value of column `index`. Throws [IllegalArgumentException] if a row cannot hold it.
    @Nullable
    Object read(ResultSet row, int index) throws SQLException;

    /// The reader for column `index`; empty if its type does not map.
    static Optional<ColumnReader> of(JdbcDialect dialect, ResultSetMetaData columns, int index) throws SQLException {
        if (dialect == JdbcDialect.SQLITE) {
            return Optional.of((row, i) -> JdbcValues.of(row.getObject(i), false));
        }
        String name = columns.getColumnTypeName(index).toLowerCase(Locale.ROOT);
        return Optional.ofNullable(byName(name)).or(() -> byType(type(columns, index), name));
    }

    private static int type(ResultSetMetaData columns, int index) {
        try {
            return columns.getColumnType(index);
        } catch (SQLException _) {
            return Types.OTHER;
        }
    }

    /// Types that drivers report as something else.
    private static @Nullable ColumnReader byName(String name) {
        return switch (name) {
            case "json", "jsonb" -> ColumnReader::json;
            case "uuid", "uniqueidentifier", "timetz", "bit", "varbit" ->
                name.equals("bit") ? null : ResultSet::getString;
            case "timestamptz", "datetimeoffset", "timestamp with time zone" -> ColumnReader::instant;
            case "bigint unsigned", "hugeint", "uhugeint", "ubigint" -> ColumnReader::exact;
            default -> null;
        };
    }

    private static Optional<ColumnReader> byType(int type, String name) {
        return Optional.ofNullable(
                switch (type) {
                    case Types.BOOLEAN, Types.BIT ->
                        (row, i) -> {
                            boolean value = row.getBoolean(i);
                            return row.wasNull() ? null : (Object) value;
                        };
                    case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                        (row, i) -> {
                            long value = row.getLong(i);
                            return row.wasNull() ? null : (Object) value;
                        };
                    case Types.NUMERIC, Types.DECIMAL -> ColumnReader::exact;
                    case Types.REAL, Types.FLOAT, Types.DOUBLE -> ColumnReader::floating;
                    case Types.CHAR,
                            Types.VARCHAR,
                            Types.LONGVARCHAR,
                            Types.NCHAR,
                            Types.NVARCHAR,
                            Types.LONGNVARCHAR,
                            Types.CLOB,
                            Types.NCLOB,
                            Types.SQLXML -> ResultSet::getString;
                    case Types.DATE -> (row, i) -> finite(row.getObject(i, LocalDate.class));
                    case Types.TIME -> (row, i) -> finite(row.getObject(i, LocalTime.class));
                    case Types.TIMESTAMP -> (row, i) -> finite(row.getObject(i, LocalDateTime.class));
                    case Types.TIMESTAMP_WITH_TIMEZONE -> ColumnReader::instant;
                    case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> ColumnReader::base64;
                    case Types.ARRAY ->
                        (row, i) -> {
                            Array array = row.getArray(i);
                            return array == null ? null : JdbcValues.of(array.getArray(), name.contains("timestamptz"));
                        };
                    default -> null;
                });
    }

    private static @Nullable Object exact(ResultSet row, int index) throws SQLException {
        try {
            BigDecimal value = row.getBigDecimal(index);
            return value == null ? null : JdbcValues.of(value, false);
        } catch (SQLException e) {
            throw new IllegalArgumentException(row.getString(index) + " is not a number that a row can hold", e);
        }
    }

    private static @Nullable Object floating(ResultSet row, int index) throws SQLException {
        double value = row.getDouble(index);
        return row.wasNull() ? null : JdbcValues.of(value, false);
    }

    private static @Nullable Object instant(ResultSet row, int index) throws SQLException {
        OffsetDateTime value = row.getObject(index, OffsetDateTime.class);
        return value == null ? null : finite(value);
    }

    private static @Nullable Object finite(@Nullable Object value) {
        return value == null ? null : JdbcValues.of(value, true);
    }

    private static @Nullable Object base64(ResultSet row, int index) throws SQLException {
        byte[] bytes = row.getBytes(index);
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }

    private static @Nullable Object json(ResultSet row, int index) throws SQLException {
        String text = row.getString(index);
        try {
            return text == null ? null : RowJson.readValue(text.getBytes(StandardCharsets.UTF_8));
        } catch (JsonException e) {
            throw new IllegalArgumentException("the JSON cannot be read: " + e.getMessage(), e);
        }
    }
}
