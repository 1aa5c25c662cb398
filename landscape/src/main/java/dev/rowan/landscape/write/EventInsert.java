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

/// One prepared insert into an event table, with or without the columns of values. Run and epoch, the same for all that
/// a writer writes, are part of its text. Owned by the writer's thread.
final class EventInsert implements AutoCloseable {
    private static final List<String> LINK = List.of("event_id", "time", "leaf");
    private static final List<String> VALUES = List.of("payload_length", "payload_sha256", "salt", "payload");

    private final LogKey log;
    private final List<Column> facts;
    private final PreparedStatement statement;
    private boolean waiting;

    private EventInsert(EventTable table, List<String> values, LogKey log, int epoch, Connection connection)
            throws SQLException {
        this.log = log;
        this.facts = table.facts();
        this.statement = connection.prepareStatement(sql(table, values, log, epoch));
    }

    static EventInsert withValues(EventTable table, LogKey log, int epoch, Connection connection) throws SQLException {
        return new EventInsert(table, VALUES, log, epoch, connection);
    }

    static EventInsert withoutValues(EventTable table, LogKey log, int epoch, Connection connection)
            throws SQLException {
        return new EventInsert(table, List.of(), log, epoch, connection);
    }

    private static String sql(EventTable table, List<String> values, LogKey log, int epoch) {
        List<String> columns = Stream.of(LINK.stream(), table.facts().stream().map(Column::name), values.stream())
                .flatMap(names -> names)
                .toList();
        return "INSERT INTO " + table.table() + " (run_no, epoch, " + String.join(", ", columns) + ") VALUES ("
                + log.runNo() + ", " + epoch + ", "
                + columns.stream().map(_ -> "?").collect(Collectors.joining(", ")) + ")";
    }

    void add(Link link, Event event) throws SQLException {
        statement.setLong(1, log.eventId(link.seq()));
        statement.setLong(2, event.time());
        statement.setBytes(3, link.leaf());
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
