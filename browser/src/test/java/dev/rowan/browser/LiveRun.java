package dev.rowan.browser;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.simulator.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// A running run with many rows and a slow service. Closing it stops the run.
final class LiveRun implements AutoCloseable {
    private static final Set<Integer> ANY = Set.of(0, 3, 4, 5);
    private static final int ROWS = 4_000;
    private static final String CHAIN = """
            run: {name: live, max_cost_usd: 5, window: 64}
            source: {plugin: csv, options: {path: rows.csv, id: id}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "Is this positive, negative or neutral? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
                  pool_size: 4
                  on_error: discard
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
            """;

    private final Path folder;
    private final Simulator simulator;
    private final CallScope scope;
    private final Future<?> work;
    private final Served site;

    private LiveRun(Path folder, Simulator simulator, CallScope scope, Future<?> work, Served site) {
        this.folder = folder;
        this.simulator = simulator;
        this.scope = scope;
        this.work = work;
        this.site = site;
    }

    /// Starts one in its own landscape and waits for its first rows.
    static LiveRun start() throws IOException, InterruptedException {
        return start(Map.of("latency", Map.of("shape", "fixed", "typical", "100ms")));
    }

    /// With other settings of the service.
    static LiveRun start(Map<String, ?> service) throws IOException, InterruptedException {
        return start(service, CHAIN);
    }

    /// With another pipeline.
    static LiveRun start(Map<String, ?> service, String pipeline) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("rowan-live");
        var lines = new ArrayList<>(List.of("id,text"));
        for (int row = 1; row <= ROWS; row++) {
            lines.add(row + ",I love number " + row);
        }
        Files.write(folder.resolve("rows.csv"), lines);
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), pipeline);
        Simulator simulator = TestLandscape.simulator(service);
        Rowan rowan = Rowan.in(folder, TestLandscape.variables(simulator));
        CallScope scope = CallScope.openPlatform("live-run");
        Future<?> work = scope.fork(() -> {
            rowan.run(file, ANY);
            return true;
        });
        while (!hasRows(folder)) {
            if (work.isDone()) {
                throw new IllegalStateException("the run ended before anyone could look: " + reason(work));
            }
            Thread.onSpinWait();
        }
        return new LiveRun(folder, simulator, scope, work, Served.start(rowan));
    }

    private static String reason(Future<?> work) throws InterruptedException {
        try {
            return String.valueOf(work.get());
        } catch (ExecutionException failed) {
            return String.valueOf(failed.getCause());
        }
    }

    private static boolean hasRows(Path folder) {
        if (!Files.exists(folder.resolve("rowan.db"))) {
            return false;
        }
        try (LandscapeReader reader = Landscapes.read(Rowan.landscape(folder), folder)) {
            return reader.runs().summary(reader.runs().resolve("latest")).rowsEnded() > 0;
        } catch (LandscapeException _) {
            return false;
        }
    }

    Served site() {
        return site;
    }

    Path folder() {
        return folder;
    }

    String id() {
        return TestLandscape.newest(folder);
    }

    LandscapeReader reader() {
        return Landscapes.read(Rowan.landscape(folder), folder);
    }

    /// The requests of the service so far.
    Simulator simulator() {
        return simulator;
    }

    boolean isOver() {
        return work.isDone();
    }

    @Override
    public void close() throws IOException {
        site.close();
        scope.close();
        simulator.close();
        TestLandscape.delete(folder);
    }
}
