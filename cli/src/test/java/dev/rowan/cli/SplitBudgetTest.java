package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Usd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// One cap over the calls of three workers.
@Tag("slow")
@ExtendWith(PostgresServer.class)
class SplitBudgetTest {
    private static final int ROWS = 1_300;
    private static final int CALLS = 1_000;
    private static final String PIPELINE = """
            run: {name: capped%s}
            source: {plugin: csv, options: {path: in.csv, id: n}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
                  pool_size: 8
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private final PostgresServer.Schema schema;

    SplitBudgetTest(PostgresServer.Schema schema) {
        this.schema = schema;
    }

    @Test
    void threeWorkersUseOneCapAndNeverExceedIt() throws Exception {
        assertCapped(Set.of());
    }

    @Test
    void aWorkerThatIsReplacedLosesNoMoneyAndLeavesNoConnection() throws Exception {
        try (Connection admin = DriverManager.getConnection(schema.jdbcUrl())) {
            String start = one(admin, "SELECT clock_timestamp()::text");
            assertCapped(Set.of(9, 21));

            String left = "SELECT count(*)::text FROM pg_stat_activity WHERE application_name = 'rowan' AND"
                    + " backend_start > '" + start + "'";
            for (int i = 0; i < 500 && !one(admin, left).equals("0"); i++) {
                TimeUnit.MILLISECONDS.sleep(20); // the server ends them when it sees that they are closed
            }
            assertThat(one(admin, left)).isEqualTo("0");
        }
    }

    private static String one(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void aLimitedRunResumesWithAHigherCap() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            SplitStage stage = stage(simulator, 130);
            Usd price = priceOfACall(stage);
            stage.write("pipeline.yaml", capped(price, 50));
            RunResult limited = stage.run(2);
            assertThat(limited.status()).as(limited.why().orElse("")).isEqualTo(RunEnd.Status.LIMITED);
            Usd cap = new Usd(50 * price.pico());
            assertThat(limited.why().orElseThrow()).contains("stopped by the cost cap of " + cap + " USD");
            assertThat(stage.folder().resolve("out.jsonl")).doesNotExist();

            stage.write("pipeline.yaml", capped(price, 1_000));
            RunResult result = stage.resume(limited.runId(), 3);

            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(stage.folder().resolve("out.jsonl")).content().hasLineCount(130);
            assertThat(summary(stage, result.runId()).calls().attempts())
                    .containsOnly(Map.entry(CallState.ANSWERED, 130L));
            assertVerified(stage, result.runId());
        }
    }

    @Test
    void aCapThatComesLaterCountsWhatWasSpentBefore() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            SplitStage stage = stage(simulator, 300);
            Usd price = priceOfACall(stage);
            stage.write("pipeline.yaml", PIPELINE.formatted(""));
            RunResult stopped = stage.run(new RunStartMode.Fresh(), 3, Set.of(), (run, splits) -> {
                if (splits == 2) {
                    run.interrupt("the test");
                }
            });
            assertThat(stopped.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            long cap = summary(stage, stopped.runId()).calls().cost().pico() + 10 * price.pico();
            stage.write("pipeline.yaml", PIPELINE.formatted(", max_cost_usd: " + new Usd(cap)));
            RunResult limited = stage.resume(stopped.runId(), 1);

            assertThat(limited.status()).as(limited.why().orElse("")).isEqualTo(RunEnd.Status.LIMITED);
            assertThat(summary(stage, limited.runId()).calls().cost().pico()).isBetween(cap - 6 * price.pico(), cap);
            assertVerified(stage, limited.runId());
        }
    }

    private void assertCapped(Set<Integer> replacements) throws Exception {
        try (Simulator simulator = Simulator.start(slow(), new SystemTime())) {
            SplitStage stage = stage(simulator, ROWS);
            Usd price = priceOfACall(stage);
            stage.write("pipeline.yaml", capped(price, CALLS));

            RunResult result = stage.run(new RunStartMode.Fresh(), 3, replacements, (_, _) -> {});

            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.LIMITED);
            long spent = summary(stage, result.runId()).calls().atMost().pico();
            long cap = CALLS * price.pico();
            System.out.printf("%d replaced, %.2f %% of the cap used%n", replacements.size(), 100.0 * spent / cap);
            assertThat(spent).isBetween((long) (0.97 * cap), cap);
            assertVerified(stage, result.runId());
        }
    }

    private static void assertVerified(SplitStage stage, String runId) throws IOException {
        Program.Ran verified = stage.command("verify", runId);
        assertThat(verified.code()).as(verified.out() + verified.err()).isIn(0, 11);
        assertThat(verified.out()).doesNotContain("F7", "I12");
    }

    private static RunSummary summary(SplitStage stage, String runId) {
        try (LandscapeReader reader = stage.reader()) {
            return reader.runs().summary(runId);
        }
    }

    /// Every call costs the same.
    private static Usd priceOfACall(SplitStage stage) throws Exception {
        stage.write(
                "pipeline.yaml",
                PIPELINE.formatted("").replace("in.csv", "one.csv").replace("out.jsonl", "one.jsonl"));
        return summary(stage, stage.run(1).runId()).calls().cost();
    }

    private static String capped(Usd price, int calls) {
        return PIPELINE.formatted(", max_cost_usd: " + new Usd(calls * price.pico()));
    }

    private SplitStage stage(Simulator simulator, int rows) throws IOException {
        var stage = new SplitStage(
                folder,
                schema.url(),
                Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"));
        stage.write("one.csv", "n,text\n1,text 10001\n");
        stage.write(
                "in.csv",
                IntStream.rangeClosed(1, rows)
                        .mapToObj(n -> n + ",text " + (10_000 + n))
                        .collect(Collectors.joining("\n", "n,text\n", "\n")));
        return stage;
    }

    private static SimulatorSettings slow() {
        return SimulatorSettings.read(Section.check(
                        ConfigNode.of(Map.of("latency", Map.of("typical", "20ms"))),
                        SimulatorSettings.OPTIONS,
                        Path.of(""),
                        new Problems())
                .orElseThrow());
    }
}
