package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Column;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventPayload;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Inserts into an event table, with or without the value columns: in multi-row statements of the dialect's size,
/// and the remainder one by one on flush. Run and epoch are constant per writer, so they are part of the statement
/// text. Owned by the writer's thread.
final class EventInsert implements AutoCloseable {
    private static final List<String> LINK = List.of("event_id", "time", "leaf");
    private static final List<String> VALUES = List.of("payload_length", "payload_sha256", "salt", "payload");

    private final Target target;
    private final EventTable table;
    private final List<String> columns;
    private final PreparedStatement single;
    private @Nullable PreparedStatement several;
    private final List<Linked> waiting = new ArrayList<>();
    private boolean added;

    /// A writer's log, epoch and connection.
    record Target(LogKey log, int epoch, Connection connection, SqlDialect dialect) {}

    /// An event buffered for a multi-row insert.
    private record Linked(Link link, Event event) {}

    private EventInsert(EventTable table, List<String> values, Target target) throws SQLException {
        this.target = target;
        this.table = table;
        this.columns = Stream.of(LINK.stream(), table.facts().stream().map(Column::name), values.stream())
                .flatMap(names -> names)
                .toList();
        this.single = target.connection().prepareStatement(sql(1));
    }

    static EventInsert withValues(EventTable table, Target target) throws SQLException {
        return new EventInsert(table, VALUES, target);
    }

    static EventInsert withoutValues(EventTable table, Target target) throws SQLException {
        return new EventInsert(table, List.of(), target);
    }

    private String sql(int rows) {
        String row = "(" + target.log().runNo() + ", " + target.epoch() + ", "
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        return target.dialect().insert() + table.table() + " (run_no, epoch, " + String.join(", ", columns)
                + ") VALUES " + String.join(", ", Collections.nCopies(rows, row));
    }

    void add(Link link, Event event) throws SQLException {
        waiting.add(new Linked(link, event));
        int rows = target.dialect().rowsAtOnce();
        if (waiting.size() == rows) {
            if (several == null) {
                several = target.connection().prepareStatement(sql(rows));
            }
            addWaiting(several);
            added = true;
        }
    }

    /// Adds the buffered events to the batch of a statement with as many parameter rows.
    private void addWaiting(PreparedStatement statement) throws SQLException {
        int at = 1;
        for (Linked each : waiting) {
            at = bind(statement, at, each);
        }
        statement.addBatch();
        waiting.clear();
    }

    private int bind(PreparedStatement statement, int first, Linked linked) throws SQLException {
        int at = first;
        Event event = linked.event();
        statement.setLong(at++, target.log().eventId(linked.link().seq()));
        statement.setLong(at++, event.time());
        statement.setBytes(at++, linked.link().leaf());
        List<Column> facts = table.facts();
        for (int i = 0; i < facts.size(); i++) {
            facts.get(i).bind(statement, at++, event.facts()[i]);
        }
        if (event.payload().isPresent()) {
            EventPayload payload = event.payload().get();
            statement.setLong(at++, payload.digest().length());
            statement.setBytes(at++, payload.digest().sha256());
            statement.setBytes(at++, payload.salt());
            statement.setBytes(at++, payload.bytes());
        }
        return at;
    }

    /// Sends everything added since the last flush.
    void flush() throws SQLException {
        if (added && several != null) {
            several.executeBatch();
            added = false;
        }
        if (!waiting.isEmpty()) {
            for (Linked each : waiting) {
                bind(single, 1, each);
                single.addBatch();
            }
            waiting.clear();
            single.executeBatch();
        }
    }

    @Override
    public void close() throws SQLException {
        single.close();
        if (several != null) {
            several.close();
        }
    }
}
