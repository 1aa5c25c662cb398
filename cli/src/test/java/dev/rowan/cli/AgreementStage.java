package dev.rowan.cli;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// The program with a pipeline of three questions about each row: in real time and priced, in batches and priced, in
/// real time and without a price. What the services answer makes re-asks, a lost reply and failures.
final class AgreementStage implements AutoCloseable {
    static final int ROWS = 8;
    private static final String PIPELINE = """
            run: {name: agreement}
            source: {plugin: jsonl, options: {path: rows.jsonl, id: id}}
            transforms:
              - plugin: llm
                name: kind
                options:
                  model: openai/own
                  base_url: CHAT
                  price: {input: 1, output: 2}
                  max_tokens: 50
                  user_prompt_template: "Which kind? {{ text }}"
                  output_schema: {type: object, properties: {kind: {type: string}}, required: [kind], additionalProperties: false}
                  output_key: kind
                  retry: {max_attempts: 3, initial_delay: 1ms, max_delay: 2ms}
                  on_error: failed
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  base_url: SIMULATOR
                  price: {input: 1, output: 4}
                  mode: batch
                  batch: {poll_interval: 100ms, max_requests: 4}
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
                  on_error: failed
              - plugin: llm
                name: note
                options:
                  model: openai/own-too
                  base_url: CHAT
                  user_prompt_template: "A note on {{ text }}"
                  output_key: note
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
            """;

    final Program program;
    private final Simulator simulator;
    private final ScriptedChat chat;

    AgreementStage(Path folder) throws IOException {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(Map.of("batch", Map.of("running", "1h"))),
                        SimulatorSettings.OPTIONS,
                        folder,
                        new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        simulator = Simulator.start(settings, new SystemTime());
        chat = new ScriptedChat(AgreementStage::reply);
        program = new Program(folder).variable("OPENAI_API_KEY", "a-key-of-this-test");
        program.write(
                "pipeline.yaml",
                PIPELINE.replace("CHAT", chat.address()).replace("SIMULATOR", simulator.address() + "/v1"));
        var rows = new StringBuilder();
        for (int i = 1; i <= ROWS; i++) {
            rows.append(String.format(Locale.ROOT, "{\"id\":%d,\"text\":\"case %d\"}\n", i, i));
        }
        program.write("rows.jsonl", rows.toString());
    }

    /// The second case is answered in another form than was asked for, the first reply to the third is lost, the
    /// fourth is refused each time, and the fifth is filtered.
    private static ScriptedChat.Reply reply(String body, int time) {
        if (body.contains("A note on")) {
            return ScriptedChat.answer("noted");
        }
        if (body.contains("case 2") && !body.contains("7}")) {
            return ScriptedChat.answer("{\"kind\": 7}");
        }
        if (body.contains("case 3") && time == 1) {
            return ScriptedChat.Reply.NONE;
        }
        if (body.contains("case 4")) {
            return ScriptedChat.error(500, "server_error", "not now");
        }
        if (body.contains("case 5")) {
            return ScriptedChat.error(400, "content_filter", "the prompt was filtered");
        }
        return ScriptedChat.answer("{\"kind\": \"plain\"}");
    }

    /// Lets the batches end.
    void endBatches() throws IOException, InterruptedException {
        URI advance = URI.create(simulator.address() + "/_simulator/advance?by=PT2H");
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(advance)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding());
    }

    @Override
    public void close() throws IOException {
        chat.close();
        simulator.close();
    }
}
