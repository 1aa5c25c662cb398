package dev.rowan.landscape.export;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.read.SqlLandscapeReader;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Exports a run's record as a table, from one snapshot, a few records in memory at a time. Owned by one thread.
public final class LandscapeExport implements AutoCloseable {
    private final Database database;
    private final Session session;
    private final LandscapeReader reader;

    private LandscapeExport(Database database, Session session, LandscapeReader reader) {
        this.database = database;
        this.session = session;
        this.reader = reader;
    }

    /// Opens the landscape at `url` read-only; a relative file is resolved against `base`.
    public static LandscapeExport open(String url, Path base) {
        Database database = Database.of(url, base);
        Session session = Migrations.openToRead(database);
        try {
            return new LandscapeExport(
                    database, session, new SqlLandscapeReader(database, database.openToRead(), ReconnectPolicy.ONCE));
        } catch (RuntimeException broken) {
            session.closeAfter(broken);
            throw broken;
        }
    }

    public LandscapeReader reader() {
        return reader;
    }

    /// Writes the records of one run to `sink`, in the columns of the request.
    public void write(ExportRequest request, String runId, ExportSink sink) throws IOException {
        try {
            session.begin();
            try {
                ExportedRun run = run(runId);
                switch (request) {
                    case ExportRequest.Runs _ ->
                        new RunTable(run).write(reader.runs().summary(runId), sink);
                    case ExportRequest.Rows rows -> new RowTable(run).write(rows, sink);
                    case ExportRequest.Chosen(RowSelection chosen) -> new RowTable(run).write(chosen, sink);
                    case ExportRequest.Calls(boolean bodies) -> new CallTable(run, bodies).write(sink);
                    case ExportRequest.Costs _ -> new CostTable(run).write(sink);
                }
            } finally {
                session.rollback();
            }
        } catch (SQLException error) {
            throw database.explain("reading", error);
        }
    }

    private ExportedRun run(String runId) throws SQLException {
        try (PreparedStatement select =
                session.connection().prepareStatement("SELECT run_no, name FROM run WHERE run_id = ?")) {
            select.setString(1, runId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("there is no run '" + runId + "'");
                }
                return ExportedRun.of(session.connection(), new LogKey(row.getInt(1), 0, runId), row.getString(2));
            }
        }
    }

    @Override
    public void close() {
        try (reader) {
            session.close();
        } catch (SQLException error) {
            throw database.explain("closing", error);
        }
    }
}
