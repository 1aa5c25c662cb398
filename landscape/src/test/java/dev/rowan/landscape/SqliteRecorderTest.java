package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.Verdict;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRecorderTest extends RecorderContract {
    @TempDir
    Path folder;

    @Override
    String url() {
        return "sqlite:" + folder.resolve("rowan.db");
    }

    /// Visits that fail have values, those that pass a row unchanged have none.
    @Test
    void fillsThePagesOfATableWhoseEventsHaveDifferentColumns() throws InterruptedException, SQLException {
        List<LogEntry> visits = new ArrayList<>();
        for (long row = 1; row <= 20_000; row++) {
            visits.add(
                    row % 50 == 0
                            ? Samples.failed(row, 0, 1)
                            : Samples.passed(row, 0, 0, Samples.row(row), Samples.row(row)));
        }
        record("a", visits);

        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
        assertThat(unusedShare("node_state")).isLessThan(0.03);
    }

    private double unusedShare(String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:" + url());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT 1.0 * sum(unused) / sum(pgsize) FROM dbstat WHERE name = '" + table + "'")) {
            return row.getDouble(1);
        }
    }
}
