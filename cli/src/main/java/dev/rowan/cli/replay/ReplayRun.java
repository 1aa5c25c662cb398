package dev.rowan.cli.replay;

import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.cli.command.ArtifactFolder;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.StoppedRunException;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.call.ReplayMissException;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunDefect;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.split.ReplayedParts;
import dev.rowan.engine.split.SplitPlan;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Replays a run and compares the sinks' output.
final class ReplayRun {
    /// A placeholder for the simulator, which is recorded by name only; nothing connects to it.
    private static final URI SIMULATOR = URI.create("http://127.0.0.1:1");

    private final RecordedOriginal original;
    private final LandscapeReader record;
    private final ReplayFolder folder;
    private final RunExecutor running;
    private final Shell shell;

    ReplayRun(
            RecordedOriginal original, LandscapeReader record, ReplayFolder folder, RunExecutor running, Shell shell) {
        this.original = original;
        this.record = record;
        this.folder = folder;
        this.running = running;
        this.shell = shell;
    }

    /// From the record only. The replay's own landscape is temporary.
    ReplayReport strictly(LandscapeAddress address, boolean overwrite, Function<RunStartMode, RunRequest> request)
            throws IOException, InterruptedException {
        Pipeline pipeline = divided(original.pipeline(folder.path(), false, shell));
        Map<Integer, Integer> nodes = original.nodes(pipeline, Integer.MAX_VALUE, shell);
        folder.prepare(original, pipeline, overwrite);
        Replay replay = Replay.strict(original.changed());
        Path scratch = Files.createTempDirectory("rowan-replay-landscape");
        var random = new SecureRandom();
        try (Landscape passing =
                Landscapes.open("sqlite:" + scratch.resolve("landscape.db"), scratch, shell.time(), random)) {
            RunRequest asked = request.apply(new RunStartMode.Replayed(original.runId(), record, replay, nodes));
            var run = new PipelineRun(pipeline, passing, asked, nothing(pipeline, address), shell.time(), random);
            return report(run, pipeline, replay, Optional.empty());
        } finally {
            ReplayFolder.delete(scratch);
        }
    }

    /// With the parts of outputs that the run did not join.
    private Pipeline divided(Pipeline pipeline) {
        return SplitPlan.recorded(record, original.runId())
                .map(plan -> pipeline.withSinks(pipeline.sinks().stream()
                        .map(node -> node.with(ReplayedParts.of(
                                node.sink(), plan, original.marks().getOrDefault(node.name(), Sink.Mark.at(0)))))
                        .toList()))
                .orElse(pipeline);
    }

    /// No network, no commands for secrets, no running simulator.
    private RunEnvironment nothing(Pipeline pipeline, LandscapeAddress address) {
        Path base =
                pipeline.file().map(file -> file.toAbsolutePath().getParent()).orElse(shell.folder());
        return RunEnvironment.of(
                        RunEnvironment.none().wire(),
                        new SecretSource(shell.environment(), base, Duration.ofSeconds(1)),
                        () -> SIMULATOR)
                .with(ArtifactFolder.of(Optional.empty(), address, shell));
    }

    /// With real calls from the transform `name` on, recorded as a run.
    ReplayReport from(
            String name, LandscapeAddress address, boolean overwrite, Function<RunStartMode, RunRequest> request)
            throws IOException, InterruptedException {
        Pipeline pipeline = original.pipeline(folder.path(), true, shell);
        int from = index(pipeline, name);
        Map<Integer, Integer> nodes = original.nodes(pipeline, from, shell);
        folder.prepare(original, pipeline, overwrite);
        Replay replay = Replay.from(from, original.changed());
        var random = new SecureRandom();
        try (Landscape landscape = address.open(shell.time(), random);
                CliEnvironment environment = CliEnvironment.of(pipeline, shell)) {
            RunRequest asked = request.apply(new RunStartMode.Replayed(original.runId(), record, replay, nodes));
            RunEnvironment at = environment.environment().with(ArtifactFolder.of(Optional.empty(), address, shell));
            var run = new PipelineRun(pipeline, landscape, asked, at, shell.time(), random);
            return report(run, pipeline, replay, Optional.of(run.runId()));
        }
    }

    private static int index(Pipeline pipeline, String name) {
        return pipeline.transforms().stream()
                .filter(node -> node.name().equals(name))
                .map(TransformNode::index)
                .findFirst()
                .orElseThrow(() -> new UsageException("--from must name a transform, got '" + name + "'; available: "
                        + pipeline.transforms().stream()
                                .map(TransformNode::name)
                                .collect(Collectors.joining(", "))));
    }

    private ReplayReport report(PipelineRun run, Pipeline pipeline, Replay replay, Optional<String> recordedAs)
            throws IOException, InterruptedException {
        try {
            RunResult result = running.watched(run, pipeline);
            return new ReplayReport(
                    original, record, result, replay, checks(pipeline, result), folder.kept(), recordedAs);
        } catch (RunDefect defect) {
            if (defect.getCause() instanceof ReplayMissException missed) {
                throw new UsageException("run " + original.runId() + " cannot be replayed: " + missed.getMessage());
            }
            throw new StoppedRunException(
                    defect, shell.program() + " status " + recordedAs.orElse(original.runId()), null);
        }
    }

    private List<SinkComparison> checks(Pipeline pipeline, RunResult result) {
        return pipeline.sinks().stream()
                .map(sink -> new SinkComparison(
                        sink.name(),
                        sink.sink().file(),
                        Optional.ofNullable(result.sinks().get(sink.name())).orElse(Sink.Mark.at(0)),
                        Optional.ofNullable(original.marks().get(sink.name())),
                        original.written(sink.name())))
                .toList();
    }
}
