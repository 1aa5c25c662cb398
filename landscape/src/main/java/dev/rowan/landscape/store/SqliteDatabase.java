package dev.rowan.landscape.store;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteOpenMode;

/// A landscape in one SQLite file: write-ahead log, a sync at every commit, pages of 4 KiB.
///
/// The last session to close checkpoints the log and removes it, so that the file alone holds the record. SQLite
/// does so only on a writable connection; so sessions that read have one too, restricted by `query_only`. A
/// read-only file is opened read-only and its log left alone. In a read-only folder SQLite cannot create its index
/// of the log: a complete file there is opened as immutable.
public record SqliteDatabase(Path file, SynchronousMode synchronous, Faults faults) implements Database {
    private static final int PAGE_BYTES = 4 * 1024;
    private static final int CACHE_KIB = 16 * 1024;
    private static final int BUSY_MILLIS = 10_000;

    /// The same file, written without waiting for the disk: a power failure may lose committed records.
    public SqliteDatabase unsynced() {
        return new SqliteDatabase(file, SynchronousMode.OFF, faults);
    }

    public static SqliteDatabase of(String url, Path base, Faults faults) {
        String path = url.substring("sqlite:".length());
        if (path.contains(":memory:")) {
            throw new LandscapeException(
                    "a landscape must outlive its run, so that the run can be resumed, explained and"
                            + " verified: '" + url + "' is not supported; name a file, such as sqlite:rowan.db, or"
                            + " sqlite:/tmp/try.db for one to throw away");
        }
        if (path.isBlank() || path.contains("?")) {
            throw new LandscapeException(
                    "a landscape url must name a file, such as sqlite:rowan.db, got '" + url + "'");
        }
        return new SqliteDatabase(base.resolve(path).toAbsolutePath().normalize(), SynchronousMode.FULL, faults);
    }

    @Override
    public Session open() {
        create();
        var config = config();
        config.setSynchronous(synchronous);
        config.setOpenMode(SQLiteOpenMode.NOMUTEX); // a session belongs to one thread
        try (var _ = faults.writing()) {
            return toWrite(open(file.toString(), config, "BEGIN IMMEDIATE", faults));
        } catch (SQLException error) {
            throw explain("opening it", error);
        }
    }

    /// The order matters: the page size is fixed when the database enters WAL mode.
    private static Session toWrite(Session session) throws SQLException {
        try {
            session.execute("PRAGMA page_size = " + PAGE_BYTES);
            session.execute("PRAGMA journal_mode = WAL");
            session.execute("PRAGMA wal_autocheckpoint = 0");
            return session;
        } catch (SQLException error) {
            session.closeAfter(error);
            throw error;
        }
    }

    @Override
    public Session openToRead() {
        if (!Files.exists(file)) {
            throw new LandscapeNotFoundException(
                    "there is no landscape " + describe() + ": name one with --landscape, or run a pipeline first");
        }
        var config = config();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        try {
            return toRead(open(isOnReadOnlyMedium() ? immutable() : file.toString(), config, "BEGIN", Faults.NONE));
        } catch (SQLException error) {
            throw explain("opening it", error);
        }
    }

    /// Whether the folder is read-only and the file complete without a log.
    private boolean isOnReadOnlyMedium() {
        Path folder = file.getParent();
        return folder != null
                && !Files.isWritable(folder)
                && Files.notExists(file.resolveSibling(file.getFileName() + "-wal"));
    }

    private String immutable() {
        return "file:" + file.toUri().getRawPath() + "?immutable=1";
    }

    private static Session toRead(Session session) throws SQLException {
        try {
            session.execute("PRAGMA query_only = ON");
            return session;
        } catch (SQLException error) {
            session.closeAfter(error);
            throw error;
        }
    }

    private static SQLiteConfig config() {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-CACHE_KIB);
        return config;
    }

    private static Session open(String name, SQLiteConfig config, String begin, Faults told) throws SQLException {
        return Session.byStatement(config.createConnection("jdbc:sqlite:" + name), begin, told);
    }

    /// Creates the file with owner-only access, and its parent folders.
    private void create() {
        if (Files.isDirectory(file)) {
            throw new LandscapeException("the landscape must be a file, but " + file + " is a folder");
        }
        if (Files.exists(file)) {
            return;
        }
        try {
            Path folder = file.getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder, OwnerOnlyFiles.folder(folder));
            }
            Files.createFile(file, OwnerOnlyFiles.file(file));
        } catch (FileAlreadyExistsException raced) {
            if (!Files.exists(file)) {
                throw uncreated(raced.getFile() + " is not a folder", raced);
            }
        } catch (AccessDeniedException denied) {
            throw uncreated("no permission to write " + denied.getFile(), denied);
        } catch (IOException error) {
            throw uncreated(String.valueOf(error.getMessage()), error);
        }
    }

    private LandscapeException uncreated(String why, IOException cause) {
        return new LandscapeException(
                "cannot create the landscape " + describe() + ": " + why
                        + "; choose a folder that can be written, with `landscape.url` or --landscape",
                cause);
    }

    @Override
    public Optional<Path> lockFile(int runNo) {
        return Optional.of(file.resolveSibling(file.getFileName() + "-run-" + runNo + ".lock"));
    }

    @Override
    public Maintenance upkeep(Time time, Faults faults) {
        return new Checkpointer(this, time, faults);
    }

    @Override
    public String describe() {
        return "sqlite:" + file;
    }

    @Override
    public SqlDialect dialect() {
        return SqlDialect.SQLITE;
    }

    @Override
    public LandscapeException explain(String doing, SQLException error) {
        return SqliteErrors.explain(this, doing, error);
    }
}
