package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.Program.Ran;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// A run that works on another thread, one slow call after the other.
final class BackgroundRun implements AutoCloseable {
    private static final int ROWS = 25;

    private static final String PIPELINE = """
            run: {name: tickets}
            source: {plugin: jsonl, options: {path: rows.jsonl, id: id}}
            transforms:
              - plugin: llm
                name: classify
                options:
                  model: openai/gpt-4o-mini
                  base_url: ADDRESS/v1
                  api_key: EMPTY
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: label
                  price: {input: 0.15, output: 0.6}
                  pool_size: 1
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
            """;

    private final Program program;
    private final Simulator simulator;
    private final CompletableFuture<Ran> ran;

    private BackgroundRun(Program program, Simulator simulator) {
        this.program = program;
        this.simulator = simulator;
        this.ran = CompletableFuture.supplyAsync(
                () -> program.run("run", "pipeline.yaml"),
                task -> Thread.ofPlatform().start(task));
    }

    /// Starts one and returns when it is on record.
    static BackgroundRun start(Path folder) throws IOException {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(Map.of("latency", Map.of("typical", "100ms"))),
                        SimulatorSettings.OPTIONS,
                        folder,
                        new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        Simulator simulator = Simulator.start(settings, new SystemTime());
        var program = new Program(folder);
        program.write(
                "pipeline.yaml", PIPELINE.replace("ADDRESS", simulator.address().toString()));
        var rows = new StringBuilder();
        for (int i = 1; i <= ROWS; i++) {
            rows.append("{\"id\":\"R-%05d\",\"text\":\"fine\"}\n".formatted(i));
        }
        program.write("rows.jsonl", rows.toString());
        var started = new BackgroundRun(program, simulator);
        while (!started.ran.isDone() && program.run("status", "latest").code() != 0) {
            Thread.onSpinWait();
        }
        return started;
    }

    Program program() {
        return program;
    }

    /// Stops it as Ctrl-C does; returns its output.
    Ran stop() {
        program.run("tune", "latest", "--drain");
        Ran ended = ran.join();
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        return ended;
    }

    @Override
    public void close() throws IOException {
        if (!ran.isDone()) {
            program.run("tune", "latest", "--cancel");
        }
        ran.join();
        simulator.close();
    }
}
