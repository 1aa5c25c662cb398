package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/// A simulator in this process and a folder beside it, in which pipelines call it over real HTTP: the real
/// engine, the real client, a real SQLite landscape.
///
/// A row chooses what befalls its calls: `[[ENDPOINT FAULT]]` in one of its texts goes to that endpoint as
/// the simulator's fault header, such as `[[safety_shield safety_shield:body_null]]`.
final class Stage implements AutoCloseable {
    static final String KEY = "a-key-of-the-stage";

    private static final Pattern WISH = Pattern.compile("\\[\\[(\\w+) ([\\w:.-]+)]]");
    private static final Map<String, String> ENDPOINTS = Map.of(
            "text:analyze", "safety_analyze",
            "text:shieldPrompt", "safety_shield",
            "chat/completions", "openai_chat");

    private final Path folder;
    private final Simulator simulator;
    private final SimulatorRecords records;
    private final Map<String, String> environment;

    private Stage(Path folder, Simulator simulator) {
        this.folder = folder;
        this.simulator = simulator;
        this.records = new SimulatorRecords(simulator.address());
        this.environment = Map.of(
                "OPENAI_BASE_URL",
                simulator.address() + "/v1",
                "OPENAI_API_KEY",
                KEY,
                "AZURE_CONTENT_SAFETY_ENDPOINT",
                simulator.address().toString(),
                "AZURE_CONTENT_SAFETY_KEY",
                KEY);
    }

    /// Opens one whose simulator has these settings (docs/simulator.md).
    static Stage open(Path folder, Map<String, ?> settings) throws IOException {
        var problems = new Problems();
        SimulatorSettings read = Section.check(ConfigNode.of(settings), SimulatorSettings.OPTIONS, folder, problems)
                .map(SimulatorSettings::read)
                .orElseThrow(() -> new ConfigException(problems.list()));
        return new Stage(folder, Simulator.start(read, new SystemTime()));
    }

    /// The simulator's records of its requests.
    SimulatorRecords simulator() {
        return records;
    }

    /// The environment variables that point to the simulator.
    Map<String, String> environment() {
        return environment;
    }

    Path write(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    List<String> lines(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name));
    }

    /// Runs the pipeline to its end.
    RunResult run(String yaml) throws Exception {
        return run(yaml, UnaryOperator.identity(), PipelineRun::run);
    }

    /// Runs the pipeline with its calls going through `decorator`.
    RunResult run(String yaml, UnaryOperator<Wire> decorator) throws Exception {
        return run(yaml, decorator, PipelineRun::run);
    }

    /// Runs the pipeline until `enough`, and stops it then.
    RunResult runUntil(String yaml, BooleanSupplier enough) throws Exception {
        return run(yaml, UnaryOperator.identity(), run -> {
            try (var scope = CallScope.open("run")) {
                Future<RunResult> result = scope.fork(run::run);
                var time = new SystemTime();
                long end = time.nanos() + Duration.ofMinutes(1).toNanos();
                while (!enough.getAsBoolean() && !result.isDone()) {
                    assertThat(time.nanos()).as("time of a run that hangs").isLessThan(end);
                    time.sleep(Duration.ofMillis(10));
                }
                run.interrupt("test");
                return result.get();
            }
        });
    }

    private interface Runner {
        RunResult run(PipelineRun run) throws Exception;
    }

    private RunResult run(String yaml, UnaryOperator<Wire> decorator, Runner runner) throws Exception {
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), yaml);
        var time = new SystemTime();
        var random = new SecureRandom();
        var settings = HttpSettings.of(Egress.allowing(List.of()), Proxies.of(Map.of()), SSLContext.getDefault());
        try (var client = AuditedClient.open(settings, time);
                var landscape = Landscapes.open("sqlite:rowan.db", folder, time, random)) {
            var runEnvironment = RunEnvironment.of(
                    decorator.apply(wishing(client)),
                    new SecretSource(environment, folder, Duration.ofSeconds(30)),
                    simulator::address);
            var request = RunRequest.fresh("0", List.of("run"), "ada", OptionalLong.empty(), Sink.Existing.OVERWRITE);
            return runner.run(new PipelineRun(pipeline(file), landscape, request, runEnvironment, time, random));
        }
    }

    private Pipeline pipeline(Path file) {
        var problems = new Problems();
        PipelineFile read =
                PipelineFile.read(file, environment, problems).orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file));
        return PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
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
        boolean here = wish.find()
                && ENDPOINTS.entrySet().stream()
                        .anyMatch(endpoint -> request.uri().getPath().endsWith(endpoint.getKey())
                                && endpoint.getValue().equals(wish.group(1)));
        return here
                ? new WireRequest(
                        request.method(),
                        request.uri(),
                        request.headers().with("x-simulator-fault", wish.group(2)),
                        request.credentials(),
                        request.body(),
                        request.deadline())
                : request;
    }

    RunSummary summary() {
        try (var landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeReader reader = landscape.reader()) {
            return reader.runs().summary(reader.runs().resolve("latest"));
        }
    }

    /// The explanations of all rows of the last run, in order.
    List<RowHistory> stories() {
        try (var landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeReader reader = landscape.reader()) {
            String run = reader.runs().resolve("latest");
            long rows = reader.runs().summary(run).rowsRead();
            var stories = new ArrayList<RowHistory>();
            for (long row = 1; row <= rows; row++) {
                stories.add(reader.rows().history(run, row).orElseThrow());
            }
            return stories;
        }
    }

    @Override
    public void close() throws IOException {
        simulator.close();
    }
}
