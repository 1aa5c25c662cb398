package dev.rowan.landscape.chain;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/// A fact of an event as a column of integers (`Long`) or text (`String`).
public record Column(String name, Kind kind) {

    /// The type of a column.
    public enum Kind {
        NUMBER,
        TEXT
    }

    static Column number(String name) {
        return new Column(name, Kind.NUMBER);
    }

    static Column text(String name) {
        return new Column(name, Kind.TEXT);
    }

    public void bind(PreparedStatement insert, int at, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> insert.setNull(at, kind == Kind.NUMBER ? Types.BIGINT : Types.VARCHAR);
            case Long number -> insert.setLong(at, number);
            case String text -> insert.setString(at, text);
            default -> throw new IllegalArgumentException(name + " holds " + kind + ", got " + value.getClass());
        }
    }

    public @Nullable Object read(ResultSet row, int at) throws SQLException {
        return switch (kind) {
            case NUMBER -> {
                long value = row.getLong(at);
                yield row.wasNull() ? null : (Long) value;
            }
            case TEXT -> row.getString(at);
        };
    }
}
