package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.lease.Lease;
import dev.rowan.landscape.lease.LeaseGuard;
import dev.rowan.landscape.lease.Leases;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.seal.SigningKey;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Starts the records of runs in one database, each with a session and a writer thread of its own.
public final class Recorders {
    /// The only writer of a run so far.
    private static final int WRITER = 0;

    private final Database database;
    private final Leases leases;
    private final Time time;
    private final Salts salts;
    private final Intake.Limits limits;
    private final Optional<SigningKey> signer;

    public Recorders(Database database, Time time, RandomGenerator random) {
        this(database, time, random, Optional.empty());
    }

    public Recorders(Database database, Time time, RandomGenerator random, Optional<SigningKey> signer) {
        this(database, time, random, Intake.Limits.USUAL, signer);
    }

    Recorders(Database database, Time time, RandomGenerator random, Intake.Limits limits) {
        this(database, time, random, limits, Optional.empty());
    }

    private Recorders(
            Database database, Time time, RandomGenerator random, Intake.Limits limits, Optional<SigningKey> signer) {
        this.signer = signer;
        this.database = database;
        this.leases = new Leases(database, time);
        this.limits = limits;
        this.time = time;
        this.salts = new Salts(random);
    }

    /// Records what the run is, durably, and hands the log over to its writer thread.
    public LandscapeRecorder start(RunStart run) {
        return start(run, database.open());
    }

    /// The session is the recorder's from here on.
    LandscapeRecorder start(RunStart run, Session session) {
        var encoder = new EntryEncoder(salts);
        try {
            Instant now = time.instant();
            session.begin();
            var log = new LogKey(register(session, run, now), WRITER, run.runId());
            Lease lease = leases.first(session, run.runId(), log.runNo());
            try {
                var writer = new LogWriter(log, new LeaseGuard(database, session, lease, time), session, time, signer);
                writer.append(first(run, now, encoder));
                writer.addHead();
                writer.commit();
                return new GroupRecorder(database, encoder, new Intake(limits, time), writer, time);
            } catch (SQLException | RuntimeException error) {
                lease.close();
                throw error;
            }
        } catch (SQLException error) {
            session.closeAfter(error);
            throw database.explain("starting the record of the run", error);
        } catch (RuntimeException defect) {
            session.closeAfter(defect);
            throw defect;
        }
    }

    private static int register(Session session, RunStart run, Instant now) throws SQLException {
        try (PreparedStatement insert = session.connection()
                .prepareStatement("INSERT INTO run (run_id, name, started) VALUES (?, ?, ?) RETURNING run_no")) {
            insert.setString(1, run.runId());
            insert.setString(2, run.name());
            insert.setLong(3, Micros.of(now));
            try (ResultSet row = insert.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static List<Event> first(RunStart run, Instant now, EntryEncoder encoder) {
        var events = new ArrayList<Event>();
        events.add(RunEvents.started(run, now).with(encoder.payload(RowJson.writeValue(RunEvents.startedValues(run)))));
        run.nodes().forEach(node -> events.add(RunEvents.node(node, now)));
        run.sinks().forEach(sink -> events.add(RunEvents.sink(sink, now)));
        return events;
    }
}
