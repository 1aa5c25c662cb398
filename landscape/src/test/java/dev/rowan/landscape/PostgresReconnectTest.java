package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.ServiceOutage;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.testkit.server.LossyProxy;
import dev.rowan.testkit.server.LossyProxy.Loss;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A recorder whose connection to PostgreSQL is lost at every step of a commit, and before it.
@Timeout(120)
@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresReconnectTest {
    private static final Path HERE = Path.of(".");

    private final String direct;
    private final String url;
    private final LossyProxy proxy;
    /// Runs before the next commit, once.
    private volatile Runnable beforeCommit = () -> {};

    PostgresReconnectTest(PostgresServer.Schema schema) throws IOException {
        this.direct = schema.url();
        int port = URI.create(direct).getPort();
        this.proxy = LossyProxy.before(port);
        this.url = direct.replace("localhost:" + port, "127.0.0.1:" + proxy.port());
    }

    @AfterEach
    void closeProxy() throws IOException {
        proxy.close();
    }

    private Landscape open() {
        return open(url, new SystemTime(), Duration.ofMinutes(1));
    }

    private Landscape open(String address, Time time, Duration limit) {
        return Landscapes.open(address, HERE, time, new SecureRandom(), this::at, Optional.empty(), limit);
    }

    private void at(FaultPoint point) {
        if (point == FaultPoint.COMMIT_READY) {
            Runnable now = beforeCommit;
            beforeCommit = () -> {};
            now.run();
        }
    }

    private static void record(LandscapeRecorder recorder, int row) throws InterruptedException {
        recorder.awaitCommitted(recorder.record(Samples.wholeRow(row)));
    }

    /// Asserts that everything is in the log once, in the order recorded, with correct counts in its heads.
    private void assertWhole(Head head, long rows) {
        try (ChainCheck check = ChainCheck.open(direct, HERE);
                LandscapeReader reader = Landscapes.read(direct, HERE)) {
            assertThat(check.check("a", Optional.of(head))).isInstanceOf(Verdict.Intact.class);
            assertThat(reader.runs().head("a")).isEqualTo(head);
            assertThat(reader.runs().summary("a").rowsRead()).isEqualTo(rows);
            assertThat(reader.runs().summary("a").rowsEnded()).isEqualTo(rows);
            assertThat(reader.runs().summary("a").status()).isEqualTo("completed");
        }
    }

    private List<ServiceOutage> outages() {
        try (LandscapeReader reader = Landscapes.read(direct, HERE)) {
            return ServiceOutage.of(reader.notes().after("a", 0, ServiceOutage.NOTES).stream()
                    .map(NoteQueries.Note::facts)
                    .toList());
        }
    }

    /// Terminates the writer's backend, which holds the lock on the lease's row, and waits for its end.
    private void terminateBackend() {
        execute("SELECT pg_terminate_backend(pid, 10000) FROM (SELECT DISTINCT pid FROM pg_locks"
                + " WHERE relation = 'run_lease'::regclass AND pid <> pg_backend_pid()) AS writers");
    }

    private void execute(String sql) {
        try (Session session = Database.of(direct, HERE).open()) {
            session.execute(sql);
            session.commit();
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        }
    }

    private boolean isTrue(String sql) {
        try (Session session = Database.of(direct, HERE).openToRead();
                Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT " + sql)) {
            return row.next() && row.getBoolean(1);
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        }
    }

    private static void awaitThat(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"REQUEST", "REPLY"})
    void everyGroupIsInTheLogOnceWhetherOrNotItWasCommittedWhenTheConnectionBroke(Loss loss)
            throws InterruptedException {
        Head head;
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (int row = 1; row <= 6; row++) {
                if (row % 2 == 0) {
                    beforeCommit = () -> proxy.lose(loss);
                }
                record(recorder, row);
            }
            assertThat(recorder.outage()).isEmpty();
            beforeCommit = () -> proxy.lose(loss);
            head = recorder.end(Samples.COMPLETED);
        }
        assertWhole(head, 6);
        assertThat(outages())
                .hasSize(loss == Loss.REQUEST ? 4 : 3) // nothing follows an end that was committed
                .allSatisfy(outage -> {
                    assertThat(outage.service()).startsWith("postgresql://127.0.0.1:" + proxy.port());
                    assertThat(outage.isBack()).isTrue();
                    assertThat(outage.why()).isNotBlank();
                });
    }

    /// A transaction that the server rolled back for another one, at a deadlock or a serialization failure.
    @ParameterizedTest
    @ValueSource(strings = {"40P01", "40001"})
    void aGroupThatTheServerRolledBackForAnotherTransactionIsWrittenAgain(String state) throws InterruptedException {
        Head head;
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            failNextOutcome(state);
            record(recorder, 2);
            record(recorder, 3);
            assertThat(recorder.outage()).isEmpty();
            head = recorder.end(Samples.COMPLETED);
        }
        assertWhole(head, 3);
        assertThat(outages())
                .singleElement()
                .satisfies(outage -> assertThat(outage.why()).contains("for the sake of a test"));
    }

    /// Lets the server roll back the next transaction that records an outcome, once: a sequence is never rolled back.
    private void failNextOutcome(String state) {
        execute("CREATE SEQUENCE rollbacks");
        execute("""
                CREATE FUNCTION roll_back() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                  IF nextval('rollbacks') = 1 THEN
                    RAISE EXCEPTION 'for the sake of a test' USING ERRCODE = '%s';
                  END IF;
                  RETURN NEW;
                END $$""".formatted(state));
        execute("CREATE TRIGGER roll_back BEFORE INSERT ON outcome FOR EACH ROW EXECUTE FUNCTION roll_back()");
    }

    /// The server commits slowly, and the client reconnects before it is done.
    @Test
    void waitsForALostTransactionToEndBeforeItLooksWhetherItWasCommitted() throws InterruptedException {
        Head head;
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            beforeCommit = () -> proxy.lose(Loss.NOTHING_BUT_LATE);
            long number = recorder.record(Samples.wholeRow(2));
            awaitThat(() -> isTrue("count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                    + " AND query LIKE 'UPDATE run_lease SET renewed%'"));
            assertThat(recorder.outage()).isPresent();
            proxy.deliver();

            recorder.awaitCommitted(number);
            head = recorder.end(Samples.COMPLETED);
        }
        assertWhole(head, 2);
    }

    @Test
    void callsThatWereOpenWhenTheConnectionBrokeAreCountedOnce() throws InterruptedException {
        Head head;
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.read(1));
            recorder.awaitCommitted(recorder.record(Calls.intended(1, 1, 1)));
            beforeCommit = () -> proxy.lose(Loss.REPLY);
            recorder.awaitCommitted(recorder.record(Calls.ended(1, 1, 1, CallState.UNKNOWN)));
            beforeCommit = () -> proxy.lose(Loss.REQUEST);
            recorder.awaitCommitted(recorder.record(Calls.intended(1, 1, 2)));
            recorder.awaitCommitted(recorder.record(Calls.ended(1, 1, 2, CallState.ANSWERED)));
            recorder.record(Samples.passed(1, 0, 0, Samples.row(1), Samples.row(1)));
            recorder.record(Samples.passed(1, 0, 1, Samples.row(1), Samples.row(1)));
            recorder.record(Samples.completed(1, 0));
            head = recorder.end(Samples.COMPLETED);
        }
        assertWhole(head, 1);
        try (LandscapeReader reader = Landscapes.read(direct, HERE)) {
            assertThat(reader.runs().summary("a").calls().attempts())
                    .containsEntry(CallState.UNKNOWN, 1L)
                    .containsEntry(CallState.ANSWERED, 1L);
            assertThat(reader.calls().spent("a")).isEqualTo(Calls.WORST.plus(Calls.COST));
        }
    }

    @Test
    void aBackendThatIsTerminatedBetweenCommitsIsReplaced() throws InterruptedException {
        Head head;
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (int row = 1; row <= 5; row++) {
                record(recorder, row);
                beforeCommit = this::terminateBackend;
            }
            head = recorder.end(Samples.COMPLETED);
        }
        assertWhole(head, 5);
    }

    @Test
    void aRunThatWasTakenOverDuringTheOutageIsNotWrittenToAnyMore() throws InterruptedException {
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            beforeCommit = () -> {
                terminateBackend();
                execute("UPDATE run_lease SET epoch = 2, owner = 'process 7 on another machine' WHERE run_no = 1");
            };
            long number = recorder.record(Samples.wholeRow(2));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .isInstanceOf(LandscapeException.class)
                    .isNotInstanceOf(LandscapeUnreachableException.class)
                    .hasMessageContaining(
                            "another process has taken over run a: process 7 on another machine (epoch 2,");
        }
        try (LandscapeReader reader = Landscapes.read(direct, HERE)) {
            assertThat(reader.runs().summary("a").rowsRead()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatHasLostWhatItConfirmedIsNotWrittenTo() throws InterruptedException {
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            record(recorder, 2);
            beforeCommit = () -> {
                terminateBackend();
                execute("DELETE FROM outcome WHERE row_seq = 2");
            };
            long number = recorder.record(Samples.wholeRow(3));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("the record of run a")
                    .hasMessageContaining("rowan verify a");
        }
    }

    @Test
    void saysThatItWaitsAndForHowLong() throws InterruptedException, IOException {
        Head head;
        try (Landscape landscape = open();
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            proxy.stop();
            long number = recorder.record(Samples.wholeRow(2));
            recorder.record(Samples.wholeRow(3));
            awaitThat(() ->
                    recorder.outage().filter(o -> o.why().contains("refused")).isPresent());
            LandscapeOutage outage = recorder.outage().orElseThrow();
            assertThat(outage.lasted()).isPositive();
            assertThat(outage.left()).isPositive().isLessThan(Duration.ofMinutes(1));
            proxy.restart();

            recorder.awaitCommitted(number);
            head = recorder.end(Samples.COMPLETED);
        }
        assertWhole(head, 3);
    }

    @Test
    void givesUpAfterTheLimitAndTheRunCanBeResumed() throws InterruptedException, IOException {
        try (Landscape landscape = open(url, new FakeTime(), Duration.ofSeconds(30));
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            proxy.stop();
            long number = recorder.record(Samples.wholeRow(2));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .isInstanceOf(LandscapeUnreachableException.class)
                    .hasMessageContainingAll(
                            "run.landscape_down_timeout: the landscape postgresql://127.0.0.1:" + proxy.port(),
                            "could not be reached for 30.0 s",
                            "can be resumed");
        }
        proxy.restart();
        execute("UPDATE run_lease SET renewed = renewed - 31000000");
        try (Landscape landscape = open()) {
            ResumedRun resumed = landscape.resume("a", Samples.RESUME);
            resumed.recorder().close();
            assertThat(resumed.recovered().rowsRead()).isEqualTo(1);
        }
    }

    @Test
    void aRunThatMustStopAtOnceWaitsForTheServerWithinItsTimeout() throws InterruptedException, IOException {
        try (Landscape landscape = open(url, new FakeTime(), Duration.ofDays(1));
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            recorder.shortenOutage(Duration.ofSeconds(10));
            proxy.stop();
            long number = recorder.record(Samples.wholeRow(2));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .hasMessageContaining("could not be reached for 10.0 s");
        }
    }

    @Test
    void waitsForAConnectionThatOthersHave() throws InterruptedException, SQLException {
        String role = "narrow_" + proxy.port();
        String schema = direct.substring(direct.indexOf("currentSchema=") + "currentSchema=".length());
        execute("CREATE ROLE " + role + " LOGIN PASSWORD 'narrow' CONNECTION LIMIT 2");
        execute("GRANT ALL ON SCHEMA " + schema + " TO " + role);
        String narrow = url.replace("postgres:postgres@", role + ":narrow@");
        var others = new CopyOnWriteArrayList<Session>();
        Head head;
        try (Landscape landscape = open(narrow, new SystemTime(), Duration.ofMinutes(1));
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            record(recorder, 1);
            beforeCommit = () -> {
                terminateBackend();
                others.add(connected(narrow));
                others.add(connected(narrow));
            };
            long number = recorder.record(Samples.wholeRow(2));
            awaitThat(() -> recorder.outage()
                    .filter(outage -> outage.why().contains("too many connections"))
                    .isPresent());
            for (Session other : others) {
                other.close();
            }

            recorder.awaitCommitted(number);
            head = recorder.end(Samples.COMPLETED);
        }
        assertWhole(head, 2);
        execute("DROP OWNED BY " + role + " CASCADE");
        execute("DROP ROLE " + role);
    }

    /// Takes one of the available connections as soon as one is free.
    private static Session connected(String address) {
        while (true) {
            try {
                return Database.of(address, HERE).open();
            } catch (LandscapeUnreachableException taken) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void readersAskAgainOnANewConnection() throws InterruptedException, IOException {
        try (Landscape landscape = open()) {
            try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
                record(recorder, 1);
                recorder.end(Samples.COMPLETED);
            }
            try (LandscapeReader ofTheRun = landscape.reader();
                    LandscapeReader ofACommand = Landscapes.read(url, HERE)) {
                proxy.stop();
                proxy.restart();
                assertThat(ofTheRun.runs().summary("a").rowsRead()).isEqualTo(1);
                assertThat(ofACommand.runs().summary("a").rowsRead()).isEqualTo(1);
                proxy.stop();
                assertThatThrownBy(() -> ofACommand.runs().summary("a"))
                        .isInstanceOf(LandscapeUnreachableException.class);
                proxy.restart();
                assertThat(ofACommand.runs().summary("a").rowsRead()).isEqualTo(1);
            }
        }
    }
}
