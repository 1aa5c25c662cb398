package dev.rowan.web.serve;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireSettings;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.http.AuditedWires;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A landscape with a run of the real engine against the simulator, and its page over real HTTP.
final class ServedRun implements AutoCloseable {
    static final String TOKEN = "a-token-of-the-tests";
    static final int ROWS = 30;
    private static final String PIPELINE = """
            run: {name: "moods \\"of\\" customers", max_cost_usd: 5}
            source: {plugin: csv, options: {path: in.csv}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: simulator/chat
                  user_prompt_template: "Repeat: {{ text }}"
                  output_key: mood
                  pool_size: 4
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
            """;

    private final RunResult result;
    private final Website site;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServedRun(RunResult result, Website site) {
        this.result = result;
        this.site = site;
    }

    static ServedRun open(Path folder) throws Exception {
        Files.writeString(
                folder.resolve("in.csv"),
                "text\n"
                        + IntStream.rangeClosed(1, ROWS)
                                .mapToObj(i -> "text of row " + i)
                                .collect(Collectors.joining("\n")));
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE);
        var time = new SystemTime();
        var problems = new Problems();
        PipelineFile read =
                PipelineFile.read(file, Map.of(), problems).orElseThrow(() -> new ConfigException(problems.list()));
        var pipeline = PipelineAssembly.assemble(
                read.root(),
                new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file)),
                PluginCatalog.load(),
                problems);
        var random = new SecureRandom();
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, time);
                var wire = new AuditedWires().open(WireSettings.allowing(List.of()), Map.of(), time);
                var landscape = Landscapes.open("sqlite:rowan.db", folder, time, random)) {
            var environment = RunEnvironment.of(
                    wire, new SecretSource(Map.of(), folder, Duration.ofSeconds(30)), simulator::address);
            var request = RunRequest.fresh("0", List.of("run"), "ada", OptionalLong.empty(), Sink.Existing.OVERWRITE);
            RunResult result = new PipelineRun(pipeline, landscape, request, environment, time, random).run();
            return new ServedRun(
                    result,
                    Website.start(
                            WebAccess.onLoopback(0, TOKEN),
                            new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                            time));
        }
    }

    RunResult result() {
        return result;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(path, true);
    }

    HttpResponse<String> getWithoutToken(String path) throws IOException, InterruptedException {
        return send(path, false);
    }

    private HttpResponse<String> send(String path, boolean token) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(site.address() + path));
        if (token) {
            request.header("Authorization", "Bearer " + TOKEN);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        site.close();
    }
}
