package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.SqlDialect;
import dev.rowan.landscape.write.InsertStatement.Columns;
import dev.rowan.landscape.write.InsertStatement.Linked;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Inserts into an event table: in statements of as many rows as the dialect takes, and the remainder one by one on
/// flush.
///
/// A table that is stored in the order of its ids gets its events in that order: one inserted between others would
/// split a full page. A statement names only the columns that its events fill. Otherwise there are two statements,
/// with and without values, since each costs a round trip.
///
/// Owned by the writer's thread.
final class EventInsert implements AutoCloseable {
    /// The most statements of a table, beside those with all columns.
    private static final int MAX_STATEMENTS = 16;

    private final EventTable table;
    private final Target target;
    private final boolean ordered;
    private final Map<Shape, InsertStatement> statements = new HashMap<>();
    private final List<Linked> waiting = new ArrayList<>();
    private @Nullable InsertStatement last;

    /// A writer's log, epoch and connection.
    record Target(LogKey log, int epoch, Connection connection, SqlDialect dialect) {}

    /// What a statement inserts: so many events, with these columns.
    private record Shape(Columns columns, int rows) {}

    EventInsert(EventTable table, Target target) {
        this.table = table;
        this.target = target;
        this.ordered = target.dialect().clustered();
    }

    void add(Link link, Event event) throws SQLException {
        waiting.add(new Linked(link, event));
        if (waiting.size() == target.dialect().rowsAtOnce()) {
            statement(waiting, waiting.size()).add(waiting);
            waiting.clear();
        }
    }

    /// The statement for some of the events, after those before them were sent.
    private InsertStatement statement(List<Linked> events, int rows) throws SQLException {
        Columns filled = Columns.of(events);
        Shape shape = new Shape(ordered ? filled : Columns.all(table, filled.values()), rows);
        if (statements.size() >= MAX_STATEMENTS && !statements.containsKey(shape)) {
            shape = new Shape(Columns.all(table, filled.values()), rows);
        }
        InsertStatement next = statements.get(shape);
        if (next == null) {
            next = new InsertStatement(table, shape.columns(), rows, target);
            statements.put(shape, next);
        }
        if (ordered && last != null && last != next) {
            last.send();
        }
        last = next;
        return next;
    }

    /// Sends everything added since the last flush.
    void flush() throws SQLException {
        if (!waiting.isEmpty()) {
            InsertStatement single = statement(waiting, 1);
            for (Linked each : waiting) {
                single.add(List.of(each));
            }
            waiting.clear();
        }
        for (InsertStatement each : statements.values()) {
            each.send();
        }
    }

    @Override
    public void close() throws SQLException {
        for (InsertStatement each : statements.values()) {
            each.close();
        }
    }
}
