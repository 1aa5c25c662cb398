package dev.rowan.telemetry;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.WireSettings;
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
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.http.AuditedWires;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Runs pipelines against the simulator with telemetry: the real engine, the real client, a real landscape.
final class Stage {
    private final Path folder;
    private final SimulatorSettings settings;

    /// The result of a run, what its telemetry reported at the end, how long that took, and the pauses it asked for.
    record Ran(RunResult result, Optional<String> missing, Duration finishing, List<Duration> pauses) {}

    /// Real time, except that a sleep ends at once and is noted.
    private record Sleepless(Time real, List<Duration> pauses) implements Time {
        @Override
        public Instant instant() {
            return real.instant();
        }

        @Override
        public long nanos() {
            return real.nanos();
        }

        @Override
        public void sleep(Duration duration) {
            pauses.add(duration);
        }
    }

    private Stage(Path folder, SimulatorSettings settings) {
        this.folder = folder;
        this.settings = settings;
    }

    static Stage of(Path folder, Map<String, ?> simulator) {
        var problems = new Problems();
        return new Stage(
                folder,
                Section.check(ConfigNode.of(simulator), SimulatorSettings.OPTIONS, folder, problems)
                        .map(SimulatorSettings::read)
                        .orElseThrow(() -> new ConfigException(problems.list())));
    }

    void write(String name, List<String> lines) throws IOException {
        Files.write(folder.resolve(name), lines);
    }

    /// Runs the pipeline to its end, told of by the variables.
    Ran run(String yaml, Map<String, String> variables) throws Exception {
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), yaml);
        var time = new SystemTime();
        var sleepless = new Sleepless(time, new CopyOnWriteArrayList<>());
        var random = new SecureRandom();
        Pipeline pipeline = pipeline(file);
        try (Simulator simulator = Simulator.start(settings, time);
                var client = new AuditedWires().open(WireSettings.allowing(List.of()), Map.of(), time);
                var landscape = Landscapes.open("sqlite:rowan.db", folder, time, random);
                var telemetry = new Telemetry(OtlpSettings.of(variables).orElseThrow(), client, sleepless, "0")) {
            var surroundings = RunEnvironment.of(
                            client, new SecretSource(Map.of(), folder, Duration.ofSeconds(30)), simulator::address)
                    .with(folder.resolve("artifacts"))
                    .with(telemetry);
            var request = RunRequest.fresh("0", List.of("run"), "ada", OptionalLong.empty(), Sink.Existing.OVERWRITE);
            RunResult result = new PipelineRun(pipeline, landscape, request, surroundings, time, random).run();
            long before = time.nanos();
            Optional<String> missing = telemetry.finish();
            return new Ran(result, missing, Duration.ofNanos(time.nanos() - before), List.copyOf(sleepless.pauses()));
        }
    }

    private static Pipeline pipeline(Path file) {
        var problems = new Problems();
        PipelineFile read =
                PipelineFile.read(file, Map.of(), problems).orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file));
        return PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
    }

    /// What the landscape answers.
    List<Map<String, @Nullable Object>> ask(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<Map<String, @Nullable Object>>();
            while (rows.next()) {
                var row = new LinkedHashMap<String, @Nullable Object>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.put(rows.getMetaData().getColumnLabel(i), rows.getObject(i));
                }
                found.add(row);
            }
            return found;
        }
    }
}
