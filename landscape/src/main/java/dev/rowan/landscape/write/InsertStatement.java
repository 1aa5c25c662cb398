package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Column;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventPayload;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// An insert of one or several events that names some columns of their table. Run and epoch are constant per writer,
/// so they are part of its text.
///
/// Owned by the writer's thread.
final class InsertStatement implements AutoCloseable {
    private static final List<String> LINK = List.of("event_id", "time", "leaf");
    private static final List<String> VALUES = List.of("payload_length", "payload_sha256", "salt", "payload");

    private final EventInsert.Target target;
    private final List<Column> facts;
    private final int[] indexes;
    private final boolean values;
    private final PreparedStatement statement;
    private boolean added;

    /// An event and its position in the log.
    record Linked(Link link, Event event) {}

    /// The columns of an insert: a bit for each fact of the table, and whether it has the columns of values.
    record Columns(long facts, boolean values) {
        static Columns all(EventTable table, boolean values) {
            return new Columns((1L << table.facts().size()) - 1, values);
        }

        /// The columns that the events fill.
        static Columns of(List<Linked> events) {
            long facts = 0;
            boolean values = false;
            for (int i = 0; i < events.size(); i++) {
                Event event = events.get(i).event();
                for (int fact = 0; fact < event.facts().length; fact++) {
                    facts |= event.facts()[fact] == null ? 0 : 1L << fact;
                }
                values |= event.payload().isPresent();
            }
            return new Columns(facts, values);
        }
    }

    InsertStatement(EventTable table, Columns columns, int rows, EventInsert.Target target) throws SQLException {
        this.target = target;
        this.facts = table.facts();
        this.indexes = IntStream.range(0, facts.size())
                .filter(fact -> (columns.facts() >> fact & 1) != 0)
                .toArray();
        this.values = columns.values();
        this.statement = target.connection().prepareStatement(sql(table, rows));
    }

    private String sql(EventTable table, int rows) {
        var names = new ArrayList<>(LINK);
        for (int index : indexes) {
            names.add(facts.get(index).name());
        }
        names.addAll(values ? VALUES : List.of());
        String row = "(" + target.log().runNo() + ", " + target.epoch() + ", "
                + String.join(", ", Collections.nCopies(names.size(), "?")) + ")";
        return target.dialect().insert() + table.table() + " (run_no, epoch, " + String.join(", ", names) + ") VALUES "
                + String.join(", ", Collections.nCopies(rows, row));
    }

    /// Adds as many events as it has rows.
    void add(List<Linked> events) throws SQLException {
        int at = 1;
        for (Linked each : events) {
            at = bind(at, each);
        }
        statement.addBatch();
        added = true;
    }

    private int bind(int first, Linked linked) throws SQLException {
        int at = first;
        Event event = linked.event();
        statement.setLong(at++, target.log().eventId(linked.link().seq()));
        statement.setLong(at++, event.time());
        statement.setBytes(at++, linked.link().leaf());
        for (int index : indexes) {
            facts.get(index).bind(statement, at++, event.facts()[index]);
        }
        if (values && event.payload().isPresent()) {
            EventPayload payload = event.payload().get();
            statement.setLong(at++, payload.digest().length());
            statement.setBytes(at++, payload.digest().sha256());
            statement.setBytes(at++, payload.salt());
            statement.setBytes(at++, payload.bytes());
        } else if (values) {
            statement.setNull(at++, Types.BIGINT);
            for (int i = 1; i < VALUES.size(); i++) {
                statement.setBytes(at++, null);
            }
        }
        return at;
    }

    /// Sends what was added to the database.
    void send() throws SQLException {
        if (added) {
            statement.executeBatch();
            added = false;
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
