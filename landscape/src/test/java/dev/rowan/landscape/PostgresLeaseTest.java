package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresLeaseTest extends LeaseContract {
    private final String url;

    PostgresLeaseTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Override
    String url() {
        return url;
    }

    /// Simulates an owner that was paused for longer than its lease.
    @Override
    void hideOwner() throws SQLException {
        change("UPDATE run_lease SET renewed = renewed - 31000000");
    }

    /// On Linux the process can be looked up on the same machine.
    @Override
    boolean deathIsKnownByRenewals() {
        return !OS.LINUX.isCurrentOs();
    }

    /// Its PID means nothing here.
    @Test
    void anOwnerOnAnotherMachineIsDeadWhenItsLeaseHasRunOut() throws Exception {
        try (RunHolder other = RunHolder.start(url)) {
            other.kill();
            change("UPDATE run_lease SET owner = regexp_replace(owner, '#[^ ]*', '#another-boot')");
            assertThatThrownBy(() -> resume("a"))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("run a is held by process " + other.pid())
                    .hasMessageContaining("from another machine 30 s after it died");

            hideOwner();
            resume("a").recorder().close();
        }
    }

    @Test
    void aTakeoverWaitsForTheTransactionOfTheWriter() throws InterruptedException, SQLException {
        landscape.start(Samples.run("a")).close();
        Database database = Database.of(url, Path.of("."));
        try (Session writer = database.open();
                Session taker = database.open()) {
            taker.execute("SET lock_timeout = '100ms'");
            taker.commit();
            writer.execute("SELECT epoch FROM run_lease WHERE run_no = 1"
                    + database.dialect().kept());

            assertThatThrownBy(() -> taker.execute("UPDATE run_lease SET epoch = 2 WHERE run_no = 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("lock timeout");
            taker.rollback();
            writer.commit();
            taker.execute("UPDATE run_lease SET epoch = 2 WHERE run_no = 1");
            taker.commit();
        }
    }
}
