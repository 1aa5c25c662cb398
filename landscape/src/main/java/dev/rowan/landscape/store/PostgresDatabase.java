package dev.rowan.landscape.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;

/// A landscape in PostgreSQL. The user and password stay inside: nothing here prints them.
public final class PostgresDatabase implements Database {
    private final String address;
    private final String jdbc;
    private final Properties login;
    private final Faults faults;

    private PostgresDatabase(String address, String jdbc, Properties login, Faults faults) {
        this.address = address;
        this.jdbc = jdbc;
        this.login = login;
        this.faults = faults;
    }

    static PostgresDatabase of(String url, Faults faults) {
        URI uri = parsed(url);
        String place = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + uri.getRawPath();
        var login = new Properties();
        String user = uri.getRawUserInfo();
        if (user != null) {
            int colon = user.indexOf(':');
            login.setProperty("user", decoded(colon < 0 ? user : user.substring(0, colon)));
            if (colon >= 0) {
                login.setProperty("password", decoded(user.substring(colon + 1)));
            }
        }
        login.setProperty("reWriteBatchedInserts", "true");
        login.setProperty("ApplicationName", "rowan");
        String query = uri.getRawQuery();
        return new PostgresDatabase(
                "postgresql://" + place,
                "jdbc:postgresql://" + place + (query == null ? "" : "?" + query),
                login,
                faults);
    }

    private static URI parsed(String url) {
        try {
            URI uri = URI.create(url);
            if (uri.getHost() != null
                    && uri.getRawPath() != null
                    && uri.getRawPath().length() > 1) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // Its message repeats the address with the password; the one below does not.
        }
        throw new LandscapeException("a PostgreSQL landscape url must be"
                + " postgresql://<user>:<password>@<host>:<port>/<database>, with characters other than letters and"
                + " digits in the password percent-encoded");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    }

    @Override
    public Session open() {
        return open("SET synchronous_commit = on", Connection.TRANSACTION_READ_COMMITTED, faults);
    }

    @Override
    public Session openToRead() {
        return open("SET default_transaction_read_only = on", Connection.TRANSACTION_REPEATABLE_READ, Faults.NONE);
    }

    private Session open(String setting, int isolation, Faults told) {
        try {
            Connection connection = DriverManager.getConnection(jdbc, login);
            connection.setTransactionIsolation(isolation);
            try (Statement statement = connection.createStatement()) {
                statement.execute(setting);
            }
            return Session.byDriver(connection, told);
        } catch (SQLException error) {
            throw explain("connecting", error);
        }
    }

    @Override
    public Optional<Path> lockFile(int runNo) {
        return Optional.empty();
    }

    @Override
    public Upkeep upkeep(Time time, Faults faults) {
        return Upkeep.NONE;
    }

    @Override
    public String describe() {
        return address;
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    /// By the class of its SQLSTATE, as the PostgreSQL manual lists them.
    @Override
    public LandscapeException explain(String doing, SQLException error) {
        String state = error.getSQLState() == null ? "" : error.getSQLState();
        String words = words(error);
        String message = switch (state.length() == 5 ? state.substring(0, 2) : "") {
            case "08", "57" ->
                "the connection to " + address + " failed or was lost (" + words
                        + "); what was committed before is safe; check the server, then run again";
            case "28" -> address + " refused the user or the password: check both in `landscape.url`";
            case "3D" -> address + " does not exist: create the database first";
            case "42" -> state.equals("42501") ? denied(words) : unknown(doing, words);
            case "53" ->
                "the server of " + address + " is out of space, memory or connections (" + words
                        + "); what was committed before is safe";
            case "23" -> Duplicates.words(address, words);
            default -> unknown(doing, words);
        };
        return new LandscapeException(message, error);
    }

    /// What the server said. The error of a batch quotes the whole batch, and with it the values of rows; what broke it
    /// is the error behind it.
    private static String words(SQLException error) {
        SQLException behind = error;
        while (behind instanceof BatchUpdateException && behind.getNextException() != null) {
            behind = behind.getNextException();
        }
        return behind instanceof BatchUpdateException
                ? "a group of records was refused"
                : String.valueOf(behind.getMessage());
    }

    private String denied(String words) {
        return address + " denied it (" + words + "): grant the user the right to create and write tables";
    }

    private String unknown(String doing, String words) {
        return address + " failed while " + doing + ": " + words;
    }
}
