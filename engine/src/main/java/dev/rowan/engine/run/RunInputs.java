package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.batch.ArtifactsException;
import dev.rowan.engine.fault.FaultInjection;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// What a run is made from.
record RunInputs(
        String runId,
        Pipeline pipeline,
        Landscape landscape,
        RunRequest request,
        RunEnvironment environment,
        Time time,
        RandomGenerator random) {

    static RunInputs of(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunEnvironment environment,
            Time time,
            RandomGenerator random) {
        return new RunInputs(
                request.startMode() instanceof RunStartMode.Resumed(var resumed, var _)
                        ? resumed
                        : RunId.create(time.instant(), random),
                FaultInjection.pipeline(ordered(pipeline, request.startMode()), environment.faults()),
                FaultInjection.landscape(landscape, environment.faults()),
                request,
                environment,
                time,
                random);
    }

    /// A replay releases rows in the order of the original run, which is the order it reads them in. A strict one
    /// sends nothing and needs no limit of time and cost.
    private static Pipeline ordered(Pipeline pipeline, RunStartMode startMode) {
        return startMode instanceof RunStartMode.Replayed replayed
                ? pipeline.with(pipeline.run().inOrder(replayed.replay().isStrict()))
                : pipeline;
    }

    Optional<RunStartMode.Replayed> replayed() {
        return request.startMode() instanceof RunStartMode.Replayed replayed ? Optional.of(replayed) : Optional.empty();
    }

    boolean isResumed() {
        return request.startMode() instanceof RunStartMode.Resumed;
    }

    /// Whether the run sends nothing and leaves nothing behind but its output.
    boolean isStrictReplay() {
        return replayed().map(of -> of.replay().isStrict()).orElse(false);
    }

    /// The run's id in what rows see: its own, or that of the run it replays.
    String reportedRunId() {
        return replayed().map(RunStartMode.Replayed::runId).orElse(runId);
    }

    /// A strict replay accepts no control requests.
    Optional<ControlRequestStore> openControlRequests() {
        return isStrictReplay() ? Optional.empty() : landscape.controlRequests();
    }

    /// The directory of this run's batch files.
    Path artifacts() {
        return artifacts(runId);
    }

    Path artifacts(String run) {
        return pipeline.run().artifacts().orElse(environment.artifacts()).resolve(run);
    }

    /// A run whose splits have parts is not resumed row by row.
    void refuseDivided() throws PluginException {
        if (isResumed()) {
            try (LandscapeReader reader = landscape.reader()) {
                if (!reader.splits().list(runId).isEmpty()) {
                    throw new PluginException(
                            "run " + runId + " was processed by workers on Flink; resume it with --engine flink");
                }
            }
        }
    }

    void checkArtifacts() throws PluginException {
        boolean writes = replayed().isEmpty() && pipeline.transforms().stream().anyMatch(TransformNode::usesBatches);
        Optional<String> problem = writes ? ArtifactsException.problem(artifacts()) : Optional.empty();
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
    }
}
