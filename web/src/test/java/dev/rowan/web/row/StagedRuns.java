package dev.rowan.web.row;

import dev.rowan.api.SystemTime;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.FixedTransformPlugin;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.jobs.JobController;
import dev.rowan.web.pipeline.PipelineSource;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/// Runs by the real engine with a simulator in this process, and the page over their landscape.
///
/// A row chooses what befalls its calls: `[[FAULT]]` in its text goes to the simulator as its fault header.
/// The transform `splitter` makes a row of each word of `text`.
public final class StagedRuns implements AutoCloseable {
    public static final String TOKEN = "a-token-for-the-tests";
    static final String KEY = "sk-key-of-the-stage";
    private static final Pattern WISH = Pattern.compile("\\[\\[([\\w:.-]+)]]");

    private final Path folder;
    private final Simulator simulator;
    private final HttpClient browser = HttpClient.newHttpClient();

    private StagedRuns(Path folder, Simulator simulator) {
        this.folder = folder;
        this.simulator = simulator;
    }

    public static StagedRuns open(Path folder) throws IOException {
        return new StagedRuns(folder, Simulator.start(SimulatorSettings.DEFAULT, new SystemTime()));
    }

    URI simulator() {
        return simulator.address();
    }

    private Map<String, String> environment() {
        return Map.of(
                "OPENAI_BASE_URL",
                simulator.address() + "/v1",
                "OPENAI_API_KEY",
                KEY,
                "AZURE_CONTENT_SAFETY_ENDPOINT",
                simulator.address().toString(),
                "AZURE_CONTENT_SAFETY_KEY",
                KEY);
    }

    public Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /// Runs the pipeline and returns the id of the run.
    public String run(String yaml) throws Exception {
        return run(yaml, BatchOptions.USUAL);
    }

    String run(String yaml, BatchOptions batches) throws Exception {
        Path file = write("pipeline.yaml", yaml);
        var time = new SystemTime();
        var random = new SecureRandom();
        var settings = HttpSettings.of(Egress.allowing(List.of()), Proxies.of(Map.of()), SSLContext.getDefault());
        try (var client = AuditedClient.open(settings, time);
                var landscape = Landscapes.open("sqlite:rowan.db", folder, time, random)) {
            var environment = RunEnvironment.of(
                            wishing(client),
                            new SecretSource(environment(), folder, Duration.ofSeconds(30)),
                            simulator::address)
                    .with(folder.resolve("artifacts"));
            var request = RunRequest.fresh("0", List.of("run"), "ada", OptionalLong.empty(), Sink.Existing.OVERWRITE)
                    .with(batches);
            return new PipelineRun(pipeline(file), landscape, request, environment, time, random)
                    .run()
                    .runId();
        }
    }

    private Pipeline pipeline(Path file) {
        var problems = new Problems();
        PipelineFile read = PipelineFile.read(file, environment(), problems)
                .orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file));
        RowTransform splitter = (row, _) -> new TransformResult.SuccessMulti(
                Arrays.stream(row.text("text").orElse("").split(" ", -1))
                        .map(word -> row.with("text", word))
                        .toList());
        return PipelineAssembly.assemble(
                read.root(),
                origin,
                PluginCatalog.load()
                        .with(new FixedTransformPlugin("splitter", splitter, Set.of(Capability.CREATES_TOKENS))),
                problems);
    }

    private static Wire wishing(Wire client) {
        return new Wire() {
            @Override
            public WireReply exchange(WireRequest request) {
                return client.exchange(wished(request));
            }

            @Override
            public WireReply transfer(Transfer transfer) {
                return client.transfer(transfer);
            }
        };
    }

    private static WireRequest wished(WireRequest request) {
        Matcher wish = WISH.matcher(request.body().asText());
        return wish.find() && request.uri().getPath().endsWith("chat/completions")
                ? new WireRequest(
                        request.method(),
                        request.uri(),
                        request.headers().with("x-simulator-fault", wish.group(1)),
                        request.credentials(),
                        request.body(),
                        request.deadline())
                : request;
    }

    /// The page over what was recorded.
    public Website serve(Optional<PipelineSource> pipeline) throws IOException {
        return Website.start(
                WebAccess.onLoopback(0, TOKEN),
                new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                new SystemTime(),
                pipeline,
                JobController.CLOSED);
    }

    public Website serve() throws IOException {
        return serve(Optional.empty());
    }

    public HttpResponse<String> get(Website site, String path) throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(site.address().resolve(path))
                        .header("Authorization", "Bearer " + TOKEN)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws IOException {
        browser.close();
        simulator.close();
    }
}
