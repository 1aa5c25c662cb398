package dev.rowan.testkit.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/// A PostgreSQL server that can be stopped and restarted on the same port with the same data.
///
/// Any thread may use it. Shared state, guarded by `lock`: the server.
public final class RestartedPostgres implements AutoCloseable {
    private final Path data;
    private final ReentrantLock lock = new ReentrantLock();
    private EmbeddedPostgres server;

    private RestartedPostgres(Path data, EmbeddedPostgres server) {
        this.data = data;
        this.server = server;
    }

    public static RestartedPostgres start() throws IOException {
        Path data = Files.createTempDirectory("rowan-postgres-");
        return new RestartedPostgres(
                data,
                EmbeddedPostgres.builder()
                        .setDataDirectory(data)
                        .setCleanDataDirectory(false)
                        .start());
    }

    public String url(String schema) {
        return "postgresql://postgres:postgres@localhost:" + server.getPort() + "/postgres?currentSchema=" + schema;
    }

    public void restart() throws IOException {
        lock.lock();
        try {
            int port = server.getPort();
            server.close();
            server = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .start();
        } finally {
            lock.unlock();
        }
    }

    /// Terminates the backends of all runs; false if there was none.
    public boolean endConnections() {
        lock.lock();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet ended = statement.executeQuery("SELECT count(*) FILTER (WHERE pg_terminate_backend(pid))"
                        + " FROM pg_stat_activity WHERE application_name = 'rowan'")) {
            return ended.next() && ended.getLong(1) > 0;
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        } finally {
            lock.unlock();
        }
    }

    public void execute(String... all) {
        lock.lock();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : all) {
                statement.execute(sql);
            }
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            server.close();
        } finally {
            lock.unlock();
            delete(data);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
