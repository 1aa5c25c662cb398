package dev.rowan.testkit.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// A real PostgreSQL, started once for each test process and stopped with it. If it cannot start, the tests that need
/// it are skipped, and the reason is reported.
///
/// A test with a [Schema] parameter gets its own.
public final class PostgresServer implements ExecutionCondition, ParameterResolver {

    /// An empty schema.
    public record Schema(int port, String name) {

        /// As the landscape takes it.
        public String url() {
            return "postgresql://postgres:postgres@localhost:" + port + "/postgres?currentSchema=" + name;
        }

        public String jdbcUrl() {
            return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres&currentSchema=" + name;
        }
    }

    /// The server, or why there is none.
    private sealed interface Server {
        record Running(EmbeddedPostgres postgres) implements Server, AutoCloseable {
            @Override
            public void close() throws IOException {
                postgres.close();
            }
        }

        record Absent(String why) implements Server {}
    }

    private static Server server(ExtensionContext context) {
        // Surefire executes the classes of a process one by one: the root context ends with each of them
        return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(PostgresServer.class))
                .computeIfAbsent(Server.class, _ -> start(context), Server.class);
    }

    private static Server start(ExtensionContext context) {
        try {
            return new Server.Running(EmbeddedPostgres.start());
        } catch (IOException | RuntimeException broken) {
            context.publishReportEntry("NOT TESTED ON POSTGRESQL: the server could not be started", broken.toString());
            return new Server.Absent(broken.toString());
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return switch (server(context)) {
            case Server.Running _ -> ConditionEvaluationResult.enabled("PostgreSQL runs");
            case Server.Absent(String why) -> ConditionEvaluationResult.disabled("no PostgreSQL: " + why);
        };
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Schema.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return switch (server(context)) {
            case Server.Running(EmbeddedPostgres postgres) -> newSchema(postgres);
            case Server.Absent(String why) -> throw new IllegalStateException(why);
        };
    }

    private static Schema newSchema(EmbeddedPostgres postgres) {
        String name = "test_" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + name);
        } catch (SQLException error) {
            throw new IllegalStateException(error);
        }
        return new Schema(postgres.getPort(), name);
    }
}
