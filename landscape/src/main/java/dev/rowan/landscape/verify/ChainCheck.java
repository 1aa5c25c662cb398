package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/// Recomputes a run's record from its events and compares: values, leaves, links, root and heads. It reads one event
/// after the other and trusts nothing that is stored but the events.
///
/// What it cannot see from the record alone is a tail cut off together with its heads, or a record rebuilt as a
/// whole: a head that was kept elsewhere shows both. Owned by one thread.
public final class ChainCheck implements AutoCloseable {
    private final Database database;
    private final Session session;

    private ChainCheck(Database database, Session session) {
        this.database = database;
        this.session = session;
    }

    /// Opens the landscape at `url` to check runs in it; a relative file is resolved against `base`.
    public static ChainCheck open(String url, Path base) {
        Database database = Database.of(url, base);
        return new ChainCheck(database, Migrations.openToRead(database));
    }

    /// Checks the run, and with a head `kept` elsewhere also that the record contains what that head sealed.
    public Verdict check(String runId, Optional<Head> kept) {
        try {
            session.begin();
            try {
                return checked(runId, kept);
            } finally {
                session.rollback();
            }
        } catch (SQLException error) {
            throw database.explain("checking a run", error);
        }
    }

    private Verdict checked(String runId, Optional<Head> kept) throws SQLException {
        RunFacts run = run(runId);
        if (!LogKey.isRunNo(run.runNo())) {
            return new Verdict.Tampered(0, "the table of runs gives the run a number that no run can have");
        }
        try (var events = new EventStream(session, new LogKey(run.runNo(), 0, runId))) {
            var check = new LogCheck(run, kept);
            while (true) {
                Optional<StoredEvent> event = events.next();
                Optional<Verdict> verdict = event.isPresent() ? check.next(event.get()) : Optional.of(check.end());
                if (verdict.isPresent()) {
                    return verdict.get();
                }
            }
        }
    }

    private RunFacts run(String runId) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT run_no, run_id, name, started FROM run WHERE run_id = ?")) {
            select.setString(1, runId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("there is no run '" + runId + "' in " + database.describe());
                }
                return new RunFacts(row.getInt(1), row.getString(2), row.getString(3), row.getLong(4));
            }
        }
    }

    /// What the look-up table says of a run.
    record RunFacts(int runNo, String runId, String name, long started) {}

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException error) {
            throw database.explain("closing", error);
        }
    }
}
