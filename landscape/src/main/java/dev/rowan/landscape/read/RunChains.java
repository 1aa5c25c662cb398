package dev.rowan.landscape.read;

import dev.rowan.landscape.chain.LogKey;
import java.sql.SQLException;
import java.util.List;

/// The chains of a run.
final class RunChains {
    private RunChains() {}

    /// The logs of a run's writers beside its owner.
    static List<LogKey> others(Query query, RunRow run) throws SQLException {
        return query.list(
                "SELECT writer FROM run_writer WHERE run_no = ? ORDER BY writer",
                row -> run.log().of(row.getInt(1)),
                run.runNo());
    }
}
