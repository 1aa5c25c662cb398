package dev.rowan.engine.run;

import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.RunSettings;
import dev.rowan.engine.schedule.ReadEnd;
import dev.rowan.engine.schedule.Window;
import dev.rowan.engine.stop.HeapExhaustedException;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Ends a run: its recorded end, the seal, and the defect to throw. Used by the run's own thread.
final class RunShutdown {
    private final String runId;
    private final List<SinkNode> sinks;
    private final RunSettings settings;
    private final StopSignal stop;

    RunShutdown(String runId, List<SinkNode> sinks, RunSettings settings, StopSignal stop) {
        this.runId = runId;
        this.sinks = List.copyOf(sinks);
        this.settings = settings;
        this.stop = stop;
    }

    /// `read` is the number of rows that the run has read.
    RunEnd resultOf(ReadEnd until, long read) {
        if (until == ReadEnd.STOPPED && !stop.requested()) {
            stop.fail(new IllegalStateException("rows are missing without a cause"));
        }
        return switch (stop.cause().orElse(null)) {
            case StopCause.Failure(var defect) ->
                new RunEnd(
                        RunEnd.Status.FAILED,
                        read,
                        Optional.of(RunDefect.text(HeapExhaustedException.explain(defect, memoryLimits()))));
            case StopCause.Interrupted(var by)
            when until == ReadEnd.STOPPED ->
                new RunEnd(RunEnd.Status.INTERRUPTED, read, Optional.of("stopped by " + by));
            case StopCause.Blocked(var why)
            when until == ReadEnd.STOPPED -> new RunEnd(RunEnd.Status.FAILED, read, Optional.of(why));
            case StopCause.Waiting(var message)
            when until == ReadEnd.STOPPED -> new RunEnd(RunEnd.Status.WAITING, read, Optional.of(message));
            case StopCause.Limit(var what)
            when until == ReadEnd.STOPPED -> new RunEnd(RunEnd.Status.LIMITED, read, Optional.of("stopped by " + what));
            case null, default ->
                until == ReadEnd.LIMIT
                        ? new RunEnd(
                                RunEnd.Status.LIMITED, read, Optional.of("stopped by the limit of " + read + " rows"))
                        : new RunEnd(RunEnd.Status.COMPLETED, read, Optional.empty());
        };
    }

    /// Records the end. If the landscape itself has failed, that failure is reported, not this one.
    Head seal(LandscapeRecorder recorder, RunEnd end) throws InterruptedException {
        try {
            return recorder.end(end);
        } catch (RuntimeException | Error unsealed) {
            stop.fail(unsealed);
            failIfBroken();
            throw unsealed;
        }
    }

    /// Writes a copy of the seal outside the database. If the run has failed, that failure is reported whatever
    /// else fails.
    void writeHead(RunResult result) throws IOException {
        try {
            HeadFile.writeBeside(sinks, result);
        } catch (IOException unwritten) {
            if (!(stop.cause().orElse(null) instanceof StopCause.Failure(var defect))) {
                throw unwritten;
            }
            defect.addSuppressed(unwritten);
        }
    }

    private String memoryLimits() {
        return "run.window is %,d, run.window_memory %,d MiB%s"
                .formatted(
                        settings.window(),
                        settings.windowMemory().orElseGet(Window::defaultMemory) >> 20,
                        settings.windowMemory().isPresent() ? "" : " (a quarter of the heap)");
    }

    void failIfBroken() {
        if (stop.cause().orElse(null) instanceof StopCause.Failure(var defect)) {
            throw new RunDefect(runId, HeapExhaustedException.explain(defect, memoryLimits()));
        }
    }
}
