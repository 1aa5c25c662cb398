package dev.rowan.landscape.store;

import dev.rowan.landscape.LandscapeException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/// A landscape in one SQLite file: write-ahead log, a sync at every commit, pages of 16 KiB.
public record SqliteDatabase(Path file) implements Database {
    private static final int PAGE_BYTES = 16 * 1024;
    private static final int CACHE_KIB = 16 * 1024;
    private static final int BUSY_MILLIS = 10_000;

    static SqliteDatabase of(String url, Path base) {
        String path = url.substring("sqlite:".length());
        if (path.isBlank() || path.contains("?")) {
            throw new LandscapeException(
                    "a landscape url must name a file, such as sqlite:rowan.db, got '" + url + "'");
        }
        return new SqliteDatabase(base.resolve(path).toAbsolutePath().normalize());
    }

    @Override
    public Session open() {
        create();
        var config = config();
        config.setPageSize(PAGE_BYTES);
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        try {
            Session session = open(config, "BEGIN IMMEDIATE");
            session.execute("PRAGMA wal_autocheckpoint = 0");
            return session;
        } catch (SQLException error) {
            throw explain("opening it", error);
        }
    }

    @Override
    public Session openToRead() {
        if (!Files.exists(file)) {
            throw new LandscapeException(
                    "there is no landscape " + describe() + ": name one with --landscape, or run a pipeline first");
        }
        var config = config();
        config.setReadOnly(true);
        try {
            return open(config, "BEGIN");
        } catch (SQLException error) {
            throw explain("opening it", error);
        }
    }

    private static SQLiteConfig config() {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-CACHE_KIB);
        return config;
    }

    private Session open(SQLiteConfig config, String begin) throws SQLException {
        return Session.byStatement(config.createConnection("jdbc:sqlite:" + file), begin);
    }

    /// Makes the file, readable by its owner alone, and the folders that lead to it.
    private void create() {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            Path folder = file.getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder, mode(posix, "rwx------"));
            }
            Files.createFile(file, mode(posix, "rw-------"));
        } catch (FileAlreadyExistsException _) {
            if (Files.isDirectory(file)) {
                throw new LandscapeException("the landscape must be a file, but " + file + " is a folder");
            }
        } catch (IOException error) {
            throw new LandscapeException(
                    "cannot create the landscape " + describe() + ": " + words(error)
                            + "; choose a folder that can be written, with `landscape.url` or --landscape",
                    error);
        }
    }

    private static FileAttribute<?>[] mode(boolean posix, String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static String words(IOException error) {
        return switch (error) {
            case java.nio.file.AccessDeniedException denied -> "no permission to write " + denied.getFile();
            case java.nio.file.NoSuchFileException missing -> missing.getFile() + " does not exist";
            default -> String.valueOf(error.getMessage());
        };
    }

    @Override
    public Upkeep upkeep() {
        return new Checkpointer(this);
    }

    @Override
    public String describe() {
        return "sqlite:" + file;
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public LandscapeException explain(String doing, SQLException error) {
        return SqliteErrors.explain(this, doing, error);
    }
}
