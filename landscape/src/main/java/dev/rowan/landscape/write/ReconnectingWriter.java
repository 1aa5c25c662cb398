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

/// Writes a run's log and outlives lost connections: opens a new one, finds out whether the group that was being
/// written is in the log, and writes it again if it is not. Each outage that ended is noted in the log.
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

    /// An outage under way, and when it began.
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

    /// Limits how long the connection's statements wait. To be called first.
    void prepare() throws SQLException, InterruptedException {
        try {
            database.prepareWriter(writer.session());
        } catch (SQLException error) {
            reconnect(error);
            write(List.of());
        }
    }

    /// Writes the group as [LogWriter#write] does, however often the connection is lost meanwhile.
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

    /// Opens a new connection and goes on from what the log holds; whether the group that was lost is in it.
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

    /// The error as one that may pass; any other is thrown.
    private LandscapeUnreachableException lost(SQLException error) throws SQLException {
        if (database.explain("writing the record of the run", error) instanceof LandscapeUnreachableException lost) {
            return lost;
        }
        throw error;
    }

    /// The events behind a note of the outage, as of a service that is back.
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

    /// Gives the run back if it was not with its end.
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

    /// The outage under way, if there is one.
    Optional<LandscapeOutage> outage() {
        Loss now = loss;
        return now == null ? Optional.empty() : Optional.of(now.outage().now());
    }

    @Override
    public void close() throws SQLException {
        writer.close();
    }
}
