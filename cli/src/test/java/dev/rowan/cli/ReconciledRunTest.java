package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Payload;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A comparison with a bill is on record beside the run, changes none of its costs, and cannot be altered unnoticed.
@Tag("slow")
class ReconciledRunTest {
    private static final String BILL = "{\"data\":[]}";

    private static final String PIPELINE = """
            run: {name: billed}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options:
                  model: anthropic/claude-haiku-4-5
                  base_url: ADDRESS
                  price: {input: 1, output: 5}
                  user_prompt_template: "{{ text }}"
                  output_key: answer
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private Program ran() throws Exception {
        var program = new Program(folder).variable("ANTHROPIC_API_KEY", "a-key-of-this-test");
        program.write("rows.jsonl", "{\"text\":\"one\"}\n{\"text\":\"two\"}\n");
        program.write("bill.json", BILL);
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            program.write(
                    "pipeline.yaml",
                    PIPELINE.replace("ADDRESS", simulator.address().toString()));
            Program.Ran run = program.run("run", "pipeline.yaml");
            assertThat(run.code()).as(run.out() + run.err()).isZero();
        }
        return program;
    }

    private static void reconcile(Program program, String... more) throws Exception {
        var command = new ArrayList<>(
                List.of("reconcile", "--run", "latest", "--provider", "anthropic", "--bill", "bill.json"));
        command.addAll(List.of(more));
        Program.Ran compared = program.run(command.toArray(String[]::new));
        assertThat(compared.code()).as(compared.out() + compared.err()).isEqualTo(1);
    }

    @Test
    void isOnRecordAndTheRunStaysAsItWas() throws Exception {
        Program program = ran();
        Map<?, ?> before = program.run("status", "latest", "--json").json();
        reconcile(program, "--from", "2026-01-01");
        reconcile(program);
        Map<?, ?> after = program.run("status", "latest", "--json").json();

        assertThat(after.get("root")).isEqualTo(before.get("root"));
        assertThat(after.get("cost_usd")).isEqualTo(before.get("cost_usd"));
        List<?> entries = (List<?>) after.get("reconciled");
        assertThat(entries).hasSize(2);
        Map<?, ?> first = (Map<?, ?>) entries.getFirst();
        assertThat(first.get("provider")).isEqualTo("anthropic");
        assertThat(first.get("from")).isEqualTo("2026-01-01");
        assertThat(first.get("bill_sha256")).isEqualTo(Payload.utf8(BILL).sha256());
        assertThat(first.get("differences")).isEqualTo(2L);
        assertThat(first.get("root")).isEqualTo(before.get("root"));
        assertThat(program.run("status", "latest").out()).contains("reconciled", "with the bill of anthropic");
        assertThat(program.run("verify", "latest").code()).isZero();
    }

    @Test
    void anAlteredOrMissingEntryIsFound() throws Exception {
        Program program = ran();
        reconcile(program);
        reconcile(program);
        change("UPDATE reconciliation SET entry = replace(entry, '\"differences\":2', '\"differences\":0')"
                + " WHERE entry_no = 2");

        Program.Ran altered = program.run("verify", "latest");
        assertThat(altered.code()).isEqualTo(10);
        assertThat(altered.out() + altered.err()).contains("reconciliation 2 is not as it was recorded");
        change("DELETE FROM reconciliation WHERE entry_no = 1");
        assertThat(program.run("verify", "latest").out()).contains("reconciliation 1 is missing");
    }

    private void change(String sql) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isOne();
        }
    }
}
