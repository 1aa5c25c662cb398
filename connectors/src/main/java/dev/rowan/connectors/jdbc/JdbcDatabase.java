package dev.rowan.connectors.jdbc;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// A database that a source or a sink connects to. Owned by its thread.
final class JdbcDatabase {
    private static final int VALID_TIMEOUT_SECONDS = 5;

    private final DatabaseSettings settings;
    private final JdbcDialect dialect;
    private final List<Secret> secrets = new ArrayList<>();
    private @Nullable Secret password;
    private @Nullable Driver driver;
    private @Nullable Wire wire;
    private @Nullable Time time;

    JdbcDatabase(DatabaseSettings settings) {
        this.settings = settings;
        this.dialect = JdbcDialect.of(settings.subprotocol());
    }

    /// Resolves the password.
    void prepare(PluginSetup setup) throws IOException, InterruptedException {
        time = setup.time();
        for (Optional<SecretReference> reference : List.of(settings.password(), settings.hidden())) {
            if (reference.isPresent()) {
                secrets.add(setup.secret(reference.get()));
            }
        }
        password = settings.password().isPresent() ? secrets.getFirst() : null;
        wire = setup.wire();
    }

    /// Finds the driver, and checks the hosts against the egress rules.
    private Driver driver() throws IOException {
        if (wire == null) {
            throw new IllegalStateException("prepare the database first");
        }
        for (String host : hosts()) {
            Optional<String> refusal = wire.refusal(host);
            if (refusal.isPresent()) {
                throw new PluginException(describe() + ": " + refusal.get());
            }
        }
        return driver == null ? JdbcDrivers.load(settings) : driver;
    }

    /// The hosts in the URL. An unknown form is refused, since nobody could tell where it leads.
    private List<String> hosts() throws PluginException {
        String address = settings.address();
        int at = address.indexOf("//");
        if (at < 0) {
            return switch (dialect) {
                case SQLITE, DUCKDB -> List.of();
                case POSTGRESQL -> List.of("localhost");
                case MYSQL, SQLSERVER, SNOWFLAKE, STANDARD ->
                    throw new PluginException(describe()
                            + ": the URL must name its host as //HOST, so that network.allow can be checked");
            };
        }
        String rest = address.substring(at + 2);
        int end = rest.indexOf('/');
        var hosts = new ArrayList<String>();
        for (String host : (end < 0 ? rest : rest.substring(0, end)).split(",")) {
            String name = host.startsWith("[")
                    ? host.substring(1, Math.max(1, host.indexOf(']')))
                    : host.replaceFirst("[:\\\\].*", "");
            hosts.add(name.isEmpty() ? "localhost" : name);
        }
        return hosts;
    }

    /// Whether it is a file that does not exist.
    boolean isMissing() {
        return settings.file().filter(Files::notExists).isPresent();
    }

    Connection open() throws IOException {
        driver = driver();
        Optional<Path> file = settings.file();
        if (file.isPresent() && !Files.isRegularFile(file.get())) {
            throw new PluginException(file.get() + " does not exist; create the database and its tables first");
        }
        return connection();
    }

    /// The same; makes a file with its directory if there is none.
    Connection openOrCreate() throws IOException {
        Optional<Path> folder = settings.file().map(Path::toAbsolutePath).map(Path::getParent);
        if (folder.isPresent()) {
            Files.createDirectories(folder.get());
        }
        return connection();
    }

    private Connection connection() throws IOException {
        Driver found = driver();
        driver = found;
        try {
            Connection connection = found.connect(settings.url(), properties());
            if (connection == null) {
                throw new PluginException(describe() + ": the driver does not know this URL");
            }
            return connection;
        } catch (SQLException e) {
            throw explain("cannot connect", e);
        }
    }

    private Properties properties() {
        var properties = new Properties();
        settings.user().ifPresent(user -> properties.setProperty("user", user));
        if (password != null) {
            properties.setProperty("password", password.inClear());
        }
        switch (dialect) {
            case POSTGRESQL -> {
                properties.setProperty("ApplicationName", "rowan");
                properties.setProperty("stringtype", "unspecified");
                properties.setProperty("tcpKeepAlive", "true");
            }
            case SQLITE -> {
                properties.setProperty("busy_timeout", "30000");
                properties.setProperty("synchronous", "FULL");
            }
            case MYSQL, SQLSERVER, DUCKDB, SNOWFLAKE, STANDARD -> {}
        }
        return properties;
    }

    JdbcDialect dialect() {
        return dialect;
    }

    Time time() {
        if (time == null) {
            throw new IllegalStateException("prepare the database first");
        }
        return time;
    }

    List<Path> jars() throws IOException {
        return JdbcDrivers.jars(settings);
    }

    /// The address without login, for messages and the record.
    String describe() {
        return settings.address();
    }

    static boolean isLost(Connection connection) {
        try {
            return !connection.isValid(VALID_TIMEOUT_SECONDS);
        } catch (SQLException _) {
            return true;
        }
    }

    /// The error for people: where, what, the database's own message, and what to do.
    PluginException explain(String what, SQLException error) {
        String text = describe() + ": " + what + ": " + JdbcErrors.message(error);
        String hint = JdbcErrors.hint(error).map(todo -> "; " + todo).orElse("");
        return new PluginException(Redaction.of(secrets).text(text) + hint, error);
    }
}
