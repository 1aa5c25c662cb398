package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two sources, a gate, a fork, an expansion and joins on several workers, one of which is replaced.
@Tag("slow")
@Timeout(240)
@ExtendWith(PostgresServer.class)
class SplitGraphTest {
    private static final int ROWS = 70;
    private static final List<String> SINKS = List.of("output.jsonl", "urgent.jsonl", "failed.jsonl", "notes.csv");
    private static final String PIPELINE = """
            run: {name: graph, window: 25}
            sources:
              mail: {plugin: csv, options: {path: mail.csv, id: n}}
              chat: {plugin: jsonl, options: {path: chat.jsonl, id: n}, to: copy}
            transforms:
              - name: which
                gate:
                  by: row.lang
                  routes:
                    de: [{plugin: compute, name: german, options: {set: {greeting: "'Guten Tag'"}}}]
                    urgent: urgent
                  else: copy
              - {name: copy, fork: {note: notes, main: both}}
              - name: both
                fork:
                  safety: [{plugin: keyword_filter, options: {fields: [text], blocked_patterns: ["password"]}}]
                  answer:
                    - plugin: llm
                      name: answer
                      options: {model: openai/gpt-4o-mini, MODE, user_prompt_template: "{{ text }}", output_key: answer, max_tokens: 16}
              - {name: done, join: {on_error: failed}}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              urgent: {plugin: jsonl, options: {path: out/urgent.jsonl}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
              notes: {plugin: csv, options: {path: out/notes.csv}}
            """;

    @TempDir
    private Path folder;

    private final String url;

    SplitGraphTest(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode: realtime", "mode: batch, batch: {poll_interval: 200ms}"})
    void aGraphWritesWhatItWritesInOneProcess(String mode) throws Exception {
        SimulatorSettings settings = SimulatorSettings.read(Section.check(
                        ConfigNode.of(Map.of("latency", Map.of("typical", "20ms"), "batch", Map.of("running", "1s"))),
                        SimulatorSettings.OPTIONS,
                        folder,
                        new Problems())
                .orElseThrow());
        try (Simulator simulator = Simulator.start(settings, new SystemTime())) {
            var stage = new SplitStage(
                    folder,
                    url,
                    Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"));
            stage.write("pipeline.yaml", PIPELINE.replace("MODE", mode));
            stage.write("mail.csv", rows("n,lang,text\n", "%d,%s,%s\n", 0));
            stage.write("chat.jsonl", rows("", "{\"n\":%d,\"lang\":\"%s\",\"text\":\"%s\"}\n", ROWS));

            RunResult result = stage.run(new RunStartMode.Fresh(), 2, Set.of(2), (_, _) -> {});

            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
            Program.Ran verified = stage.command("verify", result.runId());
            assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
            Program.Ran replayed = stage.command("replay", result.runId());
            assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
            Path split = Files.move(folder.resolve("out"), folder.resolve("split"));
            Program.Ran plain = stage.command("run", "pipeline.yaml");
            assertThat(plain.code()).as(plain.out() + plain.err()).isZero();
            String plainId = plain.out().split(" ", 3)[1];
            for (String name : SINKS) {
                assertThat(Files.readString(split.resolve(name)).replace(result.runId(), "RUN"))
                        .as(name)
                        .isNotEmpty()
                        .isEqualTo(Files.readString(folder.resolve("out").resolve(name))
                                .replace(plainId, "RUN"));
            }
        }
    }

    private static String rows(String header, String format, int from) {
        return IntStream.rangeClosed(from + 1, from + ROWS)
                .mapToObj(n -> format.formatted(
                        n,
                        n % 11 == 0 ? "urgent" : n % 3 == 0 ? "de" : "en",
                        n % 13 == 5 ? "my password " + n : "text " + n))
                .collect(Collectors.joining("", header, ""));
    }
}
