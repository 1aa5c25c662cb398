package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.store.PostgresDatabase;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A PostgreSQL landscape that several people use, with the roles that docs/postgresql.md gives, in real processes.
@ExtendWith(PostgresServer.class)
@Tag("slow")
@Timeout(600)
class PostgresTeamIT {
    private static final int ROWS = 100;
    private static final String PIPELINE = """
            run: {name: NAME}
            source: {plugin: csv, options: {path: rows.csv, id: id}}
            transforms:
              - plugin: llm
                options: {model: simulator/chat, user_prompt_template: "{{ text }}", output_key: mood, pool_size: 4}
            sinks:
              output: {plugin: jsonl, options: {path: NAME.jsonl}}
            """;

    private final PostgresServer.Schema server;
    private final String landscape;

    @TempDir
    private Path folder;

    PostgresTeamIT(PostgresServer.Schema server) {
        this.server = server;
        this.landscape = server.name() + "_team";
    }

    @BeforeEach
    void prepare() throws Exception {
        var rows = new StringBuilder("id,text\n");
        for (int i = 1; i <= ROWS; i++) {
            rows.append(i).append(",text ").append(i).append('\n');
        }
        Files.writeString(folder.resolve("rows.csv"), rows);
        for (String sql : documented()) {
            execute(sql);
        }
    }

    /// The statements of the section on roles, with names of this test: roles belong to the whole server.
    private List<String> documented() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "postgresql.md"));
        String roles = page.substring(page.indexOf("## Roles"), page.indexOf("## Connections"));
        Matcher blocks = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL).matcher(roles);
        var statements = new ArrayList<String>();
        while (blocks.find()) {
            for (String sql : blocks.group(1).split(";")) {
                if (!sql.isBlank()) {
                    statements.add(named(sql.strip()));
                }
            }
        }
        assertThat(statements).hasSizeGreaterThan(6);
        return statements;
    }

    private String named(String sql) {
        return sql.replaceAll("\\blandscape\\b", landscape)
                .replaceAll("\\b(rowan_owner|rowan_reader|ann|eve)\\b", "$1_" + server.name());
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String url(String user) {
        return "postgresql://" + user + "_" + server.name() + ":change%20me@localhost:" + server.port()
                + "/postgres?currentSchema=" + landscape + "&ApplicationName=" + user;
    }

    private Ended as(String user, String... arguments) throws IOException, InterruptedException {
        return RowanProgram.run(folder, Map.of("ROWAN_LANDSCAPE", url(user)), arguments);
    }

    private String pipeline(String name) throws IOException {
        String file = name + ".yaml";
        Files.writeString(folder.resolve(file), PIPELINE.replace("NAME", name));
        return file;
    }

    @Test
    void aReaderReadsEverythingAndWritesNothing() throws Exception {
        Ended run = as("ann", "run", pipeline("first"));
        assertThat(run.code()).as(run.err()).isZero();
        for (List<String> command : List.of(
                List.of("status", "latest"),
                List.of("explain", "latest", "--row", "1"),
                List.of("rows", "latest"),
                List.of("verify", "latest"),
                List.of("export", "latest", "--what", "rows"))) {
            Ended read = as("eve", command.toArray(String[]::new));
            assertThat(read.code()).as(command + ": " + read.err()).isZero();
        }
        assertServes("eve");
        for (List<String> command :
                List.of(List.of("run", pipeline("second")), List.of("purge", "--run", "latest", "--yes"))) {
            Ended refused = as("eve", command.toArray(String[]::new));
            assertThat(refused.code()).as(refused.err()).isEqualTo(1);
            assertThat(refused.err()).contains("does not let eve_", "write", "require the owner role");
        }
        assertThat(as("ann", "runs", "--json").out()).contains("\"first\"").doesNotContain("\"second\"");
    }

    @Test
    void aUserWithoutARoleIsToldWhichOneIsMissing() throws Exception {
        assertThat(as("ann", "run", pipeline("first")).code()).isZero();
        execute("CREATE ROLE joe_" + server.name() + " LOGIN PASSWORD 'change me'");
        Ended refused = as("joe", "status", "latest");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("grant the user the reader role");
    }

    @Test
    void aRefusedConnectionSaysWhatToDo() throws Exception {
        execute("CREATE ROLE kim_" + server.name() + " LOGIN PASSWORD 'change me' CONNECTION LIMIT 0");
        Ended refused = as("kim", "run", pipeline("first"));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("rejects another connection", "too many connections for role", "raise max_connections");
    }

    @Test
    void severalPeopleRunAtOnceEachWithFewConnections() throws Exception {
        var people = List.of("ann", "bob", "cyd", "dan");
        for (String user : people.subList(1, people.size())) {
            execute(named(
                    "CREATE ROLE " + user + "_" + server.name() + " LOGIN PASSWORD 'change me' IN ROLE rowan_owner"));
            execute(named("ALTER ROLE " + user + "_" + server.name() + " SET role = 'rowan_owner'"));
        }
        var running = new ArrayList<RowanProcess>();
        for (String user : people) {
            running.add(RowanProcess.start(
                    folder, RowanProcess.command("run", pipeline(user)), Map.of("ROWAN_LANDSCAPE", url(user))));
        }
        int most = 0;
        for (RowanProcess process : running) {
            while (!process.endsWithin(Duration.ofMillis(20))) {
                most = Math.max(most, connections());
            }
        }
        for (RowanProcess process : running) {
            Ended ended = process.await();
            assertThat(ended.code()).as(ended.err()).isZero();
            process.close();
        }
        System.out.println("the most connections of a run: " + most);
        assertThat(most).isBetween(2, PostgresDatabase.MAX_RUN_CONNECTIONS);
        for (String user : people) {
            assertThat(Files.readAllLines(folder.resolve(user + ".jsonl"))).hasSize(ROWS);
            Ended verified = as("eve", "verify", user);
            assertThat(verified.code()).as(verified.err()).isZero();
        }
        assertThat(as("eve", "runs").out()).contains(people);
    }

    /// The most connections that one of the processes has.
    private int connections() throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COALESCE(max(n), 0) FROM (SELECT count(*) AS n"
                        + " FROM pg_stat_activity WHERE usename LIKE '%" + server.name() + "'"
                        + " GROUP BY application_name) AS c")) {
            row.next();
            return row.getInt(1);
        }
    }

    private void assertServes(String user) throws Exception {
        try (RowanProcess site = RowanProcess.start(
                folder,
                RowanProcess.command("serve", "--json"),
                Map.of("ROWAN_LANDSCAPE", url(user), "ROWAN_TOKEN", "a-token-of-the-tests"))) {
            Map<?, ?> serving = (Map<?, ?>)
                    Objects.requireNonNull(RowJson.readValue(site.firstLine().getBytes(UTF_8)));
            URI address = URI.create(String.valueOf(serving.get("address")));
            HttpResponse<String> reply = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(address.resolve("/api/runs"))
                                    .header("Authorization", "Bearer a-token-of-the-tests")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            assertThat(reply.body()).contains("\"first\"");
        }
    }
}
