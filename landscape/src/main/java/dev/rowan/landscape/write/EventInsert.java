package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Column;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.chain.Payload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One prepared insert into an event table, with or without the columns of values. Owned by the writer's thread.
final class EventInsert implements AutoCloseable {
    private static final List<String> LINK = List.of("event_id", "run_no", "epoch", "time", "leaf");
    private static final List<String> VALUES = List.of("payload_length", "payload_sha256", "salt", "payload");

    private final List<Column> facts;
    private final PreparedStatement statement;
    private boolean waiting;

    private EventInsert(EventTable table, List<String> values, Connection connection) throws SQLException {
        this.facts = table.facts();
        this.statement = connection.prepareStatement(sql(table, values));
    }

    static EventInsert withValues(EventTable table, Connection connection) throws SQLException {
        return new EventInsert(table, VALUES, connection);
    }

    static EventInsert withoutValues(EventTable table, Connection connection) throws SQLException {
        return new EventInsert(table, List.of(), connection);
    }

    private static String sql(EventTable table, List<String> values) {
        List<String> columns = Stream.of(LINK.stream(), table.facts().stream().map(Column::name), values.stream())
                .flatMap(names -> names)
                .toList();
        return "INSERT INTO " + table.table() + " (" + String.join(", ", columns) + ") VALUES ("
                + columns.stream().map(_ -> "?").collect(Collectors.joining(", ")) + ")";
    }

    void add(LogKey log, Link link, Event event) throws SQLException {
        statement.setLong(1, log.eventId(link.seq()));
        statement.setLong(2, log.runNo());
        statement.setLong(3, link.epoch());
        statement.setLong(4, event.time());
        statement.setBytes(5, link.leaf());
        int at = LINK.size() + 1;
        for (int i = 0; i < facts.size(); i++) {
            facts.get(i).bind(statement, at++, event.facts()[i]);
        }
        if (event.payload().isPresent()) {
            Payload payload = event.payload().get();
            statement.setLong(at++, payload.digest().length());
            statement.setBytes(at++, payload.digest().sha256());
            statement.setBytes(at++, payload.salt());
            statement.setBytes(at, payload.bytes());
        }
        statement.addBatch();
        waiting = true;
    }

    /// Sends what was added since the last flush.
    void flush() throws SQLException {
        if (waiting) {
            statement.executeBatch();
            waiting = false;
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
