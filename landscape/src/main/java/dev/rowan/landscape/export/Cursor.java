package dev.rowan.landscape.export;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A streamed query result, a few rows in memory at a time. Owned by one thread.
final class Cursor<T> implements AutoCloseable {
    private static final int FETCH = 200;

    private final PreparedStatement select;
    private final ResultSet rows;
    private final Mapping<T> mapping;
    private @Nullable T head;

    /// Maps the current row to a value.
    interface Mapping<T> {
        T from(ResultSet row) throws SQLException;
    }

    Cursor(ExportedRun run, String sql, Mapping<T> mapping, long... parameters) throws SQLException {
        this.mapping = mapping;
        this.select = run.connection().prepareStatement(sql);
        try {
            select.setFetchSize(FETCH);
            for (int i = 0; i < parameters.length; i++) {
                select.setLong(i + 1, parameters[i]);
            }
            this.rows = select.executeQuery();
        } catch (SQLException error) {
            select.close();
            throw error;
        }
        advance();
    }

    private void advance() throws SQLException {
        head = rows.next() ? mapping.from(rows) : null;
    }

    Optional<T> next() throws SQLException {
        Optional<T> next = Optional.ofNullable(head);
        if (next.isPresent()) {
            advance();
        }
        return next;
    }

    /// Reads the values of `rowSeq`; the result must be in row order and earlier rows read.
    static <T extends OfRow> List<T> take(Cursor<T> cursor, long rowSeq) throws SQLException {
        var taken = new ArrayList<T>();
        T head = cursor.head;
        while (head != null && head.rowSeq() <= rowSeq) {
            if (head.rowSeq() == rowSeq) {
                taken.add(head);
            }
            cursor.advance();
            head = cursor.head;
        }
        return taken;
    }

    /// A value that belongs to a row.
    interface OfRow {
        long rowSeq();
    }

    static OptionalLong number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    static @Nullable Long nullable(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    @Override
    public void close() throws SQLException {
        select.close();
    }
}
