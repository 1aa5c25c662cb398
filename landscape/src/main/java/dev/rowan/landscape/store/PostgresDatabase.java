package dev.rowan.landscape.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/// A landscape in PostgreSQL. Never prints the user and password.
public final class PostgresDatabase implements Database {
    /// Transient errors: connection refused or broken; terminated by an administrator, a crash or an idle timeout;
    /// server starting up; too many connections; lock timeout; rolled back for another transaction.
    private static final Set<String> PASSING = Set.of(
            "08000", "08001", "08003", "08006", "08007", "25P03", "40001", "40P01", "53300", "55P03", "57P01", "57P02",
            "57P03", "57P05");

    /// The most connections of a process that executes a run; docs/postgresql.md lists them.
    public static final int MAX_RUN_CONNECTIONS = 10;

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);
    /// How long a writer that is frozen or cut off keeps the locks of its transaction.
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(60);
    /// Queries of readers may take long before their first row.
    private static final Duration READ_TIMEOUT = Duration.ofMinutes(10);

    private static final String SOCKET_TIMEOUT = "socketTimeout";

    private final String address;
    private final String jdbc;
    private final Properties login;
    private final boolean hasTimeout;
    private final Faults faults;

    /// `hasTimeout` if the address sets how long a reply may take.
    private PostgresDatabase(String address, String jdbc, Properties login, boolean hasTimeout, Faults faults) {
        this.address = address;
        this.jdbc = jdbc;
        this.login = login;
        this.hasTimeout = hasTimeout;
        this.faults = faults;
    }

    static PostgresDatabase of(String url, Faults faults) {
        URI uri = parsed(url);
        String hostAndPath = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + uri.getRawPath();
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
        login.setProperty(SOCKET_TIMEOUT, String.valueOf(REPLY_TIMEOUT.toSeconds()));
        String query = uri.getRawQuery();
        return new PostgresDatabase(
                "postgresql://" + hostAndPath,
                "jdbc:postgresql://" + hostAndPath + (query == null ? "" : "?" + query),
                login,
                query != null && query.contains(SOCKET_TIMEOUT + "="),
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
        return open("SET synchronous_commit = on", Connection.TRANSACTION_READ_COMMITTED, Duration.ZERO, faults);
    }

    /// The server aborts the transaction of a client that it hears nothing from, which releases its locks.
    @Override
    public void prepareWriter(Session session) throws SQLException {
        session.execute("SET lock_timeout = " + LOCK_TIMEOUT.toMillis());
        session.execute("SET idle_in_transaction_session_timeout = " + IDLE_TIMEOUT.toMillis());
        session.commit();
        limitReplies(session.connection(), REPLY_TIMEOUT);
    }

    private void limitReplies(Connection connection, Duration limit) throws SQLException {
        if (!hasTimeout) {
            connection.setNetworkTimeout(Runnable::run, (int) limit.toMillis());
        }
    }

    @Override
    public Session openToRead() {
        return open(
                "SET default_transaction_read_only = on",
                Connection.TRANSACTION_REPEATABLE_READ,
                READ_TIMEOUT,
                Faults.NONE);
    }

    /// Signing in takes [#REPLY_TIMEOUT] at most, and a reply `limit`; zero for no limit.
    private Session open(String setting, int isolation, Duration limit, Faults told) {
        try {
            Connection connection = DriverManager.getConnection(jdbc, login);
            try {
                connection.setTransactionIsolation(isolation);
                try (Statement statement = connection.createStatement()) {
                    statement.execute(setting);
                }
                limitReplies(connection, limit);
                return Session.byDriver(connection, told);
            } catch (SQLException error) {
                connection.close();
                throw error;
            }
        } catch (SQLException error) {
            throw explain("connecting", error);
        }
    }

    @Override
    public Optional<Path> lockFile(int runNo) {
        return Optional.empty();
    }

    @Override
    public Maintenance upkeep(Time time, Faults faults) {
        return Maintenance.NONE;
    }

    @Override
    public String describe() {
        return address;
    }

    @Override
    public SqlDialect dialect() {
        return SqlDialect.POSTGRESQL;
    }

    /// Classified by SQLSTATE class, as in the PostgreSQL manual.
    @Override
    public LandscapeException explain(String doing, SQLException error) {
        SQLException cause = rootCause(error);
        String state = cause.getSQLState() == null ? "" : cause.getSQLState();
        String serverMessage = serverMessage(cause);
        String message = switch (state.length() == 5 ? state.substring(0, 2) : "") {
            case "08", "57" ->
                "the connection to " + address + " failed or was lost (" + serverMessage
                        + "); what was committed before is safe; check the server, then try again";
            case "28" -> address + " rejected the user or the password: check both in `landscape.url`";
            case "3D" -> address + " does not exist: create the database first";
            case "40" ->
                "the server of " + address + " rolled back a transaction that conflicted with another (" + serverMessage
                        + "); what was committed before is safe; try again";
            case "42" -> state.equals("42501") ? denied(doing, serverMessage) : unknown(doing, serverMessage);
            case "53" -> state.equals("53300") ? noConnection(serverMessage) : exhausted(serverMessage);
            case "23" -> DuplicateKeyErrors.message(address, serverMessage);
            default -> unknown(doing, serverMessage);
        };
        return PASSING.contains(state)
                ? new LandscapeUnreachableException(message, serverMessage, error)
                : new LandscapeException(message, error);
    }

    /// The cause of a batch error: the error itself quotes the whole batch, including the values of rows.
    private static SQLException rootCause(SQLException error) {
        SQLException cause = error;
        while (cause instanceof BatchUpdateException && cause.getNextException() != null) {
            cause = cause.getNextException();
        }
        return cause;
    }

    /// The server's message.
    private static String serverMessage(SQLException cause) {
        return cause instanceof BatchUpdateException
                ? "a group of records was refused"
                : String.valueOf(cause.getMessage());
    }

    private String noConnection(String serverMessage) {
        return "the server of " + address + " rejects another connection (" + serverMessage + "); a run takes up to "
                + MAX_RUN_CONNECTIONS + ": close unused connections, start fewer runs at once, or raise max_connections"
                + " of the server or the CONNECTION LIMIT of the role";
    }

    private String exhausted(String serverMessage) {
        return "the server of " + address + " is out of space or memory (" + serverMessage
                + "); what was committed before is safe";
    }

    /// Which of the two roles is missing: every reading query is one of `reading`.
    private String denied(String doing, String serverMessage) {
        String user = login.getProperty("user", "the user");
        return doing.startsWith("reading")
                ? address + " does not let " + user + " read (" + serverMessage
                        + "): grant it the reader role, such as GRANT rowan_reader TO " + user
                : address + " does not let " + user + " write (" + serverMessage
                        + "): recording, resuming, tuning and purging require the owner role, such as"
                        + " GRANT rowan_owner TO " + user + "; the reader role is enough for status, explain, verify,"
                        + " export and serve";
    }

    private String unknown(String doing, String serverMessage) {
        return address + " failed while " + doing + ": " + serverMessage;
    }
}
