package dev.rowan.flink;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problems;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.SplitWorker;
import dev.rowan.engine.split.SplitPlan;
import dev.rowan.engine.split.SplitQueue;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.providers.http.AuditedWires;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What a worker needs besides the id of its run: the landscape, whose address is in the environment, and from there
/// the pipeline and the plan. A composition root: uses the system clock and environment.
record WorkerSetup(Landscape landscape, OpenWire wire, Pipeline pipeline, SplitPlan plan, RunEnvironment environment)
        implements AutoCloseable {
    /// The variable with the address of the landscape.
    static final String LANDSCAPE = "ROWAN_LANDSCAPE";

    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);

    static WorkerSetup of(String runId) throws PluginException {
        Map<String, String> variables = System.getenv();
        String url = variables.get(LANDSCAPE);
        if (url == null) {
            throw new PluginException(
                    LANDSCAPE + " is not set for this TaskManager; set it to the address of the run's landscape");
        }
        loadDriver();
        var time = new SystemTime();
        Path base = Path.of("").toAbsolutePath();
        Pipeline pipeline;
        SplitPlan plan;
        try (LandscapeReader reader = Landscapes.read(url, base)) {
            pipeline = pipeline(reader.runs().declared(runId), variables);
            plan = SplitPlan.recorded(reader, runId)
                    .orElseThrow(() -> new PluginException("run " + runId + " has no recorded splits"));
        }
        Path folder = pipeline.file()
                .flatMap(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
                .orElse(base);
        Landscape landscape = Landscapes.open(
                url,
                base,
                time,
                new SecureRandom(),
                Faults.NONE,
                Optional.empty(),
                pipeline.run().landscapeDownTimeout());
        OpenWire wire = new AuditedWires().open(pipeline.network().wire(), variables, time);
        var environment = RunEnvironment.of(wire, new SecretSource(variables, folder, COMMAND_LIMIT), () -> {
            throw new PluginException("the built-in simulator runs in one process; start 'rowan simulate' and use"
                    + " its URL instead of 'simulator'");
        });
        return new WorkerSetup(landscape, wire, pipeline, plan, environment);
    }

    /// The job's class loader has the driver, which the system's does not find.
    private static void loadDriver() throws PluginException {
        try {
            Class.forName("org.postgresql.Driver");
        } catch (ClassNotFoundException missing) {
            throw new PluginException("the job's jar has no PostgreSQL driver", missing);
        }
    }

    /// Lets a class loader of the job go: the JVM's list of drivers would keep it, and all of its classes, in a
    /// TaskManager that runs one job after the other.
    static void releaseDriver() {
        ClassLoader own = WorkerSetup.class.getClassLoader();
        DriverManager.drivers()
                .filter(driver -> Objects.equals(driver.getClass().getClassLoader(), own))
                .toList()
                .forEach(WorkerSetup::deregister);
    }

    private static void deregister(Driver driver) {
        try {
            DriverManager.deregisterDriver(driver);
        } catch (SQLException _) {
            // never thrown
        }
    }

    private static Pipeline pipeline(RunStart run, Map<String, String> variables) {
        Path file = run.pipelineFile().map(Path::of).orElseGet(() -> Path.of("pipeline.yaml"));
        var problems = new Problems();
        PipelineFile read = PipelineFile.recall(file, run.configuration(), variables, problems)
                .orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file));
        Pipeline pipeline = PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
        problems.throwIfAny();
        return pipeline;
    }

    /// The worker of a subtask, which takes the splits of `queue`.
    SplitWorker worker(WriterId id, SplitQueue queue) {
        return new SplitWorker(pipeline, landscape, id, queue, environment, new SystemTime(), new SecureRandom());
    }

    @Override
    public void close() {
        wire.close();
        landscape.close();
    }
}
