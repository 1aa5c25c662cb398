package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.ServiceOutage;
import dev.rowan.landscape.store.BoundedReconnect;
import dev.rowan.landscape.store.BoundedReconnect.BoundedOutage;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A log writer that survives lost connections: reconnects, determines whether the pending group was committed, and
/// writes it again if not. Records each outage in the log.
///
/// Owned by the writer's thread, which owns the connection; any thread may ask for the head and the outage.
final class ReconnectingWriter implements AutoCloseable {
    private final Database database;
    private final BoundedReconnect reconnects;
    private final EntryEncoder encoder;
    private final Time time;
    private final Faults faults;
    private volatile LogWriter writer;
    private volatile @Nullable Loss loss;

    /// A current outage and its start.
    private record Loss(BoundedOutage outage, Instant since) {}

    ReconnectingWriter(
            LogWriter writer,
            Database database,
            BoundedReconnect reconnects,
            EntryEncoder encoder,
            Time time,
            Faults faults) {
        this.writer = writer;
        this.database = database;
        this.reconnects = reconnects;
        this.encoder = encoder;
        this.time = time;
        this.faults = faults;
    }

    /// Sets timeouts for the connection's statements. Must be called first.
    void prepare() throws SQLException, InterruptedException {
        try {
            database.prepareWriter(writer.session());
        } catch (SQLException error) {
            reconnect(error);
            write(List.of());
        }
    }

    /// Writes the group as [LogWriter#write] does, reconnecting as often as necessary.
    long write(List<Event> group) throws SQLException, InterruptedException {
        List<Event> left = group;
        while (true) {
            try {
                long bytes = writer.write(loss == null ? left : noted(left));
                loss = null;
                return bytes;
            } catch (SQLException error) {
                if (reconnect(error)) {
                    left = List.of();
                }
                if (writer.isReleased()) {
                    loss = null;
                    return 0;
                }
            }
        }
    }

    /// Reconnects and continues from the stored log; returns whether the lost group was committed.
    private boolean reconnect(SQLException error) throws SQLException, InterruptedException {
        LandscapeUnreachableException lost = lost(error);
        writer.session().closeAfter(error);
        Loss now = loss;
        if (now == null) {
            now = new Loss(reconnects.begin(), time.instant());
            loss = now;
        }
        while (true) {
            now.outage().awaitNextAttempt(lost);
            try {
                return resolved();
            } catch (LandscapeUnreachableException again) {
                lost = again;
            } catch (SQLException again) {
                lost = lost(again);
            }
        }
    }

    private boolean resolved() throws SQLException {
        Session session = database.open();
        try {
            database.prepareWriter(session);
            CommitRecovery.Resolved resolved = new CommitRecovery(writer, session, faults).resolve();
            writer = resolved.writer();
            return resolved.committed();
        } catch (SQLException | RuntimeException | Error failed) {
            session.closeAfter(failed);
            throw failed;
        }
    }

    /// The error if it is transient; any other is thrown.
    private LandscapeUnreachableException lost(SQLException error) throws SQLException {
        if (database.explain("writing the record of the run", error) instanceof LandscapeUnreachableException lost) {
            return lost;
        }
        throw error;
    }

    /// Prepends a note of the outage to the events.
    private List<Event> noted(List<Event> events) {
        Loss over = loss;
        if (over == null) {
            return events;
        }
        Instant now = time.instant();
        var outage = new ServiceOutage(
                database.describe(),
                over.since(),
                Optional.of(now),
                true,
                over.outage().now().why());
        var noted = new ArrayList<Event>(events.size() + 1);
        noted.add(encoder.encode(new LogEntry.RunNoted(ServiceOutage.UP_NOTE, now, outage.facts())));
        noted.addAll(events);
        return noted;
    }

    /// Releases the lease unless it was released with the run's end.
    void release() throws SQLException, InterruptedException {
        while (true) {
            try {
                writer.release();
                loss = null;
                return;
            } catch (SQLException error) {
                reconnect(error);
            }
        }
    }

    Session session() {
        return writer.session();
    }

    Duration idleFor() {
        return writer.idleFor();
    }

    Optional<Head> head() {
        return writer.head();
    }

    /// The current outage, if any.
    Optional<LandscapeOutage> outage() {
        Loss now = loss;
        return now == null ? Optional.empty() : Optional.of(now.outage().now());
    }

    @Override
    public void close() throws SQLException {
        writer.close();
    }
}
