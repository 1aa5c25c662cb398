package dev.rowan.landscape.store;

import dev.rowan.landscape.LandscapeException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteErrorCode;

/// Explains SQLite errors to the user.
final class SqliteErrors {
    private static final Pattern DRIVER_CODE = Pattern.compile("^\\[SQLITE_\\w+\\]\\s*");

    private SqliteErrors() {}

    static LandscapeException explain(SqliteDatabase database, String doing, SQLException error) {
        String name = database.describe();
        if (error.getCause() instanceof NativeLibraryNotFoundException) {
            return new LandscapeException(unpacked(name), error);
        }
        // The low byte is the primary code; the rest refines it.
        SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(error.getErrorCode() & 0xff);
        String message = switch (code) {
            case SQLITE_FULL ->
                "the disk is full: " + name
                        + " could not grow; what was committed before is safe; free some space and run again";
            case SQLITE_IOERR ->
                "the disk under " + name + " failed or is full (" + message(error)
                        + "); what was committed before is safe; check space and disk, then run again";
            case SQLITE_NOTADB -> name + " is not a SQLite database: choose another file for the landscape";
            case SQLITE_CORRUPT ->
                name + " is damaged (" + message(error) + "): restore it from a copy, or choose another file";
            case SQLITE_BUSY, SQLITE_LOCKED ->
                name + " is held by another process for too long: wait until it ends, or use another landscape";
            case SQLITE_CANTOPEN ->
                name + " cannot be opened: check that the file and its folder can be read and written";
            case SQLITE_READONLY, SQLITE_PERM ->
                name + " cannot be written: check the permissions of the file and its folder";
            case SQLITE_CONSTRAINT -> DuplicateKeyErrors.message(name, String.valueOf(error.getMessage()));
            default -> name + " failed while " + doing + ": " + message(error);
        };
        return new LandscapeException(message, error);
    }

    /// SQLite's message without the driver's name for the code.
    private static String message(SQLException error) {
        return DRIVER_CODE.matcher(String.valueOf(error.getMessage())).replaceFirst("");
    }

    /// The native library is unpacked into the temp folder when a process first opens a database.
    private static String unpacked(String name) {
        String folder = System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"));
        return name + " cannot be opened: SQLite's library could not be unpacked into the temp folder "
                + Path.of(folder).toAbsolutePath()
                + "; make sure that 4 MiB are free there and that it allows programs, or choose another with"
                + " JAVA_TOOL_OPTIONS=-Dorg.sqlite.tmpdir=FOLDER";
    }
}
