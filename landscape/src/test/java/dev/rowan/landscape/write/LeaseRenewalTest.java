package dev.rowan.landscape.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.lease.Lease;
import dev.rowan.landscape.lease.LeaseGuard;
import dev.rowan.landscape.lease.Leases;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An idle writer renews its lease.
class LeaseRenewalTest {
    private final FakeTime time = new FakeTime();
    private Database database;
    private LogWriter writer;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws SQLException {
        database = Database.of("sqlite:rowan.db", folder);
        Session session = database.open();
        Migrations.migrate(database, session, Faults.NONE);
        session.begin();
        Lease lease = new Leases(database, time).first(session, "a", 1);
        session.execute("UPDATE run_lease SET renewed = 1");
        session.commit();
        writer = new LogWriter(
                LogState.empty(new LogKey(1, 0, "a")),
                new LeaseGuard(database, session, lease, time),
                session,
                time,
                Faults.NONE,
                Optional.empty());
    }

    @AfterEach
    void close() throws SQLException {
        writer.close();
    }

    private boolean isRenewed() throws SQLException {
        try (Session session = database.openToRead();
                Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT renewed FROM run_lease")) {
            row.next();
            return row.getLong(1) > 1;
        }
    }

    @Test
    void renewsAfterFiveSecondsAndNotBefore() throws SQLException {
        assertThat(writer.idleFor()).isEqualTo(Duration.ofSeconds(5));
        time.advance(Duration.ofMillis(4_999));
        assertThat(writer.write(List.of())).isZero();
        assertThat(isRenewed()).isFalse();

        time.jump(Duration.ofDays(1));
        assertThat(writer.idleFor())
                .as("a wall clock that jumps does not hasten it")
                .isPositive();
        time.jump(Duration.ofDays(-2));
        time.advance(Duration.ofMillis(1));
        assertThat(writer.idleFor()).isZero();
        assertThat(writer.write(List.of())).isPositive();
        assertThat(isRenewed()).isTrue();
        assertThat(writer.idleFor()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void learnsWhileItIsIdleThatItsRunWasTakenOver() throws SQLException {
        try (Session session = database.open()) {
            session.begin();
            session.execute("UPDATE run_lease SET epoch = 2");
            session.commit();
        }
        time.advance(Duration.ofSeconds(5));

        assertThatThrownBy(() -> writer.write(List.of()))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("another process has taken over run a");
        assertThat(isRenewed()).isFalse();
    }
}
