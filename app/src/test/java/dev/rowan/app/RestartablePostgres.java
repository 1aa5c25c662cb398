package dev.rowan.app;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A PostgreSQL server that can be stopped and started again on the same port with the same data.
///
/// Guarded by `this`: the server, and whether it is stopped.
final class RestartablePostgres implements AutoCloseable {
    private final Path data;
    private final int port;
    private EmbeddedPostgres server;
    private boolean stopped;

    private RestartablePostgres(Path data, EmbeddedPostgres server) {
        this.data = data;
        this.port = server.getPort();
        this.server = server;
    }

    /// Empty where no server can be started.
    static Optional<RestartablePostgres> start() {
        try {
            Path data = Files.createTempDirectory("rowan-postgres-");
            return Optional.of(new RestartablePostgres(
                    data,
                    EmbeddedPostgres.builder()
                            .setDataDirectory(data)
                            .setCleanDataDirectory(false)
                            .start()));
        } catch (IOException | RuntimeException broken) {
            System.err.println("NOT TESTED ON POSTGRESQL: the server could not be started: " + broken);
            return Optional.empty();
        }
    }

    String url(String schema) {
        return "postgresql://postgres:postgres@localhost:" + port + "/postgres?currentSchema=" + schema;
    }

    synchronized void stop() {
        stopped = true;
        try {
            server.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Starts it if a test has left it stopped.
    synchronized void ensureStarted() throws IOException {
        if (stopped) {
            startAgain();
        }
    }

    synchronized void startAgain() throws IOException {
        server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .start();
        stopped = false;
    }

    /// Ends the backends of all clients of ours, if there are any.
    synchronized void endConnections() {
        if (!stopped) {
            execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rowan'");
        }
    }

    synchronized void execute(String sql) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        server.close();
        try (Stream<Path> files = Files.walk(data)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        }
    }
}
