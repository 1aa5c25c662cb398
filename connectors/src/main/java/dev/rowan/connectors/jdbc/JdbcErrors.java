package dev.rowan.connectors.jdbc;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/// What errors of databases mean: by SQLSTATE, and by the message of SQLite and DuckDB, which have none.
final class JdbcErrors {
    private JdbcErrors() {}

    /// What a user can do.
    static Optional<String> hint(SQLException error) {
        String state = state(error);
        String message = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
        if (isMissingTable(error)) {
            return Optional.of("create the table, or correct 'table' or 'query'");
        }
        if (state.equals("42703") || state.equals("42S22") || message.contains("no such column")) {
            return Optional.of("correct the column's name in the settings, or add the column");
        }
        if (state.equals("42P10") || message.contains("on conflict clause does not match")) {
            return Optional.of("create a unique constraint on the columns of 'key', or correct 'key'");
        }
        if (state.equals("42804") || message.contains("datatype mismatch")) {
            return Optional.of("change the type of the column, or the value before it is written");
        }
        if (state.startsWith("28")) {
            return Optional.of("check 'user' and 'password'");
        }
        if (state.equals("3D000") || (state.equals("42000") && message.contains("unknown database"))) {
            return Optional.of("check the name of the database in 'url'");
        }
        if (state.equals("42501") || message.contains("readonly database")) {
            return Optional.of("grant the user the missing right");
        }
        if (state.equals("25006")) {
            return Optional.of("connect to the primary server, not to a replica, or allow transactions to write");
        }
        if (state.startsWith("53") || message.contains("disk is full")) {
            return Optional.of("free space or raise the limit, then resume the run");
        }
        if (isConnectionLoss(error)) {
            return Optional.of(
                    "check that the database is up and can be reached, then run the command again or resume the run");
        }
        return Optional.empty();
    }

    static boolean isMissingTable(SQLException error) {
        String state = state(error);
        String message = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
        return state.equals("42P01")
                || state.equals("42S02")
                || state.equals("S0002")
                || message.contains("no such table")
                || (message.contains("table with name") && message.contains("does not exist"));
    }

    static boolean isConnectionLoss(SQLException error) {
        String state = state(error);
        return state.startsWith("08") || state.startsWith("57P");
    }

    /// Whether the values of a row are the cause: a constraint, a wrong type, a value that is too long.
    static boolean isAboutRow(SQLException error) {
        String state = state(error);
        if (state.startsWith("22") || state.startsWith("23")) {
            return true;
        }
        String message = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("sqlite_constraint")
                || message.contains("sqlite_mismatch")
                || message.contains("sqlite_toobig")
                || message.startsWith("constraint error")
                || message.startsWith("conversion error");
    }

    /// The database's message in one line, that of the row and not of its batch.
    static String message(SQLException error) {
        SQLException deepest = error.getNextException() == null ? error : error.getNextException();
        return String.valueOf(deepest.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static String state(SQLException error) {
        return error.getSQLState() == null ? "" : error.getSQLState();
    }
}
