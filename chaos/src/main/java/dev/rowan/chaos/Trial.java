package dev.rowan.chaos;

import dev.rowan.api.Time;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.PipelineRules;
import dev.rowan.chaos.image.AcceleratedTime;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A pipeline that is run, killed and resumed, always in the same folder, against a simulated service in
/// this process: no socket is opened.
///
/// `base` is where relative paths start; everything that the pipeline writes, its landscape too, is in `work`
/// below `site`. `limit` is the maximum number of rows. `calm` are the service's settings for the reference
/// run.
public record Trial(
        Path site,
        Path base,
        ConfigNode root,
        String text,
        PluginCatalog catalog,
        Map<String, String> environment,
        SimulatorSettings service,
        SimulatorSettings calm,
        OptionalLong limit,
        FaultVariation variation,
        Outer outer) {
    private static final Pattern RUN_ID = Pattern.compile("\\d{8}-\\d{6}-[a-z0-9]{4}");
    private static final Pattern ATTEMPTS = Pattern.compile("\"attempts\":[0-9]+");

    /// The clock and the randomness of a trial, both shared by threads.
    public record Outer(Time time, RandomGenerator random) {}

    public Path work() {
        return site.resolve("work");
    }

    /// The text of every sink by file name, with `RUN` for the run id and `N` for the number of attempts, which rows
    /// with an error contain: attempts that a crash left unknown count.
    public Map<String, String> sinks() throws IOException {
        var sinks = new TreeMap<String, String>();
        try (Stream<Path> files = Files.list(work())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                sinks.put(
                        String.valueOf(file.getFileName()),
                        ATTEMPTS.matcher(RUN_ID.matcher(Files.readString(file)).replaceAll("RUN"))
                                .replaceAll("\"attempts\":N"));
            }
        }
        return sinks;
    }

    public String landscape() {
        return variation.landscape().orElse("sqlite:" + work().resolve("rowan.db"));
    }

    /// A new assembly of the pipeline, for one run.
    public Pipeline pipeline() {
        var origin = new PipelineAssembly.Origin(text, base, Optional.of(base.resolve("pipeline.yaml")));
        return PipelineAssembly.assemble(root, origin, catalog);
    }

    /// A fresh service.
    public SimulatorWire newService() {
        return open(service);
    }

    /// A fresh service with the settings of the reference run.
    public SimulatorWire calmService() {
        return open(calm);
    }

    private SimulatorWire open(SimulatorSettings settings) {
        return SimulatorWire.open(settings, AcceleratedTime.copyOf(outer.time(), Duration.ZERO));
    }

    public Checker checker(Optional<String> secret) {
        return new Checker(landscape(), site, work(), PipelineRules.of(pipeline()), secret);
    }

    /// Runs the pipeline from its first row.
    public RunResult run(SimulatorWire wire, Faults faults) throws IOException, InterruptedException {
        try (Landscape opened = open(wire, faults)) {
            return start(opened, new RunStartMode.Fresh(), wire, faults);
        }
    }

    /// Resumes after a crash: the run if there is one that has not completed; otherwise, if the crash came before
    /// the run was recorded, starts from the first row. Empty if there was nothing left to do.
    public Optional<RunResult> resume(SimulatorWire wire, Faults faults) throws IOException, InterruptedException {
        try (Landscape opened = open(wire, faults)) {
            Optional<RunSummary> run;
            try (LandscapeReader reader = opened.reader()) {
                run = reader.runs().newest(1).stream().findFirst();
            }
            if (run.isEmpty()) {
                return Optional.of(start(opened, new RunStartMode.Fresh(), wire, faults));
            }
            return isThrough(run.get())
                    ? Optional.empty()
                    : Optional.of(
                            start(opened, new RunStartMode.Resumed(run.get().runId(), false), wire, faults));
        }
    }

    private boolean isThrough(RunSummary run) {
        String end = limit.isPresent() ? RunEnd.Status.LIMITED.word() : RunEnd.Status.COMPLETED.word();
        return run.status().equals(end) || run.status().equals(RunEnd.Status.COMPLETED.word());
    }

    /// The run and its landscape use the clock of the service.
    private Landscape open(SimulatorWire wire, Faults faults) {
        return variation.around().apply(Landscapes.open(landscape(), site, wire.time(), outer.random(), faults));
    }

    private RunResult start(Landscape opened, RunStartMode beginning, SimulatorWire wire, Faults faults)
            throws IOException, InterruptedException {
        var existing = beginning instanceof RunStartMode.Fresh ? Sink.Existing.OVERWRITE : Sink.Existing.REFUSE;
        RunResult result = start(opened, beginning, BatchOptions.USUAL, existing, wire, faults);
        List<JobCommand> held = held(opened, result.runId());
        return result.status() == RunEnd.Status.WAITING && !held.isEmpty()
                ? start(
                        opened,
                        new RunStartMode.Resumed(result.runId(), false),
                        new BatchOptions(BatchOptions.Stay.UNTIL_DONE, held, true, false),
                        Sink.Existing.REFUSE,
                        wire,
                        faults)
                : result;
    }

    /// The operator's decision about held jobs: to resubmit them.
    private static List<JobCommand> held(Landscape opened, String runId) {
        try (LandscapeReader reader = opened.reader()) {
            return JobReport.of(reader, runId).stream()
                    .filter(job -> job.held().isPresent())
                    .<JobCommand>map(job -> new JobCommand.Resubmit(job.number()))
                    .toList();
        }
    }

    private RunResult start(
            Landscape opened,
            RunStartMode beginning,
            BatchOptions batches,
            Sink.Existing existing,
            SimulatorWire wire,
            Faults faults)
            throws IOException, InterruptedException {
        var request = RunRequest.fresh("chaos", List.of("chaos"), "chaos", limit, existing)
                .with(beginning)
                .with(batches);
        var run = new PipelineRun(
                variation.within().apply(pipeline()),
                opened,
                request,
                environment(wire, faults),
                wire.time(),
                outer.random());
        variation.begun().accept(run);
        return run.run();
    }

    private RunEnvironment environment(SimulatorWire wire, Faults faults) {
        return RunEnvironment.of(
                        variation.out().apply(wire),
                        new SecretSource(environment, base, Duration.ofSeconds(30)),
                        () -> address())
                .withFaults(faults)
                .with(work().resolve(Folders.ARTIFACTS));
    }

    private static URI address() throws PluginException {
        return URI.create("http://127.0.0.1:9");
    }
}
