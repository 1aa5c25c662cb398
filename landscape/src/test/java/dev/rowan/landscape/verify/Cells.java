package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The values of a table, to be changed one at a time and restored.
final class Cells {
    private final Session session;

    Cells(Session session) {
        this.session = session;
    }

    /// One value: its table, the table's key column with the row's key, the column, and its value.
    record Cell(
            String table,
            String key,
            long id,
            String column,
            @Nullable Object value) {}

    private interface Mapping<T> {
        T from(ResultSet row) throws SQLException;
    }

    List<Long> ids(String table) throws SQLException {
        return query("SELECT event_id FROM " + table + " ORDER BY event_id", row -> row.getLong(1));
    }

    List<Cell> of(String table) throws SQLException {
        String key = table.equals("run") ? "run_no" : "event_id";
        return query("SELECT * FROM " + table + " ORDER BY " + key, row -> cells(table, key, row)).stream()
                .flatMap(List::stream)
                .toList();
    }

    private static List<Cell> cells(String table, String key, ResultSet row) throws SQLException {
        var cells = new ArrayList<Cell>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            cells.add(new Cell(table, key, row.getLong(key), row.getMetaData().getColumnName(i), row.getObject(i)));
        }
        return cells;
    }

    /// What the value may be changed to: one bit in each byte chosen, or something where there was nothing.
    static List<Object> changes(Cell cell, IntFunction<List<Integer>> chosen) {
        return switch (cell.value()) {
            case null -> List.of(something(cell.column()));
            case byte[] bytes ->
                chosen.apply(bytes.length).stream()
                        .map(at -> (Object) flip(bytes, at))
                        .toList();
            case String text ->
                chosen.apply(text.getBytes(UTF_8).length).stream()
                        .map(at -> (Object) new String(flip(text.getBytes(UTF_8), at), UTF_8))
                        .toList();
            case Number number -> List.of(number.longValue() ^ (1L << 20), number.longValue() ^ (1L << 13));
            default -> throw new IllegalArgumentException(cell.toString());
        };
    }

    private static Object something(String column) {
        return switch (column) {
            case "payload", "salt", "payload_sha256" -> new byte[16];
            case "source_id", "reason", "sink", "request_id" -> "x";
            default -> 1L;
        };
    }

    private static byte[] flip(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        return changed;
    }

    void write(Cell cell, Object changed) throws SQLException {
        update(cell, changed, cell.id());
    }

    /// Restores the value, in the row with the changed key if the key was changed.
    void restore(Cell cell, Object changed) throws SQLException {
        update(cell, cell.value(), cell.column().equals(cell.key()) ? (Long) changed : cell.id());
    }

    private void update(Cell cell, @Nullable Object value, long id) throws SQLException {
        session.begin();
        String sql = "UPDATE " + cell.table() + " SET " + cell.column() + " = ? WHERE " + cell.key() + " = ?";
        try (PreparedStatement update = session.connection().prepareStatement(sql)) {
            update.setObject(1, value);
            update.setLong(2, id);
            update.executeUpdate();
        }
        session.commit();
    }

    private <T> List<T> query(String sql, Mapping<T> mapping) throws SQLException {
        session.begin();
        var found = new ArrayList<T>();
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                found.add(mapping.from(row));
            }
        }
        session.commit();
        return found;
    }
}
