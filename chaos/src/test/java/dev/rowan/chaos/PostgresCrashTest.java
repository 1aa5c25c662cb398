package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.check.Violation;
import dev.rowan.chaos.image.CrashImage;
import dev.rowan.chaos.image.CutConnection;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.run.RunDefect;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.simulator.SimulatorWire;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Kills runs that record in PostgreSQL: the client dies, the server keeps running.
@Timeout(1_200)
@Tag("slow")
class PostgresCrashTest {
    private static @Nullable EmbeddedPostgres postgres;

    @BeforeAll
    static void startTheServer() {
        try {
            postgres = EmbeddedPostgres.start();
        } catch (IOException | RuntimeException broken) {
            System.err.println("NOT TESTED ON POSTGRESQL: the server could not be started: " + broken);
        }
    }

    @AfterAll
    static void stopTheServer() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    @Test
    void nothingIsLostOrTwiceOrPaidUnnamedWhereverTheClientIsKilled() throws Exception {
        assumeTrue(postgres != null, "no PostgreSQL");
        int crashes = TestExtent.of(8, 520);
        try (CrashTestFolder site = CrashTestFolder.open()) {
            ReferenceRun reference = reference(site);
            long points = points(site);
            int killed = 0;
            for (int i = 0; i < crashes; i++) {
                long at = 1 + i * points / crashes;
                List<Violation> findings = afterAKillAt(at, site, reference);
                assertThat(findings).as("killed at point %d of %d", at, points).isEmpty();
                killed++;
            }
            System.out.printf("%d kills over %d points on PostgreSQL%n", killed, points);
        }
    }

    private static Trial trial(CrashTestFolder site) throws IOException {
        execute("DROP SCHEMA IF EXISTS crash CASCADE", "CREATE SCHEMA crash");
        var scenario = new Scenario(12, 3, Order.INPUT, Delivery.PATIENT);
        return site.trial(scenario, FaultVariation.none().at(url()));
    }

    private static String url() {
        return "postgresql://postgres:postgres@localhost:" + server().getPort() + "/postgres?currentSchema=crash";
    }

    private static EmbeddedPostgres server() {
        if (postgres == null) {
            throw new IllegalStateException("there is no server");
        }
        return postgres;
    }

    private static ReferenceRun reference(CrashTestFolder site) throws Exception {
        Trial trial = trial(site);
        Folders.remove(trial.work());
        SimulatorWire service = trial.newService();
        trial.run(service, Faults.NONE);
        ReferenceRun reference = trial.checker(Optional.empty()).reference();
        assertThat(trial.checker(Optional.empty()).check(reference, BilledCalls.of(service)))
                .isEmpty();
        return reference;
    }

    private static long points(CrashTestFolder site) throws Exception {
        Trial trial = trial(site);
        Folders.remove(trial.work());
        SimulatorWire service = trial.newService();
        var counting = cutConnection(trial, site, service, Long.MAX_VALUE);
        trial.run(service, counting);
        return counting.reached();
    }

    private static CutConnection cutConnection(Trial trial, CrashTestFolder site, SimulatorWire service, long at) {
        return new CutConnection(
                trial.work(), site.folder().resolve("image"), service, at, PostgresCrashTest::cutConnections);
    }

    private static List<Violation> afterAKillAt(long at, CrashTestFolder site, ReferenceRun reference)
            throws Exception {
        Trial trial = trial(site);
        Folders.remove(trial.work());
        SimulatorWire service = trial.newService();
        CutConnection cutConnection = cutConnection(trial, site, service, at);
        try {
            trial.run(service, cutConnection);
        } catch (RunDefect | LandscapeException | CutConnection.Killed killed) {
            assertThat(cutConnection.image()).as("%s", killed).isPresent();
        }
        if (cutConnection.image().isEmpty()) {
            return trial.checker(Optional.empty()).check(reference, BilledCalls.of(service));
        }
        cutConnections(); // those that threads of the killed run opened to read before they died
        CrashImage image = cutConnection.image().get();
        Folders.remove(trial.work());
        Folders.copy(image.folder(), trial.work());
        letTheLeaseRunOut();
        trial.resume(image.service(), Faults.NONE);
        return trial.checker(Optional.empty()).check(reference, BilledCalls.of(image.service()));
    }

    /// As if half a minute had passed in which nobody renewed it.
    private static void letTheLeaseRunOut() {
        if (has("SELECT 1 FROM information_schema.tables WHERE table_schema = 'crash' AND table_name = 'run_lease'")) {
            execute("UPDATE crash.run_lease SET renewed = renewed - 60000000");
        }
    }

    private static void cutConnections() {
        do { // a client opens a new connection, and dies then
            execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rowan'");
        } while (has("SELECT 1 FROM pg_stat_activity WHERE application_name = 'rowan'"));
    }

    private static boolean has(String sql) {
        try (Connection connection = server().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next();
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        }
    }

    private static void execute(String... all) {
        try (Connection connection = server().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(all)) {
                statement.execute(sql);
            }
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        }
    }
}
