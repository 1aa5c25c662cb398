package dev.rowan.web.jobs;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/// A folder with a landscape, a simulator to run pipelines against, and the page over HTTP.
public final class JobStage implements AutoCloseable {
    private static final String TOKEN = "a-token-of-the-stage";

    private final Path folder;
    private final Simulator simulator;
    private final HttpClient client = HttpClient.newHttpClient();
    private Optional<Website> site = Optional.empty();

    private JobStage(Path folder, Simulator simulator) {
        this.folder = folder;
        this.simulator = simulator;
    }

    /// With these simulator settings; see docs/simulator.md.
    public static JobStage open(Path folder, Map<String, ?> settings) throws IOException {
        var problems = new Problems();
        SimulatorSettings read = Section.check(ConfigNode.of(settings), SimulatorSettings.OPTIONS, folder, problems)
                .map(SimulatorSettings::read)
                .orElseThrow(() -> new ConfigException(problems.list()));
        return new JobStage(folder, Simulator.start(read, new SystemTime()));
    }

    public Path write(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    /// Runs a pipeline; `stay` is how long it waits for its batches.
    public RunResult run(String yaml, BatchOptions.Stay stay) throws Exception {
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), yaml);
        var time = new SystemTime();
        var random = new SecureRandom();
        var settings = HttpSettings.of(Egress.allowing(List.of()), Proxies.of(Map.of()), SSLContext.getDefault());
        Map<String, String> environment = Map.of("OPENAI_API_KEY", "a-key-of-the-stage");
        var problems = new Problems();
        PipelineFile read =
                PipelineFile.read(file, environment, problems).orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file));
        var pipeline = PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
        try (var wire = AuditedClient.open(settings, time);
                var landscape = Landscapes.open("sqlite:rowan.db", folder, time, random)) {
            var runEnvironment = RunEnvironment.of(
                            wire, new SecretSource(environment, folder, Duration.ofSeconds(30)), simulator::address)
                    .with(folder.resolve("artifacts"));
            var request = RunRequest.fresh("0", List.of("run"), "ada", OptionalLong.empty(), Sink.Existing.OVERWRITE)
                    .with(new BatchOptions(stay, List.of(), false, false));
            return new PipelineRun(pipeline, landscape, request, runEnvironment, time, random).run();
        }
    }

    /// Serves the page with an optional handler of decisions.
    public JobStage serve(Optional<JobActions> actions) throws IOException {
        site = Optional.of(Website.start(
                WebAccess.onLoopback(0, TOKEN),
                location(),
                new SystemTime(),
                Optional.empty(),
                new JobController(actions, Optional.of(folder.resolve("artifacts")))));
        return this;
    }

    public LandscapeLocation location() {
        return new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity());
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofString());
    }

    public Map<?, ?> json(String path) throws IOException, InterruptedException, JsonException {
        return map(get(path).body());
    }

    public HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        return client.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(site.orElseThrow().address() + path))
                .header("Authorization", "Bearer " + TOKEN);
    }

    public static Map<?, ?> map(String json) throws JsonException {
        return RowJson.readValue(json.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
    }

    /// A list of a JSON answer.
    public static List<?> list(Map<?, ?> json, String name) {
        return json.get(name) instanceof List<?> list ? list : List.of();
    }

    /// A number from the database itself.
    public long number(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                Statement statement = database.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.getLong(1);
        }
    }

    /// Tampers with the record.
    public void tamper(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                Statement statement = database.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Override
    public void close() throws IOException {
        site.ifPresent(Website::close);
        simulator.close();
    }
}
