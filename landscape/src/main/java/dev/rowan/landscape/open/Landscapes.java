package dev.rowan.landscape.open;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.LimitStore;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.control.SqlControlRequestStore;
import dev.rowan.landscape.limit.PostgresLimitStore;
import dev.rowan.landscape.read.RunScan;
import dev.rowan.landscape.read.SqlLandscapeReader;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.seal.SigningKey;
import dev.rowan.landscape.store.BoundedReconnect;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.PostgresDatabase;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.store.SqliteDatabase;
import dev.rowan.landscape.write.Recorders;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.sqlite.SQLiteConfig;

/// Opens landscapes by their address: `sqlite:rowan.db`, or `postgresql://user:password@host:port/database`.
public final class Landscapes {
    /// How long a run waits for an unreachable database by default.
    public static final Duration DEFAULT_DOWN_TIMEOUT = BoundedReconnect.DEFAULT_LIMIT;

    private Landscapes() {}

    /// Opens a landscape to record in, creating or migrating it first.
    ///
    /// A relative file is resolved against `base`. `random` generates the salts, so it must be secure.
    public static Landscape open(String url, Path base, Time time, RandomGenerator random) {
        return open(url, base, time, random, Faults.NONE);
    }

    /// The same, with `faults` notified of every step at which a crash must lose nothing.
    public static Landscape open(String url, Path base, Time time, RandomGenerator random, Faults faults) {
        return open(url, base, time, random, faults, Optional.empty());
    }

    /// The same, with a key that signs every head.
    public static Landscape open(
            String url, Path base, Time time, RandomGenerator random, Faults faults, Optional<SigningKey> signer) {
        return open(url, base, time, random, faults, signer, DEFAULT_DOWN_TIMEOUT);
    }

    /// The same, with a limit on waiting for an unreachable database.
    public static Landscape open(
            String url,
            Path base,
            Time time,
            RandomGenerator random,
            Faults faults,
            Optional<SigningKey> signer,
            Duration downTimeout) {
        return open(Database.of(url, base, faults), time, random, faults, signer, downTimeout);
    }

    /// Opens a SQLite file that is written without waiting for the disk, to measure the cost of durability.
    public static Landscape openUnsynced(Path file, Time time, RandomGenerator random) {
        return open(
                new SqliteDatabase(file, SQLiteConfig.SynchronousMode.FULL, Faults.NONE).unsynced(),
                time,
                random,
                Faults.NONE,
                Optional.empty(),
                DEFAULT_DOWN_TIMEOUT);
    }

    private static Landscape open(
            Database database,
            Time time,
            RandomGenerator random,
            Faults faults,
            Optional<SigningKey> signer,
            Duration downTimeout) {
        try (Session session = database.open()) {
            Migrations.migrate(database, session, faults);
        } catch (SQLException error) {
            throw database.explain("preparing the schema", error);
        }
        var reconnects = new BoundedReconnect(database.describe(), time, downTimeout);
        return new Recording(database, new Recorders(database, time, random, faults, signer, reconnects), reconnects);
    }

    /// Opens a landscape to read. Never creates a database or changes what is recorded; the last connection to
    /// close a SQLite file may checkpoint its write-ahead log.
    public static LandscapeReader read(String url, Path base) {
        return reader(Database.of(url, base));
    }

    /// Opens a landscape to scan many rows, in its own session; otherwise like [#read].
    public static RowScan rowScan(String url, Path base) {
        Database database = Database.of(url, base);
        return new RunScan(database, Migrations.openToRead(database));
    }

    /// Opens a landscape to send control requests to running runs and read their results.
    public static ControlRequestStore controlRequests(String url, Path base) {
        return new SqlControlRequestStore(Database.of(url, base));
    }

    /// What is wrong with an address, if anything, without connecting to the database.
    public static Optional<String> problem(String url, Path base) {
        try {
            Database.of(url, base);
            return Optional.empty();
        } catch (LandscapeException wrong) {
            return Optional.of(String.valueOf(wrong.getMessage()));
        }
    }

    /// The address without credentials, for display.
    public static String describe(String url, Path base) {
        return Database.of(url, base).describe();
    }

    private static LandscapeReader reader(Database database) {
        return new SqlLandscapeReader(database, Migrations.openToRead(database), ReconnectPolicy.ONCE);
    }

    /// A landscape to record in. Recorders and readers have their own sessions, so it holds none.
    private record Recording(Database database, Recorders recorders, ReconnectPolicy reconnects) implements Landscape {
        @Override
        public LandscapeRecorder start(RunStart run, List<String> outputs, Set<String> abandoned)
                throws InterruptedException {
            return recorders.start(run, outputs, abandoned);
        }

        @Override
        public ResumedRun resume(String runId, RunResume by, List<String> outputs) throws InterruptedException {
            return recorders.resume(runId, by, outputs);
        }

        @Override
        public SplitRecorder join(WriterId id) {
            return recorders.join(id);
        }

        @Override
        public LandscapeReader reader() {
            return new SqlLandscapeReader(
                    database, reconnects.retry(() -> Migrations.openToRead(database)), reconnects);
        }

        @Override
        public Optional<ControlRequestStore> controlRequests() {
            return Optional.of(new SqlControlRequestStore(database));
        }

        @Override
        public Optional<Supplier<LimitStore>> limits() {
            return database instanceof PostgresDatabase
                    ? Optional.of(() -> new PostgresLimitStore(database))
                    : Optional.empty();
        }

        @Override
        public List<String> warnings() {
            return recorders.warnings();
        }

        @Override
        public String describe() {
            return database.describe();
        }

        @Override
        public void close() {}
    }
}
