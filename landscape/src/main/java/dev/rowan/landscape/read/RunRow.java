package dev.rowan.landscape.read;

import dev.rowan.landscape.chain.LogKey;
import java.sql.ResultSet;
import java.sql.SQLException;

/// A row of the table `run`.
record RunRow(int runNo, String runId, String name, long started) {
    static final String SELECT = "SELECT run_no, run_id, name, started FROM run";

    static RunRow from(ResultSet row) throws SQLException {
        return new RunRow(row.getInt("run_no"), row.getString("run_id"), row.getString("name"), row.getLong("started"));
    }

    /// The log of the run's owner, which has its first and last events.
    LogKey log() {
        return new LogKey(runNo, 0, runId);
    }
}
