package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.ServiceOutage;
import dev.rowan.simulator.SimulatorWire;
import dev.rowan.testkit.server.RestartedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs whose PostgreSQL server repeatedly terminates their connections or restarts: they wait and complete.
@Timeout(1_200)
@Tag("slow")
class PostgresOutageTest {
    private static final int ROWS = 40;
    private static final int KILLS = 20;
    private static final int RESTARTS = 3;
    private static @Nullable RestartedPostgres postgres;

    @BeforeAll
    static void startTheServer() {
        try {
            postgres = RestartedPostgres.start();
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

    /// Disturbs the server at every so many points of a run: in turn, its connections are terminated or it is
    /// restarted. Called by all threads of the run; one at a time disturbs, under this object's lock.
    private static final class Disturbances implements Faults {
        private final RestartedPostgres server;
        private final long every;
        private final AtomicLong reached = new AtomicLong();
        private final AtomicInteger kills = new AtomicInteger();
        private final AtomicInteger restarts = new AtomicInteger();

        Disturbances(RestartedPostgres server, long every) {
            this.server = server;
            this.every = every;
        }

        @Override
        public void at(FaultPoint point) {
            long now = reached.incrementAndGet();
            if (now % every == 0) {
                disturb(now);
            }
        }

        private synchronized void disturb(long now) {
            if (now / every % 7 == 3 && restarts.get() < RESTARTS) {
                restart();
                restarts.incrementAndGet();
            } else if (kills.get() < KILLS && server.endConnections()) {
                kills.incrementAndGet();
            }
        }

        private void restart() {
            try {
                server.restart();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    @Test
    void aRunCompletesAndNothingIsLostOrTwiceOrPaidUnnamedThroughKilledBackendsAndRestarts() throws Exception {
        assumeTrue(postgres != null, "no PostgreSQL");
        RestartedPostgres server = postgres;
        try (CrashTestFolder site = CrashTestFolder.open()) {
            var undisturbed = new AtomicLong();
            ReferenceRun reference = reference(site, server, undisturbed);
            int rounds = TestExtent.of(1, 25);
            for (int round = 0; round < rounds; round++) {
                Trial trial = trial(site, server);
                Folders.remove(trial.work());
                SimulatorWire service = trial.newService();
                var disturbances = new Disturbances(server, undisturbed.get() / 40 + round % 5);

                RunResult result = trial.run(service, disturbances);

                assertThat(result.status()).as("round %d", round).isEqualTo(RunEnd.Status.COMPLETED);
                assertThat(trial.checker(Optional.empty()).check(reference, BilledCalls.of(service)))
                        .as("round %d", round)
                        .isEmpty();
                assertThat(disturbances.kills).as("round %d", round).hasValue(KILLS);
                assertThat(disturbances.restarts).as("round %d", round).hasValue(RESTARTS);
                assertThat(outages(trial, result.runId())).as("round %d", round).isPositive();
                System.out.printf(
                        "round %d: %d kills and %d restarts over %d points, %d outages noted%n",
                        round, KILLS, RESTARTS, undisturbed.get(), outages(trial, result.runId()));
            }
        }
    }

    private static int outages(Trial trial, String runId) {
        try (LandscapeReader reader = Landscapes.read(trial.landscape(), trial.site())) {
            return ServiceOutage.of(reader.notes().after(runId, 0, ServiceOutage.NOTES).stream()
                            .map(NoteQueries.Note::facts)
                            .toList())
                    .size();
        }
    }

    private static Trial trial(CrashTestFolder site, RestartedPostgres server) throws IOException {
        server.execute("DROP SCHEMA IF EXISTS outage CASCADE", "CREATE SCHEMA outage");
        var scenario = new Scenario(ROWS, 7, Order.INPUT, Delivery.PATIENT);
        return site.trial(scenario, FaultVariation.none().at(server.url("outage")));
    }

    private static ReferenceRun reference(CrashTestFolder site, RestartedPostgres server, AtomicLong reached)
            throws Exception {
        Trial trial = trial(site, server);
        Folders.remove(trial.work());
        SimulatorWire service = trial.newService();
        trial.run(service, _ -> reached.incrementAndGet());
        return trial.checker(Optional.empty()).reference();
    }
}
