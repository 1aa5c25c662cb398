package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.engine.run.RunDefect;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Several workers that write to a table and to a service, compared with one process; and what is left when workers die
/// after the target has the rows of a split, before the split is recorded as done.
@Tag("slow")
@Timeout(240)
@ExtendWith(PostgresServer.class)
class SplitDirectTest {
    private static final int ROWS = 90;
    private static final String SOURCE = """
            run: {name: direct, window: 25}
            source: {plugin: csv, options: {path: in.csv, id: id}}
            transforms: [{plugin: truncate, options: {fields: label, max_chars: 100}}]
            """;

    @TempDir
    private Path folder;

    private final PostgresServer.Schema schema;

    SplitDirectTest(PostgresServer.Schema schema) {
        this.schema = schema;
    }

    private SplitStage stage(String pipeline) throws IOException {
        var stage = new SplitStage(folder, schema.url(), Map.of("TARGET", schema.jdbcUrl(), "TABLE", "split"));
        stage.write("pipeline.yaml", SOURCE + pipeline);
        stage.write(
                "in.csv",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> n + "," + (n % 17 == 0 ? "" : "label " + n) + "\n")
                        .collect(Collectors.joining("", "id,label\n", "")));
        return stage;
    }

    private SplitStage tables() throws Exception {
        for (String table : List.of("split", "plain")) {
            execute("create table " + table + " (id bigint primary key, label text check (label <> ''))");
        }
        return stage("""
                sinks:
                  output:
                    plugin: jdbc
                    options: {url: "${TARGET}", table: "${TABLE}"}
                    on_error: refused
                  refused: {plugin: jsonl, options: {path: out/refused.jsonl}}
                """);
    }

    @Test
    void aTableGetsTheRowsOfOneProcess() throws Exception {
        SplitStage stage = tables();
        RunResult result = stage.run(2);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertTable(stage, result.runId());
        Path refused =
                Files.move(folder.resolve("out"), folder.resolve("split")).resolve("refused.jsonl");
        Program.Ran plain = stage.program().variable("TABLE", "plain").run("run", "pipeline.yaml");
        assertThat(plain.code()).as(plain.out() + plain.err()).isEqualTo(4);
        assertThat(query("select * from split order by id")).isEqualTo(query("select * from plain order by id"));
        assertThat(Files.readString(refused).replace(result.runId(), "RUN"))
                .isEqualTo(Files.readString(folder.resolve("out/refused.jsonl"))
                        .replace(plain.out().split(" ", 3)[1], "RUN")
                        .replace("plain", "split"));
    }

    /// The rows of the split are in the table, and its mark says so: they are not written again.
    @Test
    void rowsThatAreInTheTableAndNotOnRecordAreWrittenOnce() throws Exception {
        SplitStage stage = tables();
        String runId = crash(stage);
        assertThat(query("select count(*) from split").getFirst())
                .as("rows before the resume")
                .isNotEqualTo("0");

        RunResult result = stage.resume(runId, 2);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertTable(stage, runId);
    }

    /// Splits with rows that wait for a batch service are left, and nothing of them is in the table until they are run
    /// again.
    @Test
    void rowsThatWaitForABatchServiceKeepTheirSplitOutOfTheTable() throws Exception {
        SimulatorSettings settings = SimulatorSettings.read(Section.check(
                        ConfigNode.of(Map.of("batch", Map.of("running", "1s"))),
                        SimulatorSettings.OPTIONS,
                        folder,
                        new Problems())
                .orElseThrow());
        try (Simulator simulator = Simulator.start(settings, new SystemTime())) {
            SplitStage stage = tables().with(Map.of(
                    "OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"));
            execute("alter table split add column answer text");
            stage.write(
                    "pipeline.yaml",
                    Files.readString(stage.file())
                            .replace("{plugin: truncate, options: {fields: label, max_chars: 100}}", """
                                    {name: which, gate: {by: "row.id.endsWith('7')", routes: {"true": [{plugin: llm, name: ask,
                                    options: {model: openai/gpt-4o-mini, mode: batch, batch: {poll_interval: 200ms},
                                    user_prompt_template: "{{ id }}", output_key: answer}}]}, else: output}}"""));

            RunResult result = stage.run(2);

            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(query("select count(*) from split where answer is not null"))
                    .containsExactly("8");
            assertTable(stage, result.runId());
        }
    }

    private void assertTable(SplitStage stage, String runId) throws Exception {
        assertThat(query("select count(*), count(distinct id) from split")).containsExactly("85 85");
        assertThat(query("select sum(rows), count(*) from rowan_marks where run_id = '" + runId + "'"))
                .containsExactly("85 5");
        assertThat(query("select row_seq from rowan_refused where run_id = '" + runId + "' order by row_seq"))
                .containsExactly("17", "34", "51", "68", "85");
        assertThat(Files.readAllLines(folder.resolve("out/refused.jsonl"))).hasSize(5);
        assertIntact(stage, runId);
    }

    @Test
    void aServiceGetsEachRowOnceWithTheKeysOfOneProcess() throws Exception {
        List<String> keys = new CopyOnWriteArrayList<>();
        HttpServer server = receiver(keys);
        try {
            SplitStage stage = stage("""
                    sinks:
                      output:
                        plugin: http
                        options: {url: "http://localhost:%d/hook", pool_size: 4, rows_per_request: 8}
                        on_error: refused
                      refused: {plugin: jsonl, options: {path: out/refused.jsonl}}
                    """.formatted(server.getAddress().getPort()));
            String runId = crash(stage);
            assertThat(keys).as("requests before the resume").isNotEmpty();

            RunResult result = stage.resume(runId, 2);

            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(keys).as("no request twice").doesNotHaveDuplicates();
            assertThat(keys.stream().map(key -> key.substring(key.indexOf("-output-") + 8)))
                    .as("lists of 8 rows within splits of 20")
                    .contains("1-0-8-0", "9-0-16-0", "17-0-20-0", "21-0-28-0", "81-0-88-0", "89-0-90-0")
                    .hasSize(14);
            assertThat(Files.readAllLines(folder.resolve("out/refused.jsonl"))).hasSize(8);
            assertIntact(stage, runId);
        } finally {
            server.stop(0);
        }
    }

    /// Refuses the list with row 42.
    private static HttpServer receiver(List<String> keys) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            keys.add(key);
            exchange.sendResponseHeaders(body.contains("\"label 42\"") ? 422 : 204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    /// Runs until workers die with rows in the target that are not on record; the run that failed.
    private static String crash(SplitStage stage) {
        assertThatThrownBy(() -> stage.run(2, new SplitDoneCrash(3)::over)).isInstanceOf(RunDefect.class);
        try (LandscapeReader reader = stage.reader()) {
            return reader.runs().newest(1).getFirst().runId();
        }
    }

    private static void assertIntact(SplitStage stage, String runId) throws IOException {
        Program.Ran verified = stage.command("verify", runId);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        Program.Ran replayed = stage.command("replay", runId);
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(schema.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> query(String sql) throws SQLException {
        var found = new ArrayList<String>();
        try (Connection connection = DriverManager.getConnection(schema.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                var line = new ArrayList<String>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    line.add(rows.getString(i));
                }
                found.add(String.join(" ", line));
            }
        }
        return found;
    }
}
