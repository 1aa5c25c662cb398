package dev.rowan.engine.output;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.SinkHeldException;
import dev.rowan.landscape.SinkHold;
import dev.rowan.landscape.sink.Outputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Keeps the outputs of a run exclusive: against runs of the same landscape by its record, even while they are
/// stopped, and against any other process by a lock file beside each output.
///
/// Used by the run's own thread.
public final class SinkGuard {
    private final String runId;
    private final Landscape landscape;
    private final Set<String> abandoned;
    private final Time time;
    private final List<Path> files;
    private final List<String> outputs;

    public SinkGuard(String runId, Pipeline pipeline, Landscape landscape, Set<String> abandoned, Time time) {
        this.runId = runId;
        this.landscape = landscape;
        this.abandoned = Set.copyOf(abandoned);
        this.time = time;
        this.files = pipeline.sinks().stream()
                .flatMap(node -> node.sink().file().stream())
                .map(Outputs::realPath)
                .filter(file -> Files.notExists(file) || Files.isRegularFile(file))
                .toList();
        this.outputs = Stream.concat(
                        files.stream().map(Path::toString),
                        pipeline.sinks().stream().flatMap(node -> node.sink().address().stream()))
                .toList();
    }

    /// A file as runs record it, independent of the current directory.
    public static String target(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    /// The outputs that the landscape reserves for the run.
    public List<String> outputs() {
        return outputs;
    }

    /// Refuses a new run while another one holds an output of it, finished or not, unless that is to be abandoned.
    public void refuseHeld() {
        holds().stream()
                .filter(hold -> hold.live() || !abandoned.contains(hold.runId()))
                .findFirst()
                .ifPresent(SinkGuard::refuse);
    }

    /// Refuses to resume while a process writes an output of the run. Another unfinished run does not block it, so
    /// that batch results can always be collected.
    public void refuseLive() {
        holds().stream().filter(SinkHold::live).findFirst().ifPresent(SinkGuard::refuse);
    }

    private static void refuse(SinkHold hold) {
        throw new SinkHeldException(hold);
    }

    private List<SinkHold> holds() {
        Predicate<SinkHold> ours = hold -> outputs.stream().anyMatch(output -> Outputs.isSame(output, hold.output()));
        return landscape.sinkHolds().stream()
                .filter(hold -> !hold.runId().equals(runId))
                .filter(ours)
                .toList();
    }

    /// Acquires the lock files, released with `closing`; throws if another process holds one.
    public void lockFiles(ResourceCloser closing) throws PluginException, InterruptedException {
        for (Path file : files) {
            Optional<SinkFileLock> lock = SinkFileLock.acquire(file, runId, landscape.describe(), time);
            lock.ifPresent(closing::add);
        }
    }

    /// Refuses to abandon a run that neither holds an output of this one nor is among `superseded`.
    public void refuseUnrelated(List<String> superseded) throws PluginException {
        var left = new LinkedHashSet<>(abandoned);
        superseded.forEach(left::remove);
        holds().forEach(hold -> left.remove(hold.runId()));
        if (!left.isEmpty()) {
            throw new PluginException("run " + left.getFirst()
                    + " has no output of this pipeline, so there is nothing to abandon; leave --abandon out");
        }
    }
}
